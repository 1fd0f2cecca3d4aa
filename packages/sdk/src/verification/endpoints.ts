import {
  type CreateVerificationBatchBody,
  invalidEmail,
  invalidEmails,
  limits,
  operations,
  type VerificationResult,
  type VerificationStats,
  type VerifyEmailBody,
} from '@mailrig/contract';
import {
  endpoint,
  type FetchPage,
  listEndpoint,
  readingEndpoint,
  type RefusedField,
} from '../call/endpoint.ts';
import { Page } from '../page.ts';
import {
  normaliseVerification,
  readBatch,
  readVerification,
  toVerification,
  type Verification,
} from './records.ts';
import { normaliseResult } from './results.ts';

/** Wrong addresses that one error lists (A100). */
const mostReported = 20;

export const verifyEmail = endpoint(operations.verifyEmail, {
  normalise: normaliseResult,
  present: (result): VerificationResult => result,
  extraChecks: checkEmail,
});

export const createVerificationBatch = readingEndpoint(
  operations.createVerificationBatch,
  readBatch,
  checkBatch,
);

export const getVerification = readingEndpoint(operations.getVerification, readVerification);

export const listVerifications = listEndpoint(operations.listVerifications, {
  key: 'items',
  normaliseItem: normaliseVerification,
  open: ({ items, pagination }, fetchPage: FetchPage<Page<Verification>>) =>
    new Page(items.map(toVerification), pagination, fetchPage),
});

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
