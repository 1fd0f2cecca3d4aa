import { wirePresets } from '@mailrig/contract';
import { expect, test } from 'vitest';
import type { Due } from '../../src/service/kernel/due-queue.ts';
import { type MessageRecord, scoped } from '../../src/service/state/records.ts';
import type { Snapshot } from '../../src/service/state/snapshot.ts';
import { atOnce } from '../../src/service/kernel/steps.ts';
import { Store } from '../../src/service/state/store.ts';

function storeOf(run: (due: Due) => void = () => {}): Store {
  return new Store({
    clock: { at: 0, frozen: true },
    randomSeed: 'store',
    run,
    wire: wirePresets.examples,
    events: 100,
    requests: 100,
  });
}

function message(id: string, status: MessageRecord['status'] = 'queued'): MessageRecord {
  return {
    id,
    messageId: `${id}@example.com`,
    accountId: 'acc',
    environment: 'live',
    from: 'ada@example.com',
    fromKey: 'ada@example.com',
    to: ['bob@example.org'],
    toKeys: ['bob@example.org'],
    cc: [],
    bcc: [],
    subject: 'Hello',
    headers: {},
    attachmentIds: [],
    createdAt: 0,
    status,
    past: [],
    plan: [],
  };
}

/** Everything that can be seen of a store, as plain data. */
function seen(store: Store) {
  return {
    now: store.clock.now(),
    nextDueAt: store.clock.nextDueAt,
    wire: store.wire,
    messages: store.messages.all(),
    queued: store.messages.select(['course', scoped('acc', 'live', 'queued', '')]).count,
    sent: store.messages.select(['course', scoped('acc', 'live', 'sent', '')]).count,
    events: store.events.entries(),
    requests: store.requests.entries(),
  };
}

/** A store with two emails, of which the first is sent after a second. */
function started() {
  const store: Store = storeOf(({ id }) => store.messages.replace(message(id, 'sent')));
  for (const id of ['m1', 'm2']) store.messages.insert(message(id));
  store.due.add({ at: 1_000, kind: 'test', id: 'm1' });
  store.log('test', { id: 'm1' });
  return store;
}

/** Changes everything that a store keeps. */
function change(store: Store): void {
  store.clock.moveTo(5_000);
  store.clock.resume();
  store.messages.insert(message('m3'));
  store.messages.delete('m2');
  store.due.add({ at: 9_000, kind: 'test', id: 'm3' });
  store.log('test', { id: 'm3' });
  store.requests.append((sequence) => ({
    sequence,
    at: 0,
    requestId: 'r',
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    durationMs: 1,
  }));
  store.wire = wirePresets.sparse;
  store.random.hex(24);
}

test('a snapshot restores everything: records, indices, clock, due events, events, journal, wire, ids', () => {
  const store = started();
  const before = seen(store);
  const snapshot = store.snapshot();
  const id = store.random.hex(24);
  change(store);
  expect(seen(store)).not.toEqual(before);
  store.restore(snapshot);
  expect(seen(store)).toEqual(before);
  expect(store.random.hex(24)).toBe(id);
  expect(atOnce(store.checking())).toEqual([]);
});

test('a snapshot can be restored repeatedly, and its due events run each time', () => {
  const store = started();
  const snapshot = store.snapshot();
  const before = seen(store);
  for (let round = 0; round < 3; round++) {
    store.clock.moveTo(1_000);
    expect(seen(store)).toMatchObject({ queued: 1, sent: 1, nextDueAt: undefined });
    change(store);
    store.restore(snapshot);
    expect(seen(store)).toEqual(before);
  }
});

test('several snapshots of one store are independent', () => {
  const store = started();
  const kept: { snapshot: Snapshot; seen: object }[] = [];
  for (let round = 0; round < 50; round++) {
    store.messages.insert(message(`n${round}`));
    if (round % 3 === 0) store.messages.delete(`n${round - 2}`);
    if (round % 7 === 0) store.clock.moveTo(round * 100);
    kept.push({ snapshot: store.snapshot(), seen: seen(store) });
  }
  for (const { snapshot, seen: expected } of kept.toReversed()) {
    store.restore(snapshot);
    expect(seen(store)).toEqual(expected);
    expect(atOnce(store.checking())).toEqual([]);
  }
});

test('check() finds inconsistencies in any table', () => {
  const store = started();
  expect(atOnce(store.checking())).toEqual([]);
  const { state } = store.messages;
  store.messages.state = { ...state, indexes: { ...state.indexes, course: { root: undefined, upTo: 99 } } };
  expect(atOnce(store.checking())).toEqual(['messages: index course is off']);
});

test('key parts that would run together make different keys', () => {
  expect(scoped('a', 'bc')).not.toBe(scoped('ab', 'c'));
});

test('an observer is told of each look-up and each change, the change with the record before it, until it is removed', () => {
  const store = started();
  const [message] = store.messages.all();
  if (!message) throw new Error('there is no message');
  const told: unknown[] = [];
  const remove = store.observers.add({
    read: (...place) => told.push(place),
    changed: (source, change) => told.push([source, change?.before, change?.after]),
  });
  store.messages.get(message.id);
  const replaced = store.messages.replace({ ...message, subject: 'Another' });
  remove();
  store.messages.delete(message.id);
  expect(told).toEqual([
    ['messages', 'id', message.id],
    ['messages', 'id', message.id],
    ['messages', message, replaced],
  ]);
});

test('undoing takes back everything but journal and ids, and asks for no further write', () => {
  const store = started();
  const kept = store.snapshot();
  const { messages, events } = seen(store);
  let changes = 0;
  store.observers.add({ changed: () => (changes += 1) });
  const watched: string[] = [];
  store.events.subscribe(({ type }) => watched.push(type));
  store.clock.moveTo(5_000);
  expect(changes).toBeGreaterThan(0);
  const { random } = store;
  const ids = random.state;
  changes = 0;
  watched.length = 0;
  store.undo(kept);
  expect(changes).toBe(0);
  expect(watched).toEqual([]);
  expect(seen(store)).toMatchObject({ now: 0, messages, events });
  expect(random.state).toEqual(ids);
  expect(atOnce(store.checking())).toEqual([]);
});
