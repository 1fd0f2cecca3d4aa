import * as z from 'zod/mini';
import { inSteps, resultOf } from '../../service/kernel/steps.ts';
import { notFound } from '../control-error.ts';
import { linksAndCodesIn } from '../../reading/links-and-codes.ts';
import { findMessages, searchFields, type MessageSearch, type WholeMessageView } from './messages.ts';
import { refusals } from '../requests/requests.ts';
import type { Verb } from '../verb.ts';

export const getLatestMessage: Verb<MessageSearch, Promise<WholeMessageView>> = {
  method: 'GET',
  path: '/messages/latest',
  summary: 'The newest captured message that matches, with its links and codes; with `wait`, waits for one',
  input: z.object(searchFields),
  run: async (context, search) => {
    const { messages } = await resultOf(findMessages(context, search, { limit: 1 }));
    const [message] = messages;
    if (message) return { ...message, ...(await inSteps(linksAndCodesIn(message))) };
    const { wait: _wait, ...filter } = search;
    const isAny = Object.values(filter).every((value) => value === undefined);
    const what = isAny
      ? 'message yet'
      : `message that matches ${JSON.stringify(filter)}; GET /_sandbox/messages lists all`;
    throw notFound(`${what}${refusals(context)}`);
  },
};
