import { Hono } from 'hono';
import { type Mailrig, isAPIError, isMailrigError } from 'mailrig';
import { Accounts } from './accounts.ts';
import { confirmation, resetLink } from './mails.ts';

/** Dependencies of the app, which tests replace. */
export interface AppOptions {
  readonly mail: Mailrig;
  /** The time in milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
}

const resetLifetime = 60 * 60 * 1_000;

/** Sign-up, confirmation and password reset. */
export function createApp({ mail, now = Date.now }: AppOptions): Hono {
  const accounts = new Accounts();
  const app = new Hono();

  app.post('/sign-up', async (c) => {
    const { email, name } = await c.req.json<{ email: string; name: string }>();
    const account = accounts.open(email, name);
    await mail.emails.send(confirmation(account));
    return c.json({ confirmed: account.confirmed }, 201);
  });

  app.post('/confirm', async (c) => {
    const { email, code } = await c.req.json<{ email: string; code: string }>();
    const account = accounts.find(email);
    if (account?.code !== code) return c.json({ error: 'This is not the code that we sent.' }, 403);
    account.confirmed = true;
    return c.json({ confirmed: true });
  });

  app.post('/password-reset', async (c) => {
    const { email } = await c.req.json<{ email: string }>();
    const account = accounts.find(email);
    // Answer the same whether or not there is an account, so nobody can find out.
    if (account) {
      const token = accounts.allowReset(account, now() + resetLifetime);
      await mail.emails.send(resetLink(account, new URL(`/password-reset/${token}`, c.req.url)));
    }
    return c.body(null, 202);
  });

  app.get('/password-reset/:token', (c) => {
    const reset = accounts.reset(c.req.param('token'));
    if (!reset || reset.expiresAt <= now()) return c.json({ error: 'This link is no longer valid.' }, 410);
    return c.json({ email: reset.account.email });
  });

  app.onError((error, c) => {
    if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) {
      return c.json({ error: 'We may not write to this address. Please give another.' }, 422);
    }
    if (isMailrigError(error) && error.outcome !== 'rejected') {
      c.header('Retry-After', '30');
      return c.json({ error: 'The mail did not go out yet. Please try again.' }, 503);
    }
    console.error(error);
    return c.json({ error: 'This is our fault.' }, 500);
  });

  return app;
}
