import type { DecisionPart } from '../decision.ts';

/** Decisions about the answer to a send and about idempotency keys. */
export const sendReceipts: DecisionPart = {
  title: 'Sending: receipts and idempotency keys',
  decisions: [
    {
      id: 'A38',
      slug: 'send-shape',
      title: 'The response to a live send',
      document: '`messageId`. The reference adds `id`, `status` and `createdAt`; an example adds `skipped`.',
      answer: 'All of them: `{id, messageId, status:"queued", createdAt, skipped:false}`.',
      client:
        'It returns `{messageId, id?, status?, createdAt?, skipped, sandbox, recipients?, message?}`. `skipped` is false by default, and `sandbox` is a boolean. A response without `messageId` and `id` is an error.',
      wire: {
        option: 'sendResult',
        meaning:
          '`minimal` is `{messageId, skipped}`, and `reference` is `{id, status, messageId, createdAt}`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'example and field table of the response to a send',
          note: 'The example has `messageId` and `skipped` and the table has the others. Neither has all five.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published pages',
          date: '2026-11',
          seen: 'The response has `messageId` and `skipped`.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients',
          date: '2026-11',
          seen: 'The clients in JS, Go and Rust read only `messageId`. Those in Python and Java also read `id` and `status`.',
          note: 'Nothing published has all five fields.',
        },
      ],
    },
    {
      id: 'A39',
      slug: 'message-id',
      title: '`id` and `messageId`',
      document: '`id` starts with `msg_`; `messageId` is the SMTP id.',
      answer:
        '`id` is `msg_` and 24 hexadecimal digits. `messageId` is 24 hexadecimal digits, `@` and the domain of the sender, without angle brackets.',
      client: 'They are two separate fields.',
      evidence: [
        {
          kind: 'documented',
          source: 'field table of emails',
          note: 'What follows the prefix, and what precedes the domain, is our choice.',
        },
      ],
    },
    {
      id: 'A40',
      slug: 'skipped',
      title: 'The meaning of `skipped`',
      document: 'The field is named, but not explained.',
      options: ['a duplicate (an idempotent replay)', 'all recipients are suppressed', 'always false'],
      answer:
        'False for a real send, true for an idempotent replay: this call sent nothing. A suppressed recipient is an error, not a skip.',
      client: 'It is a boolean; absent means false.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A41',
      slug: 'idem-where',
      title: 'Where the idempotency key goes',
      document: 'In the body field `idempotencyKey`.',
      answer:
        'In the body field, or in the header `X-Idempotency-Key` or `Idempotency-Key`. The same key in several places counts as one; different keys are a 400 `VALIDATION_ERROR` with the field `idempotencyKey`. Only sends use it.',
      client:
        'It sets the body field, and also the header `X-Idempotency-Key` if the key is visible ASCII. It refuses control characters and keys of over 256 characters before sending.',
      evidence: [
        { kind: 'documented', source: 'field table of a send, which has `idempotencyKey` in the body' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in JS, Go, Python and Java',
          date: '2026-11',
          seen: 'They send the header `X-Idempotency-Key`. The client in JS takes the key out of the body.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published client in PHP',
          date: '2026-11',
          seen: 'It sends the header `Idempotency-Key`.',
        },
      ],
    },
    {
      id: 'A42',
      slug: 'idem-valid',
      title: 'Valid idempotency keys',
      document: 'At most 256 characters.',
      answer:
        'A string of 1 to 256 code points. Anything else is a 400. The same rules apply to a key in a header.',
      evidence: [
        {
          kind: 'documented',
          source: 'field table of a send',
          note: 'Counting in code points and the 400 for an empty key are our choice.',
        },
      ],
    },
    {
      id: 'A43',
      slug: 'idem-scope',
      title: 'The scope of an idempotency key',
      document: 'Not specified.',
      answer:
        'The domain and environment (live or test), not the API key, because keys rotate. It only applies to sends.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A44',
      slug: 'idem-replay',
      title: 'The same key with the same body',
      document: 'The key prevents duplicate sends; what a reuse answers is not specified.',
      answer:
        'The same HTTP status and data as the first response, with `skipped: true`, the header `Idempotent-Replayed: true` and a new request id. This holds even if a recipient has been suppressed or an attachment has expired since. A key lasts 24 h from the first acceptance, and replays do not extend it; from then on the send is a new one. Two bodies are the same if their canonical JSON is equal, with `to`, `cc` and `bcc` as arrays and without `idempotencyKey`.',
      client: 'It returns the same result.',
      wire: {
        option: 'replay',
        meaning:
          '`verbatim` keeps `skipped: false`; `conflict` answers 409 `IDEMPOTENCY_CONFLICT` to any reuse.',
      },
      evidence: [
        { kind: 'assumed', note: 'That a key prevents a second send and lasts 24 hours is documented.' },
      ],
    },
    {
      id: 'A45',
      slug: 'idem-mismatch',
      title: 'The same key with a different body',
      document: 'Not specified.',
      options: ['replay', 'send', '409', '422', '400'],
      answer:
        'A 409 `IDEMPOTENCY_CONFLICT` with `idempotencyKey` as `details.field`. Nothing is sent. The documentation does not have this code.',
      client: 'It is a `ConflictError` and is not retried.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A46',
      slug: 'idem-inflight',
      title: 'Simultaneous duplicates',
      document: 'Not specified.',
      answer:
        'The second request waits for the first and replays it. If the first fails, the second runs normally.',
      client: 'It retries `IDEMPOTENCY_IN_PROGRESS`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A47',
      slug: 'idem-failed',
      title: 'The first attempt failed',
      document: 'Not specified.',
      answer: 'Only accepted sends (2xx) are remembered. After any 4xx or 5xx the key is free again.',
      evidence: [{ kind: 'assumed' }],
    },
  ],
};
