// #region throttle
import { Mailrig, throttle } from 'mailrig';

/** One line for all clients of a key: requests that are too many wait their turn. */
const line = throttle({ limit: 100, window: 60_000 });

export function connect(options: { apiKey: string; baseUrl: string; fetch?: typeof fetch }): Mailrig {
  return new Mailrig({ ...options, throttle: line });
}
// #endregion throttle

// #region watch
/** Logs each answer that leaves little of the minute. */
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
