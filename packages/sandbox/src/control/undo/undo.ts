import type { Replaced } from '../../service/state/snapshot.ts';
import type { Store } from '../../service/state/store.ts';
import { ControlError } from '../control-error.ts';
import type { Verb } from '../verb.ts';

/** What `POST /undo` undoes. */
export interface UndoView {
  /** `messages`: only what was deleted comes back, so mail that has arrived since stays. */
  readonly what: Replaced['what'];
  /** How many messages come back, refused sends included; absent if everything changes. */
  readonly count?: number;
}

/** The state as it is, so that it can come back. Versions share their nodes, so this copies nothing. */
export function replacedBy(what: UndoView['what'], store: Store, refused = 0): Replaced {
  const { size: messages, sequence: next } = store.messages;
  return { what, state: store.snapshot(), messages, next, refused };
}

/** What `POST /undo` undoes; `undefined` if there is nothing. */
export function undoable(store: Store): UndoView | undefined {
  if (!store.replaced) return undefined;
  const { what, messages, next, refused } = store.replaced;
  if (what !== 'messages') return { what };
  const { size, sequence } = store.messages;
  return { what, count: refused + messages + (sequence - next) - size };
}

export const undo: Verb<void, void> = {
  method: 'POST',
  path: '/undo',
  summary: 'Undo the last deletion of messages, load of a snapshot or rewind; once',
  run: ({ service: { store } }) => {
    const { replaced: before } = store;
    if (!before) throw new ControlError(409, 'CONFLICT', 'There is no deletion, load or rewind to undo');
    store.replaced = undefined;
    if (before.what !== 'messages') return store.restore(before.state);
    const old = store.empty();
    old.restore(before.state);
    for (const message of old.messages.all()) {
      const number = old.messages.numberOf(message.id);
      const isGone = store.messages.get(message.id) === undefined;
      if (number !== undefined && isGone) store.messages.takeBack(number, message);
    }
    for (const send of old.idempotentSends.all()) {
      if (!store.idempotentSends.get(send.id)) store.idempotentSends.insert(send);
    }
    store.requests.load(store.requests.sequence, [...old.requests.entries(), ...store.requests.entries()]);
  },
};
