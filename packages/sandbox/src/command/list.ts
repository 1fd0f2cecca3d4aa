import type { MessageRow } from '../control/messages/rows.ts';
import type { MessagesView } from '../control/messages/messages.ts';
import { askFor } from './asking.ts';
import { searchOf } from './latest.ts';
import type { listOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { columns, isRead } from './output.ts';

/** The newest messages that match: a line for each, or the rows as JSON. */
export async function listMessages(settings: OptionValues<typeof listOptions>): Promise<string> {
  const path = `/messages?${searchOf(settings, { limit: String(settings.limit) })}`;
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
