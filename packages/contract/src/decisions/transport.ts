import type { DecisionPart } from '../decision.ts';

/** Decisions about authentication, the envelope and HTTP itself. */
export const transport: DecisionPart = {
  title: 'Authentication, envelope and transport',
  decisions: [
    {
      id: 'A1',
      slug: 'auth-precedence',
      title: 'Both authentication headers are present',
      document: 'Either header may carry the key; which one wins if both are present is not specified.',
      options: ['`x-api-key` wins', '`Authorization` wins', 'both must agree', 'either valid one is enough'],
      answer:
        'Either header works. If both are present, a non-empty `x-api-key` decides alone: falling back to the other would let a stale proxy header authenticate. The scheme is case-insensitive. `Bearer` with an empty token is a 401 `UNAUTHORIZED`, and so is `Basic …` or a raw key in `Authorization` without `x-api-key`. More than one `x-api-key` header line is a 401 too.',
      client:
        "It sends exactly one header: `Authorization: Bearer` by default, or `x-api-key` with the option `authHeader: 'x-api-key'`.",
      evidence: [
        {
          kind: 'assumed',
          note: 'Five published clients send `X-API-Key` and the PHP client sends `Authorization: Bearer`, so both headers are in use.',
        },
      ],
    },
    {
      id: 'A2',
      slug: 'auth-401',
      title: 'A 401 without an envelope',
      document: 'Errors have an envelope, but the example of a 401 is only `{error:{code,message}}`.',
      answer:
        'A 401 has the envelope. It contains the bare example: `error.code` and `error.message` are in the same place. The response also has the header `WWW-Authenticate: Bearer`.',
      client:
        'It reads the error from an `error` object, an `error` string with `code`, a `message`, or the status text, and never requires `success`.',
      wire: {
        option: 'authError',
        meaning: '`bare` is exactly `{error:{code,message}}`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'the envelope of errors, which applies to every endpoint',
          note: 'The example of a 401 is bare.',
        },
      ],
    },
    {
      id: 'A3',
      slug: 'auth-vs-404',
      title: 'Authentication before routing',
      document: 'All endpoints require authentication; the order is not specified.',
      answer:
        'Under `/api/v1`, authentication comes first: an unknown route is a 401 without a key and a 404 with one. Upload URLs and the control plane are outside `/api/v1` and need no API key. An `OPTIONS` preflight needs none either.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A4',
      slug: 'check-order',
      title: 'The order of checks in a request',
      document: 'Not specified.',
      answer:
        'Authentication; rate limit; route and method; body size, media type and JSON; resources named in the path (404); body and query validation (400); idempotency replay; state (domain, template, attachments, suppression, credits, concurrency); effect. A validation error never spends credits or uses up an idempotency key.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A5',
      slug: 'envelope',
      title: 'A success without an envelope',
      document: 'Every response has an envelope.',
      answer: 'Every success with a body has an envelope.',
      client: 'If a 2xx JSON object has no boolean `success`, the client takes the whole body as the data.',
      evidence: [
        { kind: 'documented', source: 'the envelope of successes, which applies to every endpoint' },
      ],
    },
    {
      id: 'A6',
      slug: 'errors-200',
      title: '`success: false` with HTTP 200',
      document: 'Not specified.',
      answer: 'This never happens.',
      client:
        '`success: false` is an error at any status. The client reports the status it received and picks the kind of error by `code`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A7',
      slug: 'error-meta',
      title: 'The `meta` of errors',
      document: '`timestamp` and `requestId`.',
      answer: '`path` is included too.',
      client:
        'Every field of `meta` is optional. The request id is `meta.requestId`, or else the header `X-Request-Id`.',
      evidence: [
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'page example of an error',
          date: '2026-11',
          seen: '`meta.path` is in it.',
        },
      ],
    },
    {
      id: 'A8',
      slug: 'request-id',
      title: 'The format of the request id',
      document: 'A string.',
      answer:
        '`req_` and 24 hexadecimal digits, new for each response. It is also the `X-Request-Id` header of every response, including 204, 401 and 429. An `X-Request-Id` sent by the caller is ignored.',
      client: 'It is an opaque string.',
      evidence: [
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published examples',
          date: '2026-11',
          seen: 'Ids are like `req_abc123`.',
          note: 'The number of digits and the header are our choice.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'newer published examples',
          date: '2026-11',
          seen: 'Ids are UUIDs.',
        },
      ],
    },
    {
      id: 'A9',
      slug: 'meta-path',
      title: 'The content of `meta.path`',
      document: 'The path of the request.',
      answer:
        'The URL path as received, percent-encoding included, without the host, the query string and a trailing slash.',
      evidence: [
        {
          kind: 'documented',
          source: 'the note on `meta.path`',
          note: 'It mentions neither percent-encoding nor the query string nor a trailing slash.',
        },
      ],
    },
    {
      id: 'A10',
      slug: 'unknown-route',
      title: 'An unknown route or method',
      document: 'Not specified.',
      answer:
        'An unknown path is a 404 `NOT_FOUND`. A known path with the wrong method is a 405 `METHOD_NOT_ALLOWED` with an `Allow` header. `HEAD` is answered like `GET`, without the body. `OPTIONS` is a 204 with `Allow` and the CORS headers, and does not count towards the rate limit. One trailing slash is tolerated, paths are case-sensitive, and a `%` that cannot be decoded is a 404.',
      client: 'It reports 404 and 405 with its general API error classes.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A11',
      slug: 'cors',
      title: 'Cross-origin requests',
      document: 'Not specified: secret keys belong on a server.',
      answer:
        'In process, every page may call: the sandbox answers `Access-Control-Allow-Origin: *`. Over HTTP, A127 says which pages may. The sandbox allows `Authorization`, `x-api-key`, `Content-Type`, `X-Idempotency-Key`, `Idempotency-Key` and `User-Agent`, and exposes `X-RateLimit-*`, `Retry-After` and `X-Request-Id`. An option turns this off.',
      evidence: [
        {
          kind: 'assumed',
          note: 'Some browsers send `User-Agent`, which the published client in JS sets, only if a preflight allows it.',
        },
      ],
    },
    {
      id: 'A12',
      slug: 'json',
      title: 'Malformed, empty or non-object JSON',
      document: 'Only that `VALIDATION_ERROR` is for invalid or missing parameters.',
      answer:
        'All of these are a 400 `VALIDATION_ERROR`: malformed JSON, invalid UTF-8, an array, string or `null` at the top level, and an empty body if one is required. `details.reason` is `invalid_json` or `body_required`. Confirming an upload ignores its body. If a JSON key is repeated, the last one wins. `__proto__` is harmless.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A13',
      slug: 'media-type',
      title: 'A wrong Content-Type',
      document: 'Bodies are sent as `application/json`.',
      answer:
        'JSON is accepted as `application/json`, as any `+json` type in UTF-8, and without the header. Anything else is a 415 `UNSUPPORTED_MEDIA_TYPE`.',
      client: 'It sends `application/json` with every body, and no Content-Type with a GET.',
      evidence: [
        {
          kind: 'assumed',
          note: 'That bodies are sent as `application/json` is documented, but not what happens otherwise.',
        },
      ],
    },
    {
      id: 'A14',
      slug: 'too-large',
      title: 'A request body that is too large',
      document: 'Only `EMAIL_TOO_LARGE` (10 MB).',
      answer:
        'Bodies of up to 20 MiB are parsed, so an email over 10 MB can reach `EMAIL_TOO_LARGE` and a batch of over 1,000 addresses can reach `BATCH_TOO_LARGE`. A larger body is a 413 `PAYLOAD_TOO_LARGE`, and the connection is closed.',
      client: 'It does not retry a 413.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A15',
      slug: 'unknown-fields',
      title: 'Unknown body fields',
      document: 'Not specified.',
      answer:
        'They are ignored. A snake_case name is not an alias of a documented one. A122 says how to notice them.',
      evidence: [
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in Python and Java',
          date: '2026-11',
          seen: 'The clients in Python and Java send `template_id`, `attachment_ids` and `reply_to`, and the client in Java `custom_fields` of a list. If the service ignores such names, these fields are lost, and nothing can be sent from a template.',
          note: 'Nothing shows what the service does with other unknown fields.',
        },
      ],
    },
    {
      id: 'A16',
      slug: 'nulls',
      title: 'Absent or null',
      document: 'The examples omit fields that have no value.',
      answer: 'Optional fields without a value are omitted.',
      client: 'Both `null` and absent become `undefined`.',
      wire: {
        option: 'nulls',
        meaning: '`explicit` sends optional fields without a value as `null`; A121 says which.',
      },
      evidence: [{ kind: 'documented', source: 'example emails, which omit fields without a value' }],
    },
    {
      id: 'A17',
      slug: 'ids',
      title: 'The format of ids',
      document: 'Ids have prefixes, without a guarantee; some examples have none.',
      answer:
        'The prefix and 24 lower-case hexadecimal digits from a seeded generator, so runs are repeatable. `domainId` and `userId` are 24 hexadecimal digits.',
      client:
        'Ids are opaque strings, percent-encoded in paths. Empty ids, `.` and `..` are refused. `_id` is read as `id`, and so is `verificationId` in verification records.',
      wire: {
        option: 'ids',
        meaning: '`unprefixed` is 24 hexadecimal digits, or a UUID for contacts (A125).',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'table of the prefixes of ids',
          note: 'It says that some examples have no prefix.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'page examples of a verification and of a contact',
          date: '2026-11',
          seen: 'The verification has 24 hexadecimal digits and the contact a UUID, both without a prefix.',
        },
      ],
    },
    {
      id: 'A18',
      slug: 'timestamps',
      title: 'Timestamps in requests',
      document: 'ISO 8601.',
      answer:
        '`YYYY-MM-DDTHH:mm[:ss[.fff]](Z|±hh:mm)`, a date alone and the forms of A118 are accepted; anything else is a 400. Timestamps are stored and returned in UTC with milliseconds and `Z`.',
      client:
        'Timestamps stay strings. The package exports a helper that parses them, and also reads epoch numbers (see A28).',
      evidence: [
        {
          kind: 'documented',
          source: 'the convention for timestamps',
          note: 'It names ISO 8601 in UTC with milliseconds. Which of its forms a request may use, and the 400, are our choice.',
        },
      ],
    },
    {
      id: 'A19',
      slug: 'status-codes',
      title: 'Status codes of successes',
      document: 'Only the 204 of suppress.',
      answer:
        '201 for sending an email and for creating an upload, a contact list or a contact. 202 for a batch that is still running, and 200 for one that completes at once. 200 for confirm, for verifying one address, and for every GET and PUT. 204 for suppress and DELETE.',
      client: 'Any 2xx is a success. A 204 or an empty body becomes `undefined`.',
      wire: {
        option: 'successStatus',
        meaning: '`200` answers 200 to everything that returns a body.',
      },
      evidence: [
        { kind: 'documented', source: 'the response to suppress, which is a 204' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'fixtures of published clients',
          date: '2026-11',
          seen: 'Creating and sending answer 201, and deleting answers 204.',
          note: 'The 202 of a running batch is our choice.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published pages',
          date: '2026-11',
          seen: 'They list 200 and 201.',
        },
      ],
    },
    {
      id: 'A20',
      slug: 'validation-status',
      title: '400 or 422 for validation errors',
      document: '400.',
      answer: '400.',
      client: 'A 400 or 422 with a validation code is a `ValidationError`.',
      evidence: [
        { kind: 'documented', source: 'table of error codes' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published pages',
          date: '2026-11',
          seen: 'They list `MISSING_REQUIRED_FIELD` and `INVALID_PARAMETER` with the status 400.',
        },
      ],
    },
    {
      id: 'A21',
      slug: 'details',
      title: 'The shape of `error.details`',
      document: 'An object, for example with the field and its value.',
      answer:
        '`{field, value?, reason?, errors:[{field,message}]}`. `field` is a path such as `customFields.plan` or `to[1]`. `value` is cut to 256 characters, and left out if it is a secret. `field` and `value` describe the first error, in the order of the body.',
      client: 'It keeps `details` as received. `fieldErrors()` understands all three known shapes.',
      evidence: [
        {
          kind: 'documented',
          source: 'description of the error body',
          note: 'It names an object with `field` and `value`. `reason`, `errors` and the paths are our choice.',
        },
      ],
    },
    {
      id: 'A22',
      slug: 'server-error',
      title: 'Server errors and errors that are not JSON',
      document: 'Not specified.',
      answer:
        'A 500 is an `INTERNAL_ERROR` with the envelope. Use faults to get other failures: a status, a code, an HTML body, a broken connection or a slow response.',
      client:
        'An error that is not JSON has the code `UNKNOWN_ERROR` and a snippet of the body. Retries follow A23.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A23',
      slug: 'retry',
      title: 'What the client may retry',
      document: 'Not specified.',
      answer: 'This is up to the client.',
      client:
        'It retries every GET and PUT after network errors, 408, 429 and 5xx. It retries a send only with an idempotency key, and makes one up for each `send()` that has none. It retries other POSTs only if they were not processed, or if repeating them does no harm (A117). It does not retry `TOO_MANY_BATCHES`. The delay grows with jitter up to a limit, and follows `Retry-After` up to `maxRetryAfter`.',
      evidence: [{ kind: 'assumed', note: 'This is about the client. No service can confirm it.' }],
    },
  ],
};
