import type { DecisionPart } from '../decision.ts';

/** Decisions about retries. */
export const retries: DecisionPart = {
  title: 'Retries',
  decisions: [
    {
      id: 'A117',
      slug: 'retry-matrix',
      title: 'Which calls are safe to retry',
      document: 'Not specified.',
      answer:
        'Repeating `confirmUpload`, `suppressContact`, `createUpload` or `verifyEmail` does no harm. The first two change nothing more, an unused upload expires, and a second verification within 24 hours comes from the cache for free (A99).',
      client:
        'This refines A23. If the service certainly did nothing, the client retries any call: the attempt never reached it (connection refused, unknown host, connect timeout), or it answered `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`. If the outcome is unknown (connection reset, timeout, 5xx), it retries every GET and PUT, `sendEmail` with an idempotency key, `confirmUpload`, `suppressContact`, `createUpload` and `verifyEmail`. It then never retries `createContactList`, `createContact` and `createVerificationBatch`; `verifyMany` looks for the batch in the list instead. The client never waits less than the service asks for, and adds up to 10 % at random, so that many clients do not come back at once.',
      evidence: [{ kind: 'assumed' }],
    },
  ],
};
