import {
  type CreateVerificationBatchBody,
  fieldsOf,
  invalidEmail,
  invalidEmails,
  limits,
  operations,
  readBatch,
  readBatchSchema,
  readResult,
  readVerification,
  readVerificationPageSchema,
  readVerificationSchema,
  type VerificationResult,
  type VerificationStats,
  type VerifyEmailBody,
} from '@mailrig/contract';
import { endpoint, type FetchPage, listEndpoint, type RefusedField } from './endpoint.ts';
import { Page } from './page.ts';
import { toBatch, toVerification, type Verification } from './verification-records.ts';

/** Wrong addresses that one error lists (A100). */
const mostReported = 20;

export const verifyEmail = endpoint(operations.verifyEmail, {
  normalise: readResult,
  present: (result): VerificationResult => result,
  extraChecks: checkEmail,
});

export const createVerificationBatch = endpoint(
  { ...operations.createVerificationBatch, response: readBatchSchema },
  { normalise: readBatch, present: toBatch, extraChecks: checkBatch },
);

export const getVerification = endpoint(
  { ...operations.getVerification, response: readVerificationSchema },
  { normalise: readVerification, present: toVerification },
);

export const listVerifications = listEndpoint(
  { ...operations.listVerifications, response: readVerificationPageSchema },
  {
    key: 'items',
    normaliseItem: (item) => readVerification({ ...fieldsOf(item), results: undefined }),
    open: ({ items, pagination }, fetchPage: FetchPage<Page<Verification>>) =>
      new Page(items.map(toVerification), pagination, fetchPage),
  },
);

export const getVerificationStats = endpoint(operations.getVerificationStats, {
  present: (stats): VerificationStats => stats,
});

/** Text that is not an address is `INVALID_EMAIL`, not `VALIDATION_ERROR` (A98). */
function checkEmail(body: unknown): readonly RefusedField[] {
  const problem = invalidEmail(body as VerifyEmailBody);
  return problem ? [{ ...problem, code: 'INVALID_EMAIL' }] : [];
}

/** Checks the number of addresses before their syntax (A100). */
function checkBatch(body: unknown): readonly RefusedField[] {
  const batch = body as CreateVerificationBatchBody;
  if (batch.emails.length > limits.batchSize) {
    const message = `must hold at most ${limits.batchSize} addresses`;
    return [{ field: 'emails', message, value: undefined, code: 'BATCH_TOO_LARGE' }];
  }
  return invalidEmails(batch).slice(0, mostReported);
}
