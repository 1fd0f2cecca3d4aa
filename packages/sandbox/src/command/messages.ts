import type { MessagesView, WholeMessageView } from '../control/messages/messages.ts';
import type { MessageRow } from '../control/messages/rows.ts';
import { searchOf } from '../control/calling.ts';
import { askFor } from './asking.ts';
import { CommandError } from './errors.ts';
import type { latestOptions, listOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { columns, isRead } from './output.ts';

/**
 * Finds the newest message that matches, or waits for one.
 *
 * @returns what to print: its first code or link alone if that is asked for, otherwise the whole message as JSON, or a
 * short text for people.
 * @throws CommandError with the code `NOT_FOUND` if no message matches, `NO_CODE` or `NO_LINK` if it has none.
 */
export async function latestMessage(settings: OptionValues<typeof latestOptions>): Promise<string> {
  const { to, subject, search: q, wait, code, link, json, text } = settings;
  const path = `/messages/latest?${searchOf({ to, subject, q, wait })}`;
  const message = (await (await askFor('latest', settings, path)).json()) as WholeMessageView;
  if (code) return onlyFirst('code', message.codes, message);
  if (link) return onlyFirst('link', message.links, message);
  return json || !isRead(text) ? JSON.stringify(message) : forPeople(message);
}

function onlyFirst(noun: string, [first]: readonly string[], { id, subject }: WholeMessageView): string {
  if (first !== undefined) return first;
  throw new CommandError(
    `NO_${noun.toUpperCase()}`,
    `The message ${JSON.stringify(subject)} (${id}) has no ${noun}`,
  );
}

function forPeople({ from, to, subject, status, codes, links, text }: WholeMessageView): string {
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Subject', subject],
    ['Status', status],
    ...codes.map((code) => ['Code', code]),
    ...links.map((link) => ['Link', link]),
  ];
  return [...columns(facts), ...(text === undefined ? [] : ['', text.trimEnd()])].join('\n');
}

/** The newest messages that match: a line for each, or the rows as JSON. */
export async function listMessages(settings: OptionValues<typeof listOptions>): Promise<string> {
  const { to: recipient, subject: wanted, search: q, limit } = settings;
  const path = `/messages?${searchOf({ to: recipient, subject: wanted, q, limit })}`;
  const { messages } = (await (await askFor('list', settings, path)).json()) as MessagesView<MessageRow>;
  if (settings.json || !isRead(settings.text)) return JSON.stringify(messages);
  if (messages.length === 0) return 'No messages';
  return columns(
    messages.map(({ createdAt, status, to, recipientCount, subject, code = '' }) => {
      const others = recipientCount > to.length ? [`and ${recipientCount - to.length} more`] : [];
      return [createdAt, status, [...to, ...others].join(', '), code, subject];
    }),
  ).join('\n');
}
