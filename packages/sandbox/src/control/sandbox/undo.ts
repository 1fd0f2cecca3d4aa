import type { Snapshot, Store } from '../../service/state/store.ts';
import { ControlError } from '../control-error.ts';
import type { Verb } from '../verb.ts';

/** What the last deletion, load or rewind replaced. */
interface Before {
  readonly state: Snapshot;
  /** `messages`: only what was deleted comes back, so mail that has arrived since stays. */
  readonly what: 'messages' | 'everything';
}

const last = new WeakMap<Store, Before>();

/** Remembers the state, so that it can come back. Versions share their nodes, so this copies nothing. */
export function rememberFor(store: Store, what: Before['what'], state: Snapshot = store.snapshot()): void {
  last.set(store, { what, state });
}

export const undo: Verb<void, void> = {
  method: 'POST',
  path: '/undo',
  summary: 'Take back the last deletion of messages, load of a snapshot or rewind; once',
  run: ({ service: { store } }) => {
    const before = last.get(store);
    if (!before) throw new ControlError(409, 'CONFLICT', 'There is no deletion, load or rewind to take back');
    last.delete(store);
    if (before.what === 'everything') return store.restore(before.state);
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
