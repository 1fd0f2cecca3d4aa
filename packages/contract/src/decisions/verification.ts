import type { DecisionPart } from '../decision.ts';

/** Decisions about verification, credits, and what the document leaves out altogether. */
export const verification: DecisionPart = {
  title: 'Verification',
  decisions: [
    {
      id: 'A96',
      slug: 'verify-shape',
      title: 'The shape of a single result',
      document: 'The example has `email` and `status`; the text describes more fields.',
      answer:
        'All of them: `{email,status,result,isValid,reason,riskScore,cached,details{isDisposable,isFreeProvider,isRoleAccount}}`. `cached` lets you see the cache at work.',
      client:
        'It returns `{email, status, result, isValid, reason?, riskScore?, cached?, details?}`. `status` follows from `result`: valid is clean, invalid and risky are dirty, unknown is unknown. `result` follows from a `status` of clean or unknown, but not from dirty (A129). `isValid` is derived. `cached` is undefined if absent, not false.',
      wire: {
        option: 'verification',
        meaning: '`minimal` is `{email, status}`; `rich` has no `status`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'example of a result for `email` and `status`, and table of the richer result',
          note: 'Neither has all fields.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'page example of a result',
          date: '2026-11',
          seen: 'It has `email` and `status`, which the clients in Python and Rust require.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in JS, Go and Java',
          date: '2026-11',
          seen: 'They read `result`, and `isValid` in JS and Go, `is_valid` in Java.',
          note: 'Nothing published has all fields.',
        },
      ],
    },
    {
      id: 'A97',
      slug: 'outcome',
      title: 'The result of an address, without a network',
      document: 'Only the categories.',
      answer:
        'The first rule that matches the normalised address decides; the risk score is in brackets. 1. A result set through the control plane. 2. Invalid (100): a domain without mail, which is `*.invalid`, a label `nxdomain` or `no-mx`, or a typo (gmial.com, gmai.com, hotmial.com, yaho.com). 3. Invalid (100): a local part, before any `+`, of invalid, bounce, bounced, nonexistent or no-such-user. 4. Unknown (50): a local part of unknown, timeout or greylisted, or a domain label `unknown`. 5. Risky (80): a disposable domain (mailinator.com, tempmail.com, guerrillamail.com, 10minutemail.com, yopmail.com, trashmail.com and so on). 6. Risky (60): a role (admin, administrator, support, info, sales, contact, help, billing, postmaster, webmaster, hostmaster, abuse, noreply, no-reply, marketing, office, team, security). 7. Risky (65): a first domain label `catchall` or `catch-all`. 8. Risky (75): a first domain label `spammy` or `complaints`. 9. Valid: anything else (10 at a free provider, otherwise 5). If several risk factors apply, the score is the highest of them plus 5 for each other one, at most 95. The flags in `details` are always computed.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A98',
      slug: 'single-missing',
      title: 'A single verification without a valid address',
      document:
        '`INVALID_EMAIL` is for an invalid format, `VALIDATION_ERROR` for invalid or missing parameters.',
      answer:
        'A missing or non-string `email` is a 400 `VALIDATION_ERROR`. A string that is not an address is a 400 `INVALID_EMAIL`.',
      evidence: [
        {
          kind: 'assumed',
          note: 'That a missing address is not an invalid one is our reading. Published pages also list a 400 `MISSING_REQUIRED_FIELD`.',
        },
      ],
    },
    {
      id: 'A99',
      slug: 'cache',
      title: 'The verification cache',
      document: '24 hours; a cached address is free.',
      answer:
        'The key is the domain, the environment and the normalised address. An entry lasts 24 h from the verification, and hits do not extend it. Addresses of a batch enter the cache as they are processed; a failed check caches nothing. If two running batches have the same address, both pay.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of limits',
          note: 'What identifies an entry, and that hits do not extend it, are our choice.',
        },
      ],
    },
    {
      id: 'A100',
      slug: 'batch-empty',
      title: 'An empty or invalid batch',
      document:
        '`VALIDATION_ERROR` is for an invalid address, `BATCH_TOO_LARGE` for more than 1,000. An empty batch is not mentioned.',
      answer:
        '`[]` is a 400 `VALIDATION_ERROR`. The size (over 1,000 entries) is checked before the entries. `details.field` is the first bad address, as `emails[i]`, and `details.errors` lists up to 20 of them.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A101',
      slug: 'batch-dups',
      title: 'Duplicates in a batch',
      document: 'Not specified.',
      options: ['remove them', 'keep them'],
      answer:
        'They are kept: `totalEmails`, the results and the analytics count every entry. Each distinct new address, ignoring case, is charged once.',
      client: 'It does not remove duplicates.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A102',
      slug: 'batch-mixed',
      title: 'Cached and new addresses in one batch',
      document:
        'The response has results only if every address is cached. A cached address is free, a new one costs a credit.',
      answer:
        'The batch runs asynchronously. `creditsDeducted` is the number of distinct addresses that are not cached. Cached entries count as processed from the start.',
      evidence: [
        {
          kind: 'documented',
          source:
            'response to a batch, which has results at once only if every address is cached, and its price',
          note: 'That cached entries count as processed from the start is our choice.',
        },
      ],
    },
    {
      id: 'A103',
      slug: 'batch-immediate',
      title: 'A batch of cached addresses only',
      document: 'The reference has a `verificationId`; the example has none.',
      answer:
        'HTTP 200 with `{totalEmails,creditsDeducted:0,status:"completed",results,analytics}`, without `verificationId`. It is recorded and listed like any other.',
      client: '`verificationId` is optional. Waiting for a completed batch returns at once.',
      wire: {
        option: 'batchImmediate',
        meaning: '`with-id` adds `verificationId`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'example of a batch that completes at once, and the price of cached addresses',
          note: 'The field table has a `verificationId`.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'fixture of the published client in Rust',
          date: '2026-11',
          seen: 'A batch that completed at once has no id. The clients in Python and Java can do without.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in JS and Go',
          date: '2026-11',
          seen: 'Their types always have an id.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'fixture of the published client in Rust',
          date: '2026-11',
          seen: 'The same batch has `creditsDeducted: 6` for three addresses.',
        },
      ],
    },
    {
      id: 'A104',
      slug: 'results-shape',
      title: 'The shape of batch results',
      document: 'An array or an object; items are not specified, and the example is grouped.',
      answer: 'Addresses grouped as `{clean,dirty,unknown}`, in the order of submission.',
      client: 'It sends `includeResults=true`, and returns both `VerificationResult[]` and the groups.',
      wire: {
        option: 'batchResults',
        meaning: '`items` is an array of single results.',
      },
      evidence: [
        { kind: 'documented', source: 'example of a completed batch' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Rust and Java',
          date: '2026-11',
          seen: 'They read groups. The clients in Go and Python accept groups and arrays.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published client in JS',
          date: '2026-11',
          seen: 'It reads an array.',
        },
      ],
    },
    {
      id: 'A105',
      slug: 'analytics',
      title: 'The names in analytics',
      document:
        'Examples have `cleanCount` and so on; the reference has `valid`, `invalid`, `risky` and `unknown`.',
      answer: 'Both, so you can see how many are risky. `dirtyCount` is invalid plus risky.',
      client:
        'It returns `{clean,dirty,unknown,cleanPercentage, valid?,invalid?,risky?}`. If the first three are absent, clean is valid, dirty is invalid plus risky, and the percentage is computed.',
      wire: {
        option: 'analytics',
        meaning:
          '`clean` is `cleanCount`, `dirtyCount`, `unknownCount` and `cleanPercentage`; `valid` is `valid`, `invalid`, `risky` and `unknown`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'examples for the names with `Count`, and field table for the others',
          note: 'Neither has both.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Rust and Java, and a page example',
          date: '2026-11',
          seen: 'They have `cleanCount` and so on.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in JS and Go',
          date: '2026-11',
          seen: 'They have `valid` and so on.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published client in Python',
          date: '2026-11',
          seen: 'It accepts any counts, but refuses a `cleanPercentage` that is not whole.',
        },
      ],
    },
    {
      id: 'A106',
      slug: 'verification-id',
      title: '`id` or `verificationId` in records',
      document: '`id`.',
      answer: '`id`.',
      client: 'It reads `id`, or else `verificationId`.',
      wire: {
        option: 'verificationId',
        meaning:
          '`verificationId` gives a fetched record that name instead. Lists have an option of their own (A131).',
      },
      evidence: [
        { kind: 'documented', source: 'field table of verification batches' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published client in JS',
          date: '2026-11',
          seen: 'It reads `id`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'fixtures of the published clients in Go, Rust and Java',
          date: '2026-11',
          seen: 'A fetched record has `verificationId`.',
        },
      ],
    },
    {
      id: 'A107',
      slug: 'batch-time',
      title: 'How long a batch takes',
      document: 'About 1 to 2 s per email.',
      answer:
        'It is pending for 250 ms. Then each entry that is not cached takes 1,000 ms on the clock. Batches run in parallel. `progress` is `floor(100*processed/total)`. The times are configurable, down to 0.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of limits, which has 1 to 2 seconds per email',
          note: 'The wait before the first entry and batches in parallel are our choice.',
        },
      ],
    },
    {
      id: 'A108',
      slug: 'batch-failed',
      title: 'When a batch fails',
      document: 'The state is named, but not its cause.',
      answer:
        'An entry at the domain `batch-fail.test` fails the batch when its turn comes; a cached entry has no turn. The control plane can fail a batch too. `completedAt` is set, there are no results or analytics, and credits are not refunded.',
      client: 'Waiting for it rejects with a `VerificationFailedError` that has the record.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A109',
      slug: 'credits',
      title: 'Accounting for credits',
      document: '1 per new address; a batch pays up front.',
      answer:
        'Each domain has a whole number of credits, 10,000 by default. Checking and spending is a single step, all or nothing. A 402 has the details `{required,available}`. Only live keys use credits. A batch is checked in this order: validation, `BATCH_TOO_LARGE`, `TOO_MANY_BATCHES`, `INSUFFICIENT_CREDITS`. Only the control plane shows the balance.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of limits, for the price and payment up front',
          note: 'The balance, its details and the order of checks are our choice.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'fixture of the published client in Rust',
          date: '2026-11',
          seen: 'A batch of three addresses has `creditsDeducted: 6`.',
        },
      ],
    },
    {
      id: 'A110',
      slug: 'conc-scope',
      title: 'The scope of five concurrent batches',
      document: 'Not specified.',
      answer:
        'Each domain and environment. Batches that are pending or processing count; those that complete at once do not.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A111',
      slug: 'tmb-retry',
      title: '`TOO_MANY_BATCHES` and Retry-After',
      document: '429. Retry-After is described for the rate limit only.',
      answer: 'Retry-After is the number of seconds until the next batch finishes, at least 1.',
      client: 'It has its own error class, which is not a `RateLimitError`, and is not retried.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A112',
      slug: 'singles-listed',
      title: 'Are single verifications recorded?',
      document: 'An example of the list has a record of type `single`.',
      answer:
        'Yes. Each call creates a completed `single` record, even if the address is cached, with `creditsDeducted` 0 or 1. It can be listed and fetched.',
      evidence: [
        {
          kind: 'documented',
          source: 'example of the list of verifications',
          note: 'That every single call is recorded is our reading.',
        },
      ],
    },
    {
      id: 'A113',
      slug: 'stats-defs',
      title: 'What the statistics count',
      document: 'The names of the counters, with a short explanation.',
      answer:
        '`totalVerifications` counts completed requests: single calls and batches, cached ones included. `totalVerified` counts distinct addresses with a result, by their latest one. Risky counts as `totalUnknown`. Test keys have their own statistics.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of verification statistics',
          note: 'That the latest result of an address counts, and that test keys have their own statistics, is our choice.',
        },
      ],
    },
    {
      id: 'A114',
      slug: 'pct-zero',
      title: 'Percentages',
      document: 'A number from 0 to 100; division by zero is not specified.',
      answer: 'A JSON number rounded to 2 decimals, or 0 if the denominator is 0.',
      evidence: [{ kind: 'assumed', note: 'Only the formula is documented.' }],
    },
    {
      id: 'A115',
      slug: 'list-type',
      title: '`progress` and `processedEmails` in the list',
      document: 'A list example has `progress`.',
      answer:
        'The same record as for one verification, without results. Analytics are there once it is completed.',
      evidence: [
        { kind: 'documented', source: 'example of the list of verifications, and field table of batches' },
      ],
    },
    {
      id: 'A116',
      slug: 'extensions',
      title: 'Endpoints that do not exist',
      document: 'Some operations are not specified, although the text mentions deleting a contact.',
      answer: 'They are not served (404 `NOT_FOUND`). A126 says which ones can be.',
      client:
        'It has methods only for those of A126. For all others, `client.request()` is the escape hatch.',
      evidence: [
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients, three of six',
          date: '2026-11',
          seen: 'They call `POST /emails/{id}/cancel`, and `GET` and `DELETE /attachments/{id}`.',
          note: 'The clients in Rust, Java and PHP do. No version of those in JS, Go and Python did.',
        },
      ],
    },
  ],
};
