import type { DecisionPart } from '../decision.ts';

/** Decisions about authentication, the envelope and HTTP itself. */
export const transport: DecisionPart = {
  title: 'Authentication, envelope and transport',
  decisions: [
    {
      id: 'A1',
      slug: 'auth-precedence',
      title: 'Both authentication headers are present',
      document: '§5: "which form is authoritative when both are present: not shown".',
      options: ['`x-api-key` wins', '`Authorization` wins', 'both must agree', 'either valid one is enough'],
      answer:
        'Either header is accepted. Where both are present, a non-empty `x-api-key` decides alone and nothing falls back to the other header, because a fallback would let a stale proxy header authenticate. The scheme is compared without regard to case. `Bearer` with an empty token, and `Basic …` or a raw key in `Authorization` without `x-api-key`, are a 401 `UNAUTHORIZED`. Several `x-api-key` header lines are a 401 too.',
      client:
        "It sends exactly one header: `Authorization: Bearer` by default, as all endpoint examples do, or `x-api-key` with the option `authHeader: 'x-api-key'`.",
    },
    {
      id: 'A2',
      slug: 'auth-401',
      title: 'The 401 without an envelope',
      document:
        '§1 has an error envelope "for every endpoint"; the example of §5 is `{error:{code,message}}` only.',
      answer:
        'A 401 has the envelope, which is a superset: `error.code` and `error.message` sit where the bare example has them. The header `WWW-Authenticate: Bearer` is added.',
      client:
        'It reads the error from an `error` object, from an `error` string with `code`, from `message`, or from the status text, and never requires `success`.',
      wire: {
        option: 'authError',
        values: ['enveloped', 'bare'],
        meaning: '`bare` is exactly `{error:{code,message}}`.',
      },
    },
    {
      id: 'A3',
      slug: 'auth-vs-404',
      title: 'The order of authentication and routing',
      document: 'Not shown ("All endpoints require authentication").',
      answer:
        'Under `/api/v1` authentication comes first, so an unknown route is a 401 without a key and a 404 with one. Outside `/api/v1` (upload URLs and the control plane) no API key is needed. An `OPTIONS` preflight needs no key.',
    },
    {
      id: 'A4',
      slug: 'check-order',
      title: 'The order of the checks in one request',
      document: 'Not shown.',
      answer:
        'Authentication, rate limit, route and method, body size with media type and JSON, resources named in the path (404), body and query validation (400), idempotency replay, state checks (domain, template, attachments, suppression, credits, concurrency), effect. A validation error never consumes credits or an idempotency key.',
    },
    {
      id: 'A5',
      slug: 'envelope',
      title: 'A success without an envelope',
      document: '§1: always enveloped.',
      answer: 'Every success that has a body is enveloped.',
      client: 'Where a JSON object of a 2xx has no boolean `success`, the whole body is taken as the data.',
    },
    {
      id: 'A6',
      slug: 'errors-200',
      title: '`success: false` with HTTP 200',
      document: 'Not shown.',
      answer: 'It never happens.',
      client:
        '`success: false` is an error at any status; the status is reported as it was received and the kind of error follows from `code`.',
    },
    {
      id: 'A7',
      slug: 'error-meta',
      title: 'The `meta` of errors',
      document: '§1: `{timestamp, requestId}`.',
      answer: '`path` is included as well, as an addition.',
      client:
        'All fields of `meta` are optional; the request id is `meta.requestId`, else the header `X-Request-Id`.',
    },
    {
      id: 'A8',
      slug: 'request-id',
      title: 'The form of the request id, and its header',
      document: '"string".',
      answer:
        '`req_` and 24 hexadecimal digits, new for each response, also as the header `X-Request-Id` on every response, 204, 401 and 429 included. An `X-Request-Id` that the caller sends is ignored.',
      client: 'It is an opaque string.',
    },
    {
      id: 'A9',
      slug: 'meta-path',
      title: 'The content of `meta.path`',
      document: '"the request path".',
      answer:
        'The URL path as it was received: its percent-encoding is kept, and query string, host and a trailing slash are removed.',
    },
    {
      id: 'A10',
      slug: 'unknown-route',
      title: 'An unknown route or method',
      document: 'Not shown.',
      answer:
        'An unknown path is a 404 `NOT_FOUND`; a known path with the wrong method is a 405 `METHOD_NOT_ALLOWED` with `Allow`. `HEAD` is answered as `GET` without a body; `OPTIONS` is a 204 with `Allow` and the CORS headers, and the rate limit does not count it. One trailing slash is tolerated, paths are case-sensitive, and a `%` that cannot be decoded is a 404.',
      client: 'It reports 405 and 404 with its generic API error classes.',
    },
    {
      id: 'A11',
      slug: 'cors',
      title: 'Cross-origin requests',
      document: 'Not shown (secret keys belong on a server).',
      answer:
        'The sandbox is a local tool, so it answers `Access-Control-Allow-Origin: *`, allows `Authorization`, `x-api-key`, `Content-Type`, `X-Idempotency-Key` and `Idempotency-Key`, and exposes `X-RateLimit-*`, `Retry-After` and `X-Request-Id`. An option turns this off.',
    },
    {
      id: 'A12',
      slug: 'json',
      title: 'Malformed, empty or non-object JSON',
      document: 'Not shown (`VALIDATION_ERROR` is "invalid or missing parameters").',
      answer:
        'Malformed JSON, invalid UTF-8, an array, a string or `null` at the top level, and an empty body where one is required are a 400 `VALIDATION_ERROR` whose `details.reason` is `invalid_json` or `body_required`. Confirming an upload accepts no body, `{}` or anything else, and ignores it. Of duplicate JSON keys the last wins. `__proto__` is guarded against.',
    },
    {
      id: 'A13',
      slug: 'media-type',
      title: 'A wrong Content-Type',
      document: '"send application/json".',
      answer:
        'A JSON body without the header is accepted, and so are `application/json` and `+json` types in UTF-8. Anything else is a 415 `UNSUPPORTED_MEDIA_TYPE`.',
      client: 'It always sends `application/json` with a body, and no Content-Type with a GET.',
    },
    {
      id: 'A14',
      slug: 'too-large',
      title: 'An HTTP body that is too large',
      document: 'Only `EMAIL_TOO_LARGE` (10 MB).',
      answer:
        'Bodies are parsed up to 20 MiB, so that emails over 10 MB reach `EMAIL_TOO_LARGE` and batches over 1,000 addresses reach `BATCH_TOO_LARGE`. A larger body is a 413 `PAYLOAD_TOO_LARGE`, and the connection is closed.',
      client: 'A 413 is not retried.',
    },
    {
      id: 'A15',
      slug: 'unknown-fields',
      title: 'Unknown body fields',
      document: 'Not shown.',
      answer: 'They are ignored silently; snake_case is no alias of a documented name.',
    },
    {
      id: 'A16',
      slug: 'nulls',
      title: 'Absent or null',
      document: '§2.1: omitted.',
      answer: 'Optional fields without a value are omitted.',
      client: '`null` and absent both become `undefined`.',
      wire: {
        option: 'nulls',
        values: ['omit', 'explicit'],
        meaning: '`explicit` sends every optional field that has no value as `null`.',
      },
    },
    {
      id: 'A17',
      slug: 'ids',
      title: 'The form of ids',
      document: 'Prefixes, which are not guaranteed; some examples have none.',
      answer:
        "The prefix and 24 lower-case hexadecimal digits from the kernel's seeded generator, so that a run can be repeated. `domainId` and `userId` are 24 hexadecimal digits.",
      client:
        'Ids are opaque strings that are percent-encoded in paths; empty ones, `.` and `..` are refused. `_id` is accepted for `id`, and so is `verificationId` in verification records.',
      wire: {
        option: 'ids',
        values: ['prefixed', 'unprefixed'],
        meaning: '`unprefixed` is 24 hexadecimal digits, or a UUID for verifications.',
      },
    },
    {
      id: 'A18',
      slug: 'timestamps',
      title: 'Timestamps in requests',
      document: 'ISO 8601.',
      answer:
        '`YYYY-MM-DDTHH:mm[:ss[.fff]](Z|±hh:mm)` and a date alone are accepted; anything else is a 400. Timestamps are stored and returned in UTC with milliseconds and `Z`.',
      client:
        'Its types keep strings and convert nothing to `Date`; a helper that parses them is exported. It also accepts epoch numbers, as the rate reset may be (A28).',
    },
    {
      id: 'A19',
      slug: 'status-codes',
      title: 'Status codes of success',
      document: 'Only suppress is shown, as 204; §4.6: "not shown".',
      answer:
        '201 for sending an email and for creating an upload, a contact list or a contact; 202 for a batch that is left running and 200 for one that is complete at once; 200 for confirm, for single verification and for every GET and PUT; 204 for suppress and DELETE.',
      client: 'Any 2xx is a success; a 204 or an empty body becomes `undefined`.',
      wire: {
        option: 'successStatus',
        values: ['rest', '200'],
        meaning: '`200` answers 200 wherever a body is returned.',
      },
    },
    {
      id: 'A20',
      slug: 'validation-status',
      title: '400 or 422 for validation',
      document: '400.',
      answer: '400.',
      client: 'A 400 or a 422 with a validation code is a `ValidationError`.',
    },
    {
      id: 'A21',
      slug: 'details',
      title: 'The shape of `error.details`',
      document: 'An object, "e.g. field, value".',
      answer:
        '`{field, value?, reason?, errors:[{field,message}]}`. `field` is a path such as `customFields.plan` or `to[1]`; `value` is echoed, cut to 256 characters, and never for secrets. The first error in document order fills `field` and `value`.',
      client: '`details` is kept as received, and `fieldErrors()` understands the three shapes.',
    },
    {
      id: 'A22',
      slug: 'server-error',
      title: 'The code of a 5xx, and errors that are not JSON',
      document: 'Not shown.',
      answer:
        'A 500 is an enveloped `INTERNAL_ERROR`. The control plane injects failures: a status, a code, an HTML body, a connection reset, a slow answer.',
      client:
        'An error that is not JSON is an API error with the code `UNKNOWN_ERROR` and a snippet of the body. 500, 502, 503, 504 and network errors are retried only where that is safe (A23).',
    },
    {
      id: 'A23',
      slug: 'retry',
      title: 'What the client may retry',
      document: 'Not shown.',
      answer: 'This is for the client to decide.',
      client:
        'GET, HEAD, PUT, DELETE and the like, the GETs of verifications included, are retried after network errors, 408, 429 and 5xx. Sending an email is retried only with an idempotency key, which the client makes up for each `send()` unless told not to. Other POSTs are retried only after a 429 `RATE_LIMIT_EXCEEDED`, because then the request was not processed. `TOO_MANY_BATCHES` is not retried by default. The backoff is jittered and capped, and `Retry-After` is honoured up to a maximum.',
    },
  ],
};
