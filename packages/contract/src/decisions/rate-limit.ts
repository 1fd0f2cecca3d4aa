import type { DecisionPart } from '../decision.ts';

/** Decisions about the rate limit. */
export const rateLimit: DecisionPart = {
  title: 'Rate limit',
  decisions: [
    {
      id: 'A24',
      slug: 'rl-window',
      title: 'The kind of window',
      document: '"100 requests per minute per API key", and a reset timestamp.',
      options: ['fixed from the first request', 'fixed on the clock minute', 'sliding', 'token bucket'],
      answer:
        "A fixed window of 60 s that starts with the key's first request. Every authenticated request counts, those that end in a 4xx included; a refused request (429) does not extend the window. The limit can be configured, because test suites make more than 100 requests a minute.",
    },
    {
      id: 'A25',
      slug: 'rl-headers',
      title: 'Rate headers on errors, 401, 404 and 429',
      document: '§8: "(all responses)".',
      answer:
        'All responses under `/api/v1` carry them. A 401 without a valid key and a preflight say limit 100, remaining 100 and a reset 60 s from now: no bucket is consumed, and nothing is remembered about unknown keys. The same holds for revoked and expired keys. The upload URL carries none, as it is no API endpoint.',
      client: 'Rate information is optional on results and errors.',
    },
    {
      id: 'A26',
      slug: 'rl-code',
      title: 'The error code of the rate limit',
      document: 'Not shown.',
      answer: '429 `RATE_LIMIT_EXCEEDED`.',
      client: 'Any 429 whose code is not `TOO_MANY_BATCHES` is a `RateLimitError`.',
      wire: {
        option: 'rateLimitCode',
        values: ['present', 'absent'],
        meaning: '`absent` is a 429 whose error has only a message.',
      },
    },
    {
      id: 'A27',
      slug: 'retry-after',
      title: 'The form of Retry-After',
      document: 'Seconds.',
      answer: 'A whole number of seconds, rounded up, at least 1.',
      client:
        'It reads whole numbers, decimals and HTTP dates; without the header it takes `X-RateLimit-Reset`, else its own backoff.',
    },
    {
      id: 'A28',
      slug: 'rate-reset',
      title: 'The form of X-RateLimit-Reset',
      document: 'An ISO timestamp.',
      answer: 'An ISO timestamp with milliseconds.',
      client: 'It reads ISO timestamps, epoch seconds and epoch milliseconds.',
    },
  ],
};
