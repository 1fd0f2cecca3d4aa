// #region throttle
import { Mailrig, throttle } from 'mailrig';

/** One queue for every client that uses this key. */
const queue = throttle({ limit: 100, window: 60_000 });

export function connect(options: { apiKey: string; baseUrl: string; fetch?: typeof fetch }): Mailrig {
  return new Mailrig({ ...options, throttle: queue });
}
// #endregion throttle

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
