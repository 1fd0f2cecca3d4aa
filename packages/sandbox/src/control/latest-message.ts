import { notFound } from './control-error.ts';
import { codesIn, linksIn } from './links-and-codes.ts';
import { listMessages, messageSearch, type MessageSearch, type MessageView } from './messages.ts';
import type { Verb } from './verb.ts';

/** A captured message with what tests take out of it, for those that read it over HTTP. */
export interface LatestMessageView extends MessageView {
  /** Every link in its HTML, or in its text if it has no HTML, in order. */
  readonly links: readonly string[];
  /** One-time codes in its text (or its HTML without tags): runs of 4 to 8 digits standing alone. */
  readonly codes: readonly string[];
}

export const getLatestMessage: Verb<MessageSearch, Promise<LatestMessageView>> = {
  method: 'GET',
  path: '/messages/latest',
  summary: 'The newest captured message that matches, with its links and codes; with `wait`, waits for one',
  input: messageSearch,
  run: async (context, { limit: _limit, ...search }) => {
    const { messages } = await listMessages.run(context, { ...search, limit: 1 });
    const [message] = messages;
    if (message) return { ...message, links: linksIn(message), codes: codesIn(message) };
    const { wait: _wait, ...filter } = search;
    throw notFound(`message that matches ${JSON.stringify(filter)}; GET /_sandbox/messages lists all`);
  },
};
