import { expect, test } from 'vitest';
import { EventLog } from '../../src/service/kernel/event-log.ts';

function logOf(capacity: number) {
  const log = new EventLog(capacity);
  const add = (type: string) => log.append((sequence) => ({ sequence, at: 0, type, data: {} }));
  const types = () => log.entries().map((entry) => entry.type);
  return { log, add, types };
}

test('entries are numbered from 1 without gaps, in order of arrival', () => {
  const { log, add } = logOf(10);
  for (const type of ['a', 'b', 'c']) add(type);
  expect(log.entries().map(({ sequence, type }) => [sequence, type])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});

test('only the newest entries are kept, up to the size of the log', () => {
  const { log, add } = logOf(100);
  for (let number = 1; number <= 1_000; number++) add(String(number));
  expect(log.entries()).toHaveLength(100);
  expect(log.entries().at(0)?.sequence).toBe(901);
  expect(log.entries().at(-1)?.sequence).toBe(1_000);
});

test('dropped entries make room, and the oldest remaining one is dropped next', () => {
  const { log, add, types } = logOf(4);
  for (const type of ['a', 'b', 'c', 'd']) add(type);
  log.clear(({ type }) => type === 'b' || type === 'd');
  for (const type of ['e', 'f', 'g']) add(type);
  expect(types()).toEqual(['c', 'e', 'f', 'g']);
});

test('a log of size 0 still notifies its listeners', () => {
  const { log, add } = logOf(0);
  const heard: string[] = [];
  log.subscribe(({ type }) => heard.push(type));
  add('a');
  expect(log.entries()).toEqual([]);
  expect(heard).toEqual(['a']);
});

test('a cleared log keeps its numbering and its size', () => {
  const { log, add, types } = logOf(2);
  for (const type of ['a', 'b', 'c']) add(type);
  log.clear();
  expect(types()).toEqual([]);
  expect(add('d').sequence).toBe(4);
  for (const type of ['e', 'f']) add(type);
  expect(types()).toEqual(['e', 'f']);
});

test('listeners get every later entry until they unsubscribe', () => {
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

test('a restored state holds the entries of its time, and numbering continues from there', () => {
  const { log, add, types } = logOf(3);
  for (const type of ['a', 'b', 'c']) add(type);
  const { state } = log;
  for (const type of ['d', 'e']) add(type);
  log.state = state;
  expect(types()).toEqual(['a', 'b', 'c']);
  expect(add('f').sequence).toBe(4);
  expect(types()).toEqual(['b', 'c', 'f']);
});

test('the state of a larger log is cut to the newest entries that fit', () => {
  const large = logOf(10);
  for (let number = 1; number <= 10; number++) large.add(String(number));
  const small = logOf(3);
  small.log.load(large.log.state.sequence, large.log.entries());
  expect(small.types()).toEqual(['8', '9', '10']);

  const restored = logOf(3);
  restored.log.state = large.log.state;
  restored.add('11');
  expect(restored.types()).toEqual(['9', '10', '11']);
});

test('two logs that continue from one state do not see each other’s entries', () => {
  const { log, add, types } = logOf(4);
  for (const type of ['a', 'b']) add(type);
  const other = logOf(4);
  other.log.state = log.state;
  add('c');
  other.add('C');
  add('d');
  expect(types()).toEqual(['a', 'b', 'c', 'd']);
  expect(other.types()).toEqual(['a', 'b', 'C']);
});

test('a state does not change with later entries', () => {
  const { log, add, types } = logOf(10);
  for (const type of ['a', 'b']) add(type);
  const { state } = log;
  add('c');
  expect(state.array.map(({ type }) => type)).toEqual(['a', 'b']);
  expect(types()).toEqual(['a', 'b', 'c']);
});
