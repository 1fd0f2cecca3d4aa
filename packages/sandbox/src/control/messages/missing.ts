import type { MessageView } from './messages.ts';

/** How long a wait for a message takes by default. Vitest and Jest end a test after five seconds, with less to read. */
export const defaultWait = '4s';

/** The messages of a mailbox as text, for errors about one that is missing. */
export function contents(messages: readonly MessageView[]): string {
  if (messages.length === 0) return 'The mailbox is empty.';
  const lines = messages.map(({ to, subject, status }) => `  ${to.join(', ')}: ${subject} (${status})`);
  return `The mailbox holds:\n${lines.join('\n')}`;
}
