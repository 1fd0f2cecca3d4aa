import type { DecisionPart } from '../decision.ts';

/** Decisions about verification, credits, and what the document leaves out altogether. */
export const verification: DecisionPart = {
  title: 'Verification',
  decisions: [
    {
      id: 'A96',
      slug: 'verify-shape',
      title: 'The shape of a single result',
      document: 'The wire example is `{email,status}`; a richer vocabulary is described.',
      answer:
        'The superset `{email,status,result,isValid,reason,riskScore,cached,details{isDisposable,isFreeProvider,isRoleAccount}}`, which makes the cache observable.',
      client:
        'It becomes `{email, status, result, isValid, reason?, riskScore?, cached?, details?}`. The status follows from `status` or `result`: clean is valid, dirty is invalid (`result` is `invalid` unless it was given or `risky`), unknown is unknown. `isValid` is derived. `cached` is undefined, not false, where it is absent.',
      wire: {
        option: 'verification',
        values: ['full', 'minimal', 'rich'],
        meaning: '`minimal` is `{email, status}`; `rich` has no `status`.',
      },
    },
    {
      id: 'A97',
      slug: 'outcome',
      title: 'Which result an address has, without a network',
      document: 'Categories only.',
      answer:
        'The first rule that matches the normalised address decides (risk score in brackets). An override of the control plane. A domain without mail (`*.invalid`, a label `nxdomain` or `no-mx`, the typos gmial.com, gmai.com, hotmial.com and yaho.com) is invalid (100). A local part (before `+`) of invalid, bounce, bounced, nonexistent or no-such-user is invalid (100). A local part of unknown, timeout or greylisted, or a domain label `unknown`, is unknown (50). A disposable domain (mailinator.com, tempmail.com, guerrillamail.com, 10minutemail.com, yopmail.com, trashmail.com and so on) is risky (80). A role (admin, administrator, support, info, sales, contact, help, billing, postmaster, webmaster, hostmaster, abuse, noreply, no-reply, marketing, office, team, security) is risky (60). A first domain label `catchall` or `catch-all` is risky (65). A first label `spammy` or `complaints` is risky (75). Anything else is valid (10 at a free provider, else 5). Several risk factors score their maximum and 5 for each further one, at most 95. The flags of `details` are always computed. There is never any network.',
    },
    {
      id: 'A98',
      slug: 'single-missing',
      title: 'A single verification without an address',
      document: 'Not shown.',
      answer:
        'A missing or non-string `email` is a 400 `VALIDATION_ERROR`; a string that is no address is a 400 `INVALID_EMAIL`.',
    },
    {
      id: 'A99',
      slug: 'cache',
      title: 'The rules of the cache',
      document: '24 hours; a cached address costs 0 credits.',
      answer:
        'The key is domain, environment and normalised address. An entry is valid for 24 h from the verification (at 24 h or later the address is new) and hits do not extend it. Addresses of a batch enter the cache when they are processed; failed checks leave nothing. Two running batches with the same address both pay.',
    },
    {
      id: 'A100',
      slug: 'batch-empty',
      title: 'An empty batch',
      document: 'Not shown.',
      answer:
        '`[]` is a 400 `VALIDATION_ERROR`. The size (more than 1,000 raw entries) is checked before the type and syntax of the entries. `details.field` is `emails[i]` of the first bad address, and `details.errors` holds all invalid ones, at most 20.',
    },
    {
      id: 'A101',
      slug: 'batch-dups',
      title: 'Duplicates inside a batch',
      document: 'Not shown.',
      options: ['remove them', 'keep them'],
      answer:
        'They are kept: `totalEmails` is the number of submitted entries, and results and analytics list every entry, but each different new address, whatever its case, is charged once.',
      client: 'It removes no duplicates.',
    },
    {
      id: 'A102',
      slug: 'batch-mixed',
      title: 'Cached and new addresses in one batch',
      document: 'Not shown.',
      answer:
        'The batch is asynchronous; `creditsDeducted` is the number of different addresses that are not cached, and cached entries count as processed at once.',
    },
    {
      id: 'A103',
      slug: 'batch-immediate',
      title: 'A batch of cached addresses only',
      document: 'The example has no `verificationId`; the reference has it.',
      answer:
        'HTTP 200 with `{totalEmails,creditsDeducted:0,status:"completed",results,analytics}` without `verificationId`; it is still recorded and visible in the list.',
      client:
        '`verificationId` is optional, and waiting for the batch returns at once where it is completed.',
      wire: {
        option: 'batchImmediate',
        values: ['without-id', 'with-id'],
        meaning: '`with-id` adds `verificationId`.',
      },
    },
    {
      id: 'A104',
      slug: 'results-shape',
      title: 'The shape of batch results',
      document: 'An array or an object; the shape of an item is not shown; the example is grouped.',
      answer: 'Arrays of addresses grouped as `{clean,dirty,unknown}`, in the order of submission.',
      client:
        'It sends `includeResults=true` and makes `VerificationResult[]` and a grouped view of the results.',
      wire: {
        option: 'batchResults',
        values: ['grouped', 'items'],
        meaning: '`items` is an array of single-verification objects.',
      },
    },
    {
      id: 'A105',
      slug: 'analytics',
      title: 'The vocabulary of analytics',
      document:
        'The examples have `cleanCount` and so on; the reference has `valid`, `invalid`, `risky` and `unknown`.',
      answer: 'The superset of both, so that risky is visible; `dirtyCount` is invalid and risky together.',
      client:
        'It becomes `{clean,dirty,unknown,cleanPercentage, valid?,invalid?,risky?}`; where they are absent, clean is valid, dirty is invalid and risky together, and the percentage is computed.',
      wire: {
        option: 'analytics',
        values: ['both', 'clean', 'valid'],
        meaning:
          '`clean` is `cleanCount`, `dirtyCount`, `unknownCount` and `cleanPercentage`; `valid` is `valid`, `invalid`, `risky` and `unknown`.',
      },
    },
    {
      id: 'A106',
      slug: 'verification-id',
      title: '`id` or `verificationId` in records',
      document: '`id`.',
      answer: '`id`.',
      client: 'It takes `id`, else `verificationId`.',
    },
    {
      id: 'A107',
      slug: 'batch-time',
      title: 'How long a batch takes',
      document: 'About 1 to 2 s an email.',
      answer:
        "It is pending for 250 ms, then takes 1,000 ms for each entry that is not cached, counted from `startedAt`, lazily and driven by the clock; batches run in parallel. `progress` is `floor(100*processed/total)`. The times can be configured, `0` included, and the server's clock can be advanced.",
    },
    {
      id: 'A108',
      slug: 'batch-failed',
      title: 'When does a batch fail?',
      document: 'Only the state is named.',
      answer:
        'An entry at the domain `batch-fail.test`, or the control plane, makes it `failed` when its turn comes (a cached entry has no turn and fails nothing): `completedAt` is set, there are no results or analytics, and credits are not refunded.',
      client: 'Waiting for it rejects with a `VerificationFailedError` that carries the record.',
    },
    {
      id: 'A109',
      slug: 'credits',
      title: 'Accounting for credits',
      document: '1 for each new address, deducted up front for batches.',
      answer:
        'An integer balance for each domain (10,000 in the seed). Checking and deducting is atomic and all or nothing. The details of a 402 are `{required,available}`. Live keys only. In a batch the order is validation, `BATCH_TOO_LARGE`, `TOO_MANY_BATCHES`, `INSUFFICIENT_CREDITS`. There is no endpoint for the balance; the control plane shows it.',
    },
    {
      id: 'A110',
      slug: 'conc-scope',
      title: 'Five concurrent batches for each what?',
      document: 'Not shown.',
      answer:
        'For each domain and environment. Records of type `batch` that are pending or processing count; those that complete at once never do.',
    },
    {
      id: 'A111',
      slug: 'tmb-retry',
      title: '`TOO_MANY_BATCHES` and Retry-After',
      document: '429; Retry-After is described for the rate limit only.',
      answer: 'Retry-After is the number of seconds until the next batch finishes, at least 1.',
      client: 'It has an error class of its own, which is no `RateLimitError`, and is not retried by itself.',
    },
    {
      id: 'A112',
      slug: 'singles-listed',
      title: 'Are single verifications records?',
      document: 'The example of the list has type `single` (the public one with `totalEmails` 1).',
      answer:
        'Yes. Each single call, a cached one too, creates a completed `single` record (`creditsDeducted` 0 or 1) that can be listed and fetched.',
    },
    {
      id: 'A113',
      slug: 'stats-defs',
      title: 'What the stats count',
      document: '§2.8.',
      answer:
        '`totalVerifications` counts completed requests (single calls and batches, cached ones included); `totalVerified` counts different addresses that have a result, classified by the latest one; risky goes into `totalUnknown`. Verifications of test keys are separate.',
    },
    {
      id: 'A114',
      slug: 'pct-zero',
      title: 'Percentages',
      document: 'A number from 0 to 100; a zero denominator is not shown.',
      answer: '0 where the denominator is 0, else rounded to 2 decimals, as a JSON number.',
    },
    {
      id: 'A115',
      slug: 'list-type',
      title: '`progress` and `processedEmails` in the list',
      document: '`progress` is seen in a list example.',
      answer: 'The same record as get without results; analytics only when it is completed.',
    },
    {
      id: 'A116',
      slug: 'extensions',
      title: 'Endpoints that are not in the document',
      document: '§4.6: "not shown", though §4.4 tells users to "delete the contact and create a new one".',
      answer: 'They are not served (404 `NOT_FOUND`).',
      client: 'They are not in the client either; `client.request()` is the escape hatch.',
    },
  ],
};
