import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts Debian's Redis on a private socket. It stores nothing on disk. */
export async function startRedis(): Promise<{ readonly socket: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-redis-'));
  const socket = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('ready to accept connections')) break;
  }
  child.stdout.resume();
  return {
    socket,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
