import type { DecisionPart } from '../decision.ts';

/** Decisions about the answer to a send and about idempotency keys. */
export const sendReceipts: DecisionPart = {
  title: 'Sending: receipts and idempotency keys',
  decisions: [
    {
      id: 'A38',
      slug: 'send-shape',
      title: 'The answer to a live send',
      document: '`messageId`; the reference also has `id`, `status` and `createdAt`, an example `skipped`.',
      answer: 'The superset `{id, messageId, status:"queued", createdAt, skipped:false}`.',
      client:
        'It becomes `{messageId, id?, status?, createdAt?, skipped, sandbox, recipients?, message?}`, where `skipped` is false by default and `sandbox` a boolean. An answer with neither `messageId` nor `id` is an error.',
      wire: {
        option: 'sendResult',
        values: ['full', 'minimal', 'reference'],
        meaning:
          '`minimal` is `{messageId, skipped}` and `reference` is `{id, status, messageId, createdAt}`.',
      },
    },
    {
      id: 'A39',
      slug: 'message-id',
      title: '`id` and `messageId`',
      document: '`id` begins with `msg_`; `messageId` is the SMTP id.',
      answer:
        '`id` is `msg_` and 24 hexadecimal digits; `messageId` is 24 hexadecimal digits, `@` and the domain of the sender, without angle brackets.',
      client: 'They are two separate fields.',
    },
    {
      id: 'A40',
      slug: 'skipped',
      title: 'The meaning of `skipped`',
      document: 'It is only named.',
      options: ['a duplicate (an idempotent replay)', 'all recipients are suppressed', 'always false'],
      answer:
        'False on a real send, true on an idempotent replay: "this call sent nothing". Suppression is an error, not a skip.',
      client: 'It is a boolean; absent means false.',
    },
    {
      id: 'A41',
      slug: 'idem-where',
      title: 'Where the idempotency key travels',
      document: 'The body field `idempotencyKey`.',
      answer:
        'The body field and the headers `X-Idempotency-Key` and `Idempotency-Key` are accepted. Several equal ones count as one; different ones are a 400 `VALIDATION_ERROR` with the field `idempotencyKey`. Only sending an email honours it.',
      client:
        'It sends the body field and the header `X-Idempotency-Key` where the key is visible ASCII, else the body field only. Control characters and keys over 256 characters are refused before sending.',
    },
    {
      id: 'A42',
      slug: 'idem-valid',
      title: 'Valid idempotency keys',
      document: '§8: at most 256 characters.',
      answer:
        'A string of 1 to 256 code points; an empty or non-string one is a 400. The rules are the same for a key in a header.',
    },
    {
      id: 'A43',
      slug: 'idem-scope',
      title: 'The scope of an idempotency key',
      document: 'Not shown.',
      answer:
        'Per domain and environment (live or test), not per API key, since keys rotate; only for sending an email.',
    },
    {
      id: 'A44',
      slug: 'idem-replay',
      title: 'The same key with the same body',
      document: '"prevents duplicate sends … behaviour when reused: not shown".',
      answer:
        'The same HTTP status and the same data (`id`, `messageId`, `createdAt`, and `status` as it was in the first response) with `skipped: true`, the header `Idempotent-Replayed: true` and a new request id. A replay works even where a recipient was suppressed or an attachment expired since then. Keys are kept for 24 h from the first acceptance, which replays do not extend; at 24 h or later the send is a new one. Bodies are equal where their canonical JSON is, after `to`, `cc` and `bcc` are made arrays and `idempotencyKey` is dropped.',
      client: 'The result is the same object.',
      wire: {
        option: 'replay',
        values: ['skipped', 'verbatim', 'conflict'],
        meaning:
          '`verbatim` keeps `skipped: false`; `conflict` answers 409 `IDEMPOTENCY_CONFLICT` to any reuse.',
      },
    },
    {
      id: 'A45',
      slug: 'idem-mismatch',
      title: 'The same key with another body',
      document: 'Not shown.',
      options: ['replay', 'send', '409', '422', '400'],
      answer:
        'A 409 `IDEMPOTENCY_CONFLICT`, a code of the sandbox, with `details.field` `idempotencyKey`; nothing is sent.',
      client: 'It is a `ConflictError` and is not retried.',
    },
    {
      id: 'A46',
      slug: 'idem-inflight',
      title: 'Duplicates at the same time',
      document: 'Not shown.',
      answer:
        'The second waits for the first and replays it. Where the first fails, the second runs as if it were the first.',
      client: 'It retries `IDEMPOTENCY_IN_PROGRESS`.',
    },
    {
      id: 'A47',
      slug: 'idem-failed',
      title: 'The first attempt failed',
      document: 'Not shown.',
      answer: 'Only accepted sends (2xx) are remembered; after any 4xx, 5xx or 429 the key is free.',
    },
  ],
};
