import * as z from 'zod/mini';
import { present } from '../../service/state/copy.ts';
import { type AccountView, listAccounts } from '../accounts/accounts.ts';
import { type ClockView, getClock } from '../clock/clock.ts';
import { accountOf } from '../context.ts';
import type { FaultRule } from '../../service/state/fault-rule.ts';
import { listFaults } from '../faults/faults.ts';
import { refusedIn } from '../messages/messages.ts';
import { Sends } from '../requests/sends.ts';
import { undoable, type UndoView } from '../undo/undo.ts';
import { type EventView, eventView } from '../events/events.ts';
import { count } from '../fields.ts';
import { invoke, type Verb } from '../verb.ts';
import { oldestEvent } from './past.ts';

/** What a page always shows of a sandbox. */
export interface SummaryView {
  readonly clock: ClockView;
  readonly accounts: readonly AccountView[];
  readonly events: {
    /** The number of the oldest one that you can go back to; absent if there is none. */
    readonly oldest?: number;
    /** Absent if nothing has happened yet. */
    readonly latest?: EventView;
  };
  readonly messages: {
    /** How many captured messages of the account have the number `since` or a higher one. */
    readonly total: number;
    /** The number that the next message gets. */
    readonly next: number;
    /** The ids of the refused sends of the account, newest first: at most 50. */
    readonly refused: readonly string[];
  };
  /** The active faults, in the order in which they apply: at most 5. */
  readonly faults: readonly FaultRule[];
  /** What `POST /undo` undoes; absent if there is nothing. */
  readonly undo?: UndoView;
}

/** What the summary counts. */
export interface SummaryInput {
  /** The number of the first message that counts. Default 0. */
  readonly since?: number | undefined;
}

export const getSummary: Verb<SummaryInput, SummaryView> = {
  method: 'GET',
  path: '/summary',
  summary:
    'The clock, the accounts, the latest event, the number of messages from `since` on, the faults and what can be undone, in one response',
  input: z.object({ since: z.optional(count) }),
  run: (context, { since = 0 }) => {
    const { store } = context.service;
    const { messages } = store;
    const { at } = context;
    const latest =
      at === undefined ? store.events.latest : store.events.entries().find(({ sequence }) => sequence === at);
    const oldest = at ?? oldestEvent(store)?.sequence;
    return present({
      clock: invoke(getClock, context, {}),
      accounts: invoke(listAccounts, context, {}).accounts,
      events: present({ oldest, latest: latest && eventView(latest, store) }),
      messages: {
        total: messages.select(['account', accountOf(context).id], { from: since }).count,
        next: messages.next,
        refused: refusedIn(context, new Sends(store.requests.entries()))
          .slice(0, 50)
          .map(([, { id }]) => id),
      },
      faults: invoke(listFaults, context, {}).faults.slice(0, 5),
      undo: undoable(store),
    });
  },
};
