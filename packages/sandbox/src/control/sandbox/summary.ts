import * as z from 'zod/mini';
import { type AccountView, listAccounts } from '../accounts/accounts.ts';
import { type ClockView, getClock } from '../clock/clock.ts';
import { accountOf } from '../context.ts';
import { count } from '../fields.ts';
import { invoke, type Verb } from '../verb.ts';

/** What a page shows of a sandbox all the time. */
export interface SummaryView {
  readonly clock: ClockView;
  readonly accounts: readonly AccountView[];
  readonly messages: {
    /** How many captured messages of the account have the number `since` or a higher one. */
    readonly total: number;
    /** The number that the next message gets. */
    readonly next: number;
  };
}

export const getSummary: Verb<{ readonly since?: number | undefined }, SummaryView> = {
  method: 'GET',
  path: '/summary',
  summary: 'The clock, the accounts and the number of messages from `since` on, in one answer',
  input: z.object({ since: z.optional(count) }),
  run: (context, { since = 0 }) => {
    const { messages } = context.service.store;
    return {
      clock: invoke(getClock, context, {}),
      accounts: invoke(listAccounts, context, {}).accounts,
      messages: {
        total: messages.select(['account', accountOf(context).id], { from: since }).count,
        next: messages.sequence,
      },
    };
  },
};
