import { serve } from '@hono/node-server';
import { Mailrig } from 'mailrig';
import { createApp } from './app.ts';

const port = Number(process.env['PORT'] ?? 3000);

// The client reads MAILRIG_API_KEY and MAILRIG_BASE_URL.
serve({ fetch: createApp({ mail: new Mailrig() }).fetch, port }, () => {
  console.log(`http://127.0.0.1:${port}`);
});
