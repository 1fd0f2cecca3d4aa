import type { Snapshot, Store } from '../../service/state/store.ts';
import { ControlError } from '../control-error.ts';
import type { Verb } from '../verb.ts';

/** What `POST /undo` takes back. */
export interface UndoView {
  /** `messages`: only what was deleted comes back, so mail that has arrived since stays. */
  readonly what: 'messages' | 'snapshot' | 'rewind';
  /** How many messages come back, refused sends included; absent if everything changes. */
  readonly count?: number;
}

/** What the last deletion, load or rewind replaced. */
interface Before extends Pick<UndoView, 'what'> {
  readonly state: Snapshot;
  readonly messages: number;
  readonly next: number;
  readonly refused: number;
}

const last = new WeakMap<Store, Before>();

/**
 * Remembers the state, so that it can come back. Versions share their nodes, so this copies nothing.
 *
 * @param refused How many refused sends go.
 */
export function rememberFor(store: Store, what: UndoView['what'], refused = 0): void {
  const { size: messages, sequence: next } = store.messages;
  last.set(store, { what, state: store.snapshot(), messages, next, refused });
}

/** What `POST /undo` takes back; `undefined` if there is nothing. */
export function undoable(store: Store): UndoView | undefined {
  const before = last.get(store);
  if (!before) return undefined;
  const { what, messages, next, refused } = before;
  if (what !== 'messages') return { what };
  const { size, sequence } = store.messages;
  return { what, count: refused + messages + (sequence - next) - size };
}

export const undo: Verb<void, void> = {
  method: 'POST',
  path: '/undo',
  summary: 'Take back the last deletion of messages, load of a snapshot or rewind; once',
  run: ({ service: { store } }) => {
    const before = last.get(store);
    if (!before) throw new ControlError(409, 'CONFLICT', 'There is no deletion, load or rewind to take back');
    last.delete(store);
    if (before.what !== 'messages') return store.restore(before.state);
    const old = store.empty();
    old.restore(before.state);
    for (const message of old.messages.all()) {
      const number = old.messages.numberOf(message.id);
      if (number !== undefined) store.messages.bringBack(number, message);
    }
    for (const send of old.idempotentSends.all()) {
      if (!store.idempotentSends.get(send.id)) store.idempotentSends.insert(send);
    }
    store.requests.load(store.requests.sequence, [...old.requests.entries(), ...store.requests.entries()]);
  },
};
