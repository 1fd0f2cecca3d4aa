import { Hono } from 'hono';
import { isAPIError, type Mailrig } from 'mailrig';

/** An app that sends new users a code. */
export function signUpApp(mail: Mailrig): Hono {
  const app = new Hono();

  app.post('/sign-up', async (context) => {
    const { email } = await context.req.json<{ email: string }>();
    try {
      await mail.emails.send({
        from: 'hello@example.com',
        to: email,
        subject: 'Confirm your address',
        text: 'Your code is 493017.',
      });
      return context.body(null, 202);
    } catch (error) {
      if (!isAPIError(error, 'VALIDATION_ERROR', 'RECIPIENT_SUPPRESSED')) throw error;
      return context.json({ error: error.code }, 422);
    }
  });

  return app;
}
