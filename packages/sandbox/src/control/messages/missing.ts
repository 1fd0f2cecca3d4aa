import type { PageOf } from '../list-verbs/list.ts';
import type { RequestRow } from '../requests/rows.ts';
import type { MessageView } from './messages.ts';

/** The messages of a mailbox as text, for errors about one that is missing. */
export function contents(messages: readonly MessageView[]): string {
  if (messages.length === 0) return 'The mailbox is empty.';
  const lines = messages.map(({ to, subject, status }) => `  ${to.join(', ')}: ${subject} (${status})`);
  return `The mailbox holds:\n${lines.join('\n')}`;
}

/** Finds the sends that {@link refusalsText} shows. */
export const refusedSends = { operation: 'sendEmail', outcome: 'error', limit: 3 } as const;

/** The latest sends that failed as text, for errors about a message that is missing; empty if there are none. */
export function refusalsText({ requests, total = 0 }: PageOf<'requests', RequestRow>): string {
  if (total === 0) return '';
  const lines = requests.map(({ status, code, reason, faultText, about }) => {
    const why = faultText === undefined ? `${status} ${code}: ${reason}` : `fault: ${faultText}`;
    return `  ${about === undefined ? '' : `${about}: `}${why}`;
  });
  const sends = total === 1 ? '1 request to send an email' : `${total} requests to send an email`;
  return `\n${sends} failed${total > lines.length ? `; the latest ${lines.length}` : ''}:\n${lines.join('\n')}`;
}
