import { expect, test } from 'vitest';
import { EventLog } from '../../src/kernel/event-log.ts';
import { Ownership } from '../../src/kernel/ordered-map.ts';

function logOf(capacity: number) {
  const ownership = new Ownership();
  const log = new EventLog(ownership, capacity);
  const add = (type: string) => log.append((sequence) => ({ sequence, at: 0, type, data: {} }));
  const types = () => log.entries.values().map((entry) => entry.type);
  return { log, add, types, ownership };
}

test('entries are numbered from 1 without gaps, in the order in which they came, and frozen', () => {
  const { log, add } = logOf(10);
  for (const type of ['a', 'b', 'c']) expect(Object.isFrozen(add(type))).toBe(true);
  expect(log.entries.values().map(({ sequence, type }) => [sequence, type])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});

test('only the newest entries are kept, as many as it holds', () => {
  const { log, add } = logOf(100);
  for (let number = 1; number <= 1_000; number++) add(String(number));
  expect(log.entries.size).toBe(100);
  expect(log.entries.first()?.[0]).toBe(901);
  expect(log.entries.last()?.[0]).toBe(1_000);
});

test('entries that were forgotten leave room: the oldest that is left goes first', () => {
  const { log, add, types } = logOf(4);
  for (const type of ['a', 'b', 'c', 'd']) add(type);
  log.clear(({ type }) => type === 'b' || type === 'd');
  for (const type of ['e', 'f', 'g']) add(type);
  expect(types()).toEqual(['c', 'e', 'f', 'g']);
});

test('a log that holds nothing still tells its listeners', () => {
  const { log, add } = logOf(0);
  const heard: string[] = [];
  log.subscribe(({ type }) => heard.push(type));
  add('a');
  expect(log.entries.size).toBe(0);
  expect(heard).toEqual(['a']);
});

test('a cleared log goes on with its numbering and its bound', () => {
  const { log, add, types } = logOf(2);
  for (const type of ['a', 'b', 'c']) add(type);
  log.clear();
  expect(types()).toEqual([]);
  expect(add('d').sequence).toBe(4);
  for (const type of ['e', 'f']) add(type);
  expect(types()).toEqual(['e', 'f']);
});

test('listeners hear every further entry until they have heard enough', () => {
  const { log, add } = logOf(10);
  const heard: string[] = [];
  add('before');
  const stop = log.subscribe(({ type }) => heard.push(type));
  log.subscribe(({ type }) => heard.push(`also ${type}`));
  add('a');
  stop();
  add('b');
  expect(heard).toEqual(['a', 'also a', 'also b']);
});

test('a state that is put back holds the entries of that time, and the numbering goes on from there', () => {
  const { log, add, types, ownership } = logOf(3);
  for (const type of ['a', 'b', 'c']) add(type);
  ownership.renew();
  const { state } = log;
  for (const type of ['d', 'e']) add(type);
  log.state = state;
  expect(types()).toEqual(['a', 'b', 'c']);
  expect(add('f').sequence).toBe(4);
  expect(types()).toEqual(['b', 'c', 'f']);
});

test('what a larger log held is cut to the newest entries that a smaller one holds', () => {
  const large = logOf(10);
  for (let number = 1; number <= 10; number++) large.add(String(number));
  const small = logOf(3);
  small.log.load(large.log.state.sequence, large.log.entries.entries());
  expect(small.types()).toEqual(['8', '9', '10']);

  const restored = logOf(3);
  restored.log.state = large.log.state;
  restored.add('11');
  expect(restored.types()).toEqual(['9', '10', '11']);
});
