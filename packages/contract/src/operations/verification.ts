import {
  createVerificationBatchBodySchema,
  listVerificationsQuerySchema,
  verificationBatchReceiptSchema,
  verificationPageSchema,
  verificationResultSchema,
  verificationSchema,
  verificationStatsSchema,
  verifyEmailBodySchema,
} from '../resources/verification.ts';
import { type Descriptions, type Rows, rowsOf } from './operation.ts';

/** The rows of verification. */
export const verificationOperations = /* @__PURE__ */ rowsOf('verification', {
  verifyEmail: {
    method: 'POST',
    path: '/api/v1/email-verification/single',
    body: verifyEmailBodySchema,
    status: 200,
    response: verificationResultSchema,
    retry: 'safe',
  },
  createVerificationBatch: {
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    body: createVerificationBatchBodySchema,
    status: 202,
    statusAtOnce: 200,
    response: verificationBatchReceiptSchema,
    retry: 'if-not-done',
  },
  getVerification: {
    method: 'GET',
    path: '/api/v1/email-verification/{id}',
    status: 200,
    response: verificationSchema,
    retry: 'safe',
  },
  listVerifications: {
    method: 'GET',
    path: '/api/v1/email-verification',
    query: listVerificationsQuerySchema,
    status: 200,
    response: verificationPageSchema,
    retry: 'safe',
  },
  getVerificationStats: {
    method: 'GET',
    path: '/api/v1/email-verification/stats',
    status: 200,
    response: verificationStatsSchema,
    retry: 'safe',
  },
} as const satisfies Rows);

/** What they do, and their error codes. */
export const verificationDescriptions: Descriptions<typeof verificationOperations> = {
  verifyEmail: { summary: 'Verify one address', errors: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'] },
  createVerificationBatch: {
    summary: 'Verify up to 1,000 addresses',
    errors: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
  },
  getVerification: { summary: 'Get the state of a verification', errors: ['NOT_FOUND'] },
  listVerifications: { summary: 'List verifications', errors: [] },
  getVerificationStats: { summary: 'Get verification statistics', errors: [] },
};
