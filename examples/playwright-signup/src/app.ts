import { randomInt } from 'node:crypto';
import { Hono } from 'hono';
import { type Mailrig, SendError, ValidationError } from 'mailrig';
import { codePage, insidePage, signupPage } from './pages.ts';

/** A site that mails visitors a code and lets them in when they type it. */
export function signupApp(mail: Mailrig): Hono {
  const codes = new Map<string, string>();
  const app = new Hono();

  app.get('/', (context) => context.html(signupPage()));

  app.post('/signup', async (context) => {
    const { email } = await context.req.parseBody<{ email: string }>();
    const code = String(randomInt(100_000, 1_000_000));
    try {
      await mail.emails.send({
        from: '"Acme" <hello@example.com>',
        to: email,
        subject: 'Your code for Acme',
        text: `Your code is ${code}. If you did not sign up, ignore this email.`,
      });
    } catch (error) {
      const refused = error instanceof SendError || error instanceof ValidationError;
      if (!refused) throw error;
      return context.html(signupPage(`We cannot send email to ${email}.`), 422);
    }
    codes.set(email, code);
    return context.html(codePage(email));
  });

  app.post('/code', async (context) => {
    const { email, code } = await context.req.parseBody<{ email: string; code: string }>();
    if (codes.get(email) !== code) return context.html(codePage(email, 'That is not the code.'), 422);
    codes.delete(email);
    return context.html(insidePage(email));
  });

  return app;
}
