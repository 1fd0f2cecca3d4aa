import { type EmailStatus, formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { progressOf } from '../lifecycles/email.ts';
import type { Environment } from '../state/fields.ts';
import type { Message } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { accountOf } from './context.ts';
import { count } from './fields.ts';
import { filterFields, type MessageFilter, messageTest, recipientsOf } from './message-search.ts';
import { scan } from './scan.ts';
import { cursorAfter, type PageChoice, pageFields } from './selection-page.ts';
import type { Verb } from './verb.ts';

/** A captured message in one line, for long lists. */
export interface MessageSummary {
  readonly id: string;
  /** Counts up with each message of the sandbox. */
  readonly number: number;
  /** `test` for a message that was only simulated. */
  readonly environment: Environment;
  readonly from: string;
  /** The first three recipients. */
  readonly to: readonly string[];
  /** Number of all recipients: to, cc and bcc. */
  readonly recipients: number;
  /** The first 200 characters of the subject. */
  readonly subject: string;
  /** Number of attachments. */
  readonly attachments: number;
  readonly status: EmailStatus;
  /** The last thing that a recipient did. */
  readonly reaction?: 'opened' | 'clicked';
  /** When it was accepted. ISO 8601. */
  readonly createdAt: string;
}

/** One page of a long list of messages. */
export interface MessageSummariesView {
  /** Newest first. */
  readonly messages: readonly MessageSummary[];
  /** How many messages match; absent if a cursor was given. */
  readonly total?: number;
  /** The number that the next message gets; absent if a cursor was given. As `since`, it gives what is new. */
  readonly next?: number;
  /** Gives the next page; absent on the last one. */
  readonly cursor?: string;
}

/** Which page of which messages. */
export interface MessagePage extends MessageFilter, PageChoice {
  /** Only messages with this number or a higher one, such as `next` of an earlier answer. */
  readonly since?: number | undefined;
}

export const listMessageSummaries: Verb<MessagePage, Promise<MessageSummariesView>> = {
  method: 'GET',
  path: '/message-summaries',
  summary: 'Captured messages in one line each, newest first, page by page; for long lists',
  input: z.object({
    ...filterFields,
    since: z.optional(count),
    ...pageFields,
  }),
  run: async (context, { since = 0, limit = 50, cursor, ...filter }) => {
    const { store } = context.service;
    const { messages } = store;
    const now = store.clock.now();
    const next = messages.sequence;
    const accountId = accountOf(context).id;
    if (Object.values(filter).every((condition) => condition === undefined)) {
      const selection = messages.select(['account', accountId], {
        from: since,
        to: cursor ?? next,
      });
      const numbers = selection.numbers(0, limit);
      return {
        messages: numbers.map((number) => summaryOf(number, messages.at(number), now)),
        ...(cursor === undefined && { total: selection.count, next }),
        ...(numbers.length < selection.count && cursorAfter(numbers)),
      };
    }
    const isMatch = messageTest(filter, store);
    const page = await scan(
      blocksOf(store, since, cursor ?? next),
      ([, message]) => message.accountId === accountId && isMatch(message),
      limit,
      cursor === undefined,
      context.signal,
    );
    return {
      messages: page.items.map(([number, message]) => summaryOf(number, message, now)),
      ...(page.total !== undefined && { total: page.total, next }),
      ...(page.hasMore && cursorAfter(page.items.map(([number]) => number))),
    };
  },
};

const blockSize = 256;

/** The messages of all accounts with a number from `start` to before `end`, newest first. Others may go meanwhile. */
function* blocksOf(
  { messages }: Store,
  start: number,
  end: number,
): Generator<readonly (readonly [number: number, message: Message])[]> {
  for (let to = end; ;) {
    const block = messages.newestBefore(to, blockSize).filter(([number]) => number >= start);
    const oldest = block.at(-1);
    if (!oldest) return;
    yield block;
    to = oldest[0];
  }
}

function summaryOf(number: number, message: Message, now: number): MessageSummary {
  const { id, environment, from, subject, attachmentIds, createdAt } = message;
  const { status, events } = progressOf(message, now);
  const recipients = recipientsOf(message);
  const last = events.at(-1)?.type;
  return {
    id,
    number,
    environment,
    from,
    to: recipients.slice(0, 3),
    recipients: recipients.length,
    subject: subject.slice(0, 200),
    attachments: attachmentIds.length,
    status,
    ...((last === 'opened' || last === 'clicked') && { reaction: last }),
    createdAt: formatTimestamp(createdAt),
  };
}
