import express, { type Express } from 'express';
import { isAPIError, type Mailrig } from 'mailrig';

/** An app that sends new users a code. */
export function signUpApp(mail: Mailrig): Express {
  const app = express().use(express.json());

  app.post('/sign-up', async (request, response) => {
    const { email } = request.body as { email: string };
    try {
      await mail.emails.send({
        from: 'hello@example.com',
        to: email,
        subject: 'Confirm your address',
        text: 'Your code is 493017.',
      });
      response.sendStatus(202);
    } catch (error) {
      if (!isAPIError(error, 'VALIDATION_ERROR', 'RECIPIENT_SUPPRESSED')) throw error;
      response.status(422).json({ error: error.code });
    }
  });

  return app;
}
