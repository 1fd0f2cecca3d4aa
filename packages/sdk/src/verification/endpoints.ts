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
import { endpoint, type FetchPage, type Finding, listEndpoint, readingEndpoint } from '../call/endpoint.ts';
import { Page } from '../page.ts';
import {
  normaliseVerification,
  readBatch,
  readVerification,
  toVerification,
  type Verification,
} from './records.ts';
import { normaliseResult } from './results.ts';

/** As many wrong addresses as one error names (decision A100). */
const mostFindings = 20;

export const verifyEmail = endpoint(operations.verifyEmail, {
  normalise: normaliseResult,
  present: (result): VerificationResult => result,
  judge: judgeEmail,
});

export const createVerificationBatch = readingEndpoint(
  operations.createVerificationBatch,
  readBatch,
  judgeBatch,
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

/** What is no address is `INVALID_EMAIL` (decision A98). */
function judgeEmail(body: unknown): readonly Finding[] {
  const problem = invalidEmail(body as VerifyEmailBody);
  return problem ? [{ ...problem, code: 'INVALID_EMAIL' }] : [];
}

/** The number of addresses comes before their syntax (decision A100). */
function judgeBatch(body: unknown): readonly Finding[] {
  const batch = body as CreateVerificationBatchBody;
  if (batch.emails.length > limits.batchSize) {
    const message = `must hold at most ${limits.batchSize} addresses`;
    return [{ field: 'emails', message, value: undefined, code: 'BATCH_TOO_LARGE' }];
  }
  return invalidEmails(batch).slice(0, mostFindings);
}
