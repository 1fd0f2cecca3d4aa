import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** A site that listens on loopback. */
export interface Site {
  /** For example `http://127.0.0.1:3000`. */
  readonly url: string;
  close(): void;
}

/** Serves an app on loopback; port 0 takes any free one. */
export function listen(app: Hono, port: number): Promise<Site> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) =>
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => void server.close() }),
    );
    server.once('error', reject);
  });
}
