import * as z from 'zod/mini';
import type { LoggedEvent } from '../../service/kernel/event-log.ts';
import { pastOf } from '../../service/state/past.ts';
import type { Store } from '../../service/state/store.ts';
import type { ControlContext } from '../context.ts';
import { ControlError, notFound } from '../control-error.ts';
import { count } from '../fields.ts';
import type { Verb } from '../verb.ts';
import { replacedBy } from '../undo/undo.ts';

/**
 * The same context, with everything as it was right after an event. Only verbs that read work with it.
 *
 * @throws ControlError `NOT_FOUND` if there is no such event, `GONE` if it cannot be gone back to.
 */
export function contextAt(context: ControlContext, sequence: number): ControlContext {
  const { service } = context;
  return { ...context, service: { ...service, store: storeAt(service.store, sequence) }, at: sequence };
}

function storeAt(store: Store, sequence: number): Store {
  const events = store.events.entries();
  const event = events.find((entry) => entry.sequence === sequence);
  const version = event && store.versions?.of(event);
  // That state includes everything else that happened at that moment.
  const last = events.findLast((entry) => entry.at === event?.at && store.versions?.of(entry) === version);
  const past = version && last && pastOf(store, last);
  if (past) return past;
  const latest = store.events.sequence;
  if (sequence < 1 || sequence > latest) throw notFound(`event ${sequence}: the latest one is ${latest}`);
  const oldest = oldestEvent(store)?.sequence ?? null;
  const message = `Event ${sequence} is no longer stored: the oldest one to go back to is ${oldest ?? 'the next one'}`;
  throw new ControlError(410, 'GONE', message, { details: { oldest } });
}

/** The oldest event that one can go back to; there is none if nothing has happened since the state was loaded. */
export function oldestEvent(store: Store): LoggedEvent | undefined {
  return store.events.entries().find((event) => store.versions?.of(event));
}

/** Where to go back to. */
export interface RewindInput {
  /** Number of the event after which to continue. */
  readonly to: number;
}

export const rewind: Verb<RewindInput, void> = {
  method: 'POST',
  path: '/rewind',
  summary:
    'Continue from the moment right after event `to`: what happened since is gone, until `POST /undo` brings it back',
  input: z.object({ to: count }),
  run: ({ service: { store } }, { to }) => {
    const past = storeAt(store, to);
    const version = store.versions?.of(past.loggedEvents.latest as LoggedEvent);
    const replaced = replacedBy('rewind', store);
    store.restore({ ...past.present(), version });
    store.replaced = replaced;
  },
};
