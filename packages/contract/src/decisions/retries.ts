import type { DecisionPart } from '../decision.ts';

/** Decisions about calls that a client repeats by itself. */
export const retries: DecisionPart = {
  title: 'Retries',
  decisions: [
    {
      id: 'A117',
      slug: 'retry-matrix',
      title: 'Which calls may be repeated, and after what',
      document: 'Not shown.',
      answer:
        'A repeat of `confirmUpload`, `suppressContact`, `createUpload` or `verifyEmail` does no harm: the first two change nothing more, an unused upload expires by itself, and a second verification within 24 hours is answered from the cache at no cost (A99).',
      client:
        'Refines A23. If the service certainly did nothing, every call is repeated: the attempt never reached it (connection refused, unknown host, connect timeout), or it answered 429 `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`. If the outcome is unknown (connection reset, timeout, 5xx), the client repeats GET, PUT, `sendEmail` with an idempotency key, `confirmUpload`, `suppressContact`, `createUpload` and `verifyEmail`. It never repeats `createContactList`, `createContact` and `createVerificationBatch` blindly; `verifyMany` looks for the batch in the list instead. A wait that the service asks for is never shortened, and grows by up to 10 % at random, so that many clients do not return at once.',
    },
  ],
};
