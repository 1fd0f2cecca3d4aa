import {
  emailListSchema,
  emailRecordSchema,
  emailStatsRecordSchema,
  listEmailsQuerySchema,
  partsWithoutEffect,
  sendEmailBodySchema,
  sendReceiptSchema,
} from '../resources/emails.ts';
import { type Descriptions, type Rows, rowsOf } from './operation.ts';

/** The rows of emails. */
export const emailOperations = /* @__PURE__ */ rowsOf('emails', {
  sendEmail: {
    method: 'POST',
    path: '/api/v1/emails',
    body: sendEmailBodySchema,
    /** Headers that the service writes itself (A57), and variables without a template. */
    withoutEffect: partsWithoutEffect,
    status: 201,
    response: sendReceiptSchema,
    retry: 'with-idempotency-key',
  },
  listEmails: {
    method: 'GET',
    path: '/api/v1/emails',
    query: listEmailsQuerySchema,
    status: 200,
    response: emailListSchema,
    retry: 'safe',
  },
  getEmail: {
    method: 'GET',
    path: '/api/v1/emails/{id}',
    status: 200,
    response: emailRecordSchema,
    retry: 'safe',
    published: true,
  },
  getEmailStats: {
    method: 'GET',
    path: '/api/v1/emails/stats',
    status: 200,
    response: emailStatsRecordSchema,
    retry: 'safe',
    published: true,
  },
} as const satisfies Rows);

/** What they do, and their error codes. */
export const emailDescriptions: Descriptions<typeof emailOperations> = {
  sendEmail: {
    summary: 'Send an email',
    errors: [
      'IDEMPOTENCY_CONFLICT',
      'IDEMPOTENCY_IN_PROGRESS',
      'DOMAIN_VALIDATION_FAILED',
      'DNS_VERIFICATION_FAILED',
      'FROM_DOMAIN_MISMATCH',
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_RENDER_ERROR',
      'ATTACHMENT_NOT_FOUND',
      'ATTACHMENT_TOO_LARGE',
      'EMAIL_TOO_LARGE',
      'SPAM_SCORE_TOO_HIGH',
      'RECIPIENT_SUPPRESSED',
    ],
  },
  listEmails: { summary: 'List sent emails', errors: [] },
  getEmail: { summary: 'Get an email', errors: ['NOT_FOUND'] },
  getEmailStats: { summary: 'Get email statistics', errors: [] },
};
