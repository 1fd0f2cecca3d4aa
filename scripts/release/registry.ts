import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { run } from '../packaging/command.ts';

/** A local registry that stores our packages and fetches all others from upstream. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a registry that stores everything in `folder`. Our packages are never fetched from upstream, so
 * what you install is what you published.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  cpSync(join(import.meta.dirname, 'registry'), folder, { recursive: true });
  await run(folder, 'pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline']);
  const upstream = (await run(folder, 'npm', ['config', 'get', 'registry'])).trim();
  const ours = { access: '$all', publish: '$all' };
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: upstream } },
    packages: {
      mailrig: ours,
      '@mailrig/*': ours,
      '**': { access: '$all', proxy: 'upstream' },
    },
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(
    'node_modules/.bin/verdaccio',
    ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await answering(`${url}-/ping`, AbortSignal.timeout(30_000));
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** Polls the registry until it answers, because it does not announce that it is ready. */
async function answering(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const response = await fetch(url, { signal }).catch(() => undefined);
    if (response?.ok) return;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
