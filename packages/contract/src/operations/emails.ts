import {
  emailListSchema,
  emailRecordSchema,
  emailStatsRecordSchema,
  listEmailsQuerySchema,
  partsWithoutEffect,
  sendEmailBodySchema,
  sendReceiptSchema,
} from '../resources/emails.ts';
import type { Rows } from './operation.ts';

/** The rows of emails. */
export const emailOperations = {
  sendEmail: {
    name: 'sendEmail',
    resource: 'emails',
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
    name: 'listEmails',
    resource: 'emails',
    method: 'GET',
    path: '/api/v1/emails',
    query: listEmailsQuerySchema,
    status: 200,
    response: emailListSchema,
    retry: 'safe',
  },
  getEmail: {
    name: 'getEmail',
    resource: 'emails',
    method: 'GET',
    path: '/api/v1/emails/{id}',
    status: 200,
    response: emailRecordSchema,
    retry: 'safe',
    published: true,
  },
  getEmailStats: {
    name: 'getEmailStats',
    resource: 'emails',
    method: 'GET',
    path: '/api/v1/emails/stats',
    status: 200,
    response: emailStatsRecordSchema,
    retry: 'safe',
    published: true,
  },
} as const satisfies Rows;
