import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether `redis-server` is missing on this machine. */
export const redisMissing = spawnSync('redis-server', ['--version']).status !== 0;

/** A private Redis, empty at the start. */
export interface RedisServer {
  /** The URL for clients. */
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts Redis on a socket in a temporary folder. It stores nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const url = join(folder, 'redis.sock');
  const child = spawn('redis-server', ['--port', '0', '--unixsocket', url, '--save', '', '--dir', folder]);
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (/ready to accept connections/i.test(printed)) resolve();
    });
    ended.then(() => reject(new Error(`redis-server ended: ${printed}`)), reject);
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
