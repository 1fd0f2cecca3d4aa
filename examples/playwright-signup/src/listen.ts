import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** A running site. */
export interface Site {
  /** For example `http://127.0.0.1:3000`. */
  readonly url: string;
  close(): void;
}

/** Serves an app on 127.0.0.1. Port 0 takes any free port. */
export function listen(app: Hono, port: number): Promise<Site> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) =>
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => void server.close() }),
    );
    server.once('error', reject);
  });
}
