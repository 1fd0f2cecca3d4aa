import {
  type Email,
  emailOperations,
  type EmailRecord,
  type EmailStatsRecord,
  fieldsOf,
  readEmail,
} from '@mailrig/contract';
import { endpoint } from './endpoint.ts';
import { type FetchPage, listEndpoint, Page } from './page.ts';
import type { LiveSendResult } from './send.ts';

export const listEmails = listEndpoint(emailOperations.listEmails, {
  key: 'emails',
  open: ({ emails, pagination }, fetchPage: FetchPage<Page<Email>>) =>
    new Page(emails, pagination, fetchPage),
});

export const getEmail = endpoint(emailOperations.getEmail, {
  normalise: readEmail,
  present: ({ email }: EmailRecord) => email,
});
export const getEmailStats = endpoint(emailOperations.getEmailStats, {
  normalise: (payload) => ({ stats: fieldsOf(payload)['stats'] ?? payload }),
  present: ({ stats }: EmailStatsRecord) => stats,
});

/** The result of a send that the list shows. */
export function resultOf({ id, messageId = id, status, createdAt }: Email): LiveSendResult {
  return { sandbox: false, id, messageId, status, createdAt, skipped: true, inferred: true };
}
