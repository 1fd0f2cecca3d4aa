import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A service of the same kind, written without a look at ours: no envelope, other containers, other statuses, other
 * words, ids from a counter, 60 requests a minute. It delivers an email one second after it accepted it.
 */
export interface LookAlike extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  /** Method and path of each request that it answered. */
  readonly seen: readonly string[];
}

interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly created: number;
}

/** Something that goes wrong in it. */
export interface Quirks {
  /** Whether it sends what a test key asks it to send. */
  readonly sendsForReal?: boolean;
  /** Answers every request but the first with this status. */
  readonly failsWith?: 403 | 500 | 503;
  /** The key that it knows. Default: a test key. With a live key it simulates nothing. */
  readonly apiKey?: string;
  /** Its clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** Starts a look-alike on a free port. */
export async function startLookAlike({
  sendsForReal = false,
  failsWith,
  apiKey = 'sk_test_look_alike',
  now = Date.now,
}: Quirks = {}): Promise<LookAlike> {
  const simulates = !sendsForReal && apiKey.startsWith('sk_test_');
  const seen: string[] = [];
  const mails: Mail[] = [];
  const lists: { id: string; title: string; createdAt: string; size: number }[] = [];
  let ids = 0;
  const newId = () => String((ids += 1));
  const page = <T>(results: readonly T[]) => ({ results, next: null });
  const refuse = (c: Context, status: ContentfulStatusCode, code: string) =>
    c.json({ error: code, message: code }, status);
  const shown = ({ created, ...mail }: Mail) => ({
    ...mail,
    status: now() - created < 1_000 ? 'queued' : 'delivered',
    createdAt: new Date(created).toISOString(),
  });

  const app = new Hono();
  app.use(async (c, next) => {
    seen.push(`${c.req.method} ${c.req.path}`);
    c.header('x-ratelimit-limit', '60');
    c.header('x-ratelimit-remaining', '59');
    c.header('x-ratelimit-reset', String(Math.ceil(now() / 1_000) + 60));
    if (failsWith !== undefined && seen.length > 1) return c.text('busy', failsWith);
    if (c.req.path.startsWith('/files/')) return next();
    if (c.req.header('authorization') !== `Bearer ${apiKey}`) return c.json({ message: 'who are you?' }, 401);
    return next();
  });
  app.get('/api/v1/emails', (c) => c.json(page(mails.map(shown))));
  app.get('/api/v1/emails/:id', (c) => {
    const mail = mails.find(({ id }) => id === c.req.param('id'));
    return mail ? c.json(shown(mail)) : refuse(c, 404, 'gone');
  });
  app.post('/api/v1/emails', async (c) => {
    const body: Record<string, string> = await c.req.json().catch(() => ({}));
    const { from, to, subject } = body;
    if (from === undefined || to === undefined || subject === undefined) return refuse(c, 422, 'INVALID');
    const mail = { id: newId(), from, to: [to], subject, created: now() };
    mails.unshift(mail);
    return c.json({ ...(simulates && { sandbox: true }), messageId: mail.id });
  });
  app.get('/api/v1/contact-lists', (c) => c.json({ data: lists }));
  app.post('/api/v1/contact-lists', async (c) => {
    const { name }: { name?: string } = await c.req.json();
    if (name === undefined) return refuse(c, 422, 'INVALID');
    const list = { id: newId(), title: name, createdAt: new Date(now()).toISOString(), size: 0 };
    lists.unshift(list);
    return c.json(list, 201);
  });
  app.post('/api/v1/email-verification/single', async (c) => {
    const { email }: { email?: string } = await c.req.json();
    if (!email?.includes('@')) return refuse(c, 422, 'INVALID');
    return c.json({ email, verdict: 'fine' });
  });
  app.get('/api/v1/email-verification', (c) => c.json(page([])));
  app.get('/api/v1/email-verification/stats', (c) => c.text('under construction', 503));
  app.post('/api/v1/attachments/presigned-url', async (c) => {
    const { filename }: { filename?: string } = await c.req.json();
    if (filename === undefined) return refuse(c, 422, 'INVALID');
    const id = newId();
    return c.json({ attachmentId: id, uploadUrl: new URL(`/files/${id}`, c.req.url).href, uploadToken: id });
  });
  app.put('/files/:id', (c) => c.body(null, 204));
  app.post('/api/v1/attachments/:id/confirm', (c) => c.json({ id: c.req.param('id'), state: 'stored' }));

  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve) => {
      // Its own `Response` would be that of every test in this process.
      const options = { port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false };
      const started = serve({ ...options, fetch: app.fetch }, (address) =>
        resolve({ server: started, port: address.port }),
      );
    },
  );
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, apiKey, seen, [Symbol.asyncDispose]: close };
}
