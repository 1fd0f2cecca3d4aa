import { Mailrig } from 'mailrig';

// #region throttle
export function connect(options: { apiKey: string; baseUrl: string; fetch?: typeof fetch }): Mailrig {
  return new Mailrig({ ...options, throttle: { limit: 100, window: 60_000 } });
}
// #endregion throttle

// #region priority
const from = 'ada@example.com';

/** Sends a newsletter to everyone. Other mail passes it. */
export async function sendNewsletter(mail: Mailrig, readers: readonly string[]): Promise<void> {
  const content = { from, subject: 'News', text: 'All is well.' };
  await Promise.all(readers.map((to) => mail.emails.send({ ...content, to }, { priority: 'low' })));
}

/** Sends a link that someone is waiting for. */
export async function sendPasswordReset(mail: Mailrig, to: string, link: string): Promise<void> {
  await mail.emails.send({ from, to, subject: 'Your new password', text: link }, { priority: 'high' });
}
// #endregion priority

// #region watch
/** Logs a warning when few requests are left in this minute. */
export function watched(options: { apiKey: string; baseUrl: string; fetch?: typeof fetch }): Mailrig {
  return new Mailrig({
    ...options,
    hooks: {
      onResponse: ({ operation, rateLimit }) => {
        if (rateLimit && rateLimit.remaining < 10) console.warn(operation, rateLimit.remaining, 'left');
      },
      onRetry: ({ operation, error, wait }) => console.warn(operation, error.code, `again in ${wait} ms`),
    },
  });
}
// #endregion watch
