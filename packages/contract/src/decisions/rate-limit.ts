import type { DecisionPart } from '../decision.ts';

/** Decisions about the rate limit. */
export const rateLimit: DecisionPart = {
  title: 'Rate limit',
  decisions: [
    {
      id: 'A24',
      slug: 'rl-window',
      title: 'The kind of rate window',
      document: '100 requests per minute for each key, and a reset time.',
      options: ['fixed, from the first request', 'fixed, on the clock minute', 'sliding', 'token bucket'],
      answer:
        "A fixed window of 60 s that starts with the key's first request. Every authenticated request counts, including those that end in a 4xx. A 429 does not extend the window. The limit is configurable, because test suites make more than 100 requests a minute.",
      evidence: [{ kind: 'assumed', note: 'The limit of 100 requests per minute and key is documented.' }],
    },
    {
      id: 'A25',
      slug: 'rl-headers',
      title: 'Rate headers on errors',
      document: 'All responses have them.',
      answer:
        'All responses under `/api/v1` have them. A preflight, and a 401 for a missing, unknown, revoked or expired key, say limit 100, remaining 100 and reset in 60 s; they count against no window. Upload URLs are not part of the API and have no rate headers.',
      client: 'Rate information is optional on results and errors.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of limits, which has the headers on all responses',
          note: 'Their values on a preflight and a 401 are our choice.',
        },
      ],
    },
    {
      id: 'A26',
      slug: 'rl-code',
      title: 'The error code of the rate limit',
      document: 'Not specified.',
      answer: '429 `RATE_LIMIT_EXCEEDED`.',
      client: 'Any 429 with a code other than `TOO_MANY_BATCHES` is a `RateLimitError`.',
      wire: {
        option: 'rateLimitCode',
        meaning: '`absent` is a 429 whose error has only a message.',
      },
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A27',
      slug: 'retry-after',
      title: 'The format of Retry-After',
      document: 'Seconds.',
      answer: 'Whole seconds, rounded up, at least 1.',
      client:
        'It reads whole numbers, decimals and HTTP dates. Without the header it uses `X-RateLimit-Reset`, or else its own delay.',
      evidence: [{ kind: 'documented', source: 'description of the 429' }],
    },
    {
      id: 'A28',
      slug: 'rate-reset',
      title: 'The format of X-RateLimit-Reset',
      document: 'An ISO timestamp.',
      answer: 'An ISO timestamp with milliseconds.',
      client: 'It reads ISO timestamps, epoch seconds and epoch milliseconds.',
      evidence: [{ kind: 'documented', source: 'table of limits' }],
    },
  ],
};
