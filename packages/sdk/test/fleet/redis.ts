import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Debian's Redis: no test downloads a server. */
const executable = '/usr/bin/redis-server';

/** Whether there is none, so that the tests with several processes are skipped. */
export const missing = !existsSync(executable);

/** What the title of a skipped test says. */
export const note = missing
  ? ` (skipped, because there is no ${executable}: apt-get install redis-server)`
  : '';

/** A server of one's own on loopback, that keeps nothing. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-redis-'));
  const port = await freePort();
  const options = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' };
  const child = spawn(
    executable,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await ready(child);
  return {
    port,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    if (child.stdout === null) return reject(new Error('redis-server has no output'));
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        server.close(() => resolve(port));
      });
  });
}
