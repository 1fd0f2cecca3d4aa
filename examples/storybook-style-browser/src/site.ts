import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The running site. */
export interface Site {
  /** For example `http://127.0.0.1:3000`. */
  readonly url: string;
  close(): void;
}

/** Serves three files: the page, its script, and MSW's service worker. Port 0 takes any free port. */
export async function serveSite(port: number): Promise<Site> {
  const files: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
    '/': ['text/html', await readFile(new URL('index.html', import.meta.url))],
    '/page.js': ['text/javascript', await bundle()],
    '/mockServiceWorker.js': [
      'text/javascript',
      await readFile(new URL(import.meta.resolve('msw/mockServiceWorker.js'))),
    ],
  };
  const server = createServer(({ url = '/' }, answer) => {
    const file = files[url];
    if (file) answer.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    else answer.writeHead(404).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}
