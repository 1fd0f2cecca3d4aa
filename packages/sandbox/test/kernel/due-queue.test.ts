import { expect, test } from 'vitest';
import { DueQueue } from '../../src/service/kernel/due-queue.ts';
import { Ownership } from '../../src/service/tables/ordered-map.ts';
import { Random } from '../../src/service/kernel/random.ts';

function queueOf(...entries: readonly (readonly [at: number, id: string])[]): DueQueue {
  const queue = new DueQueue(new Ownership());
  for (const [at, id] of entries) queue.add({ at, kind: 'test', id });
  return queue;
}

function drain(queue: DueQueue, now: number): string[] {
  const ids: string[] = [];
  for (let due = queue.take(now); due; due = queue.take(now)) ids.push(due.id);
  return ids;
}

test('entries come out in order of time, and in order of arrival within a time', () => {
  const queue = queueOf([20, 'c'], [10, 'a'], [20, 'd'], [10, 'b'], [5, 'first']);
  expect(drain(queue, 100)).toEqual(['first', 'a', 'b', 'c', 'd']);
});

test('only due entries come out, from their exact time and not a millisecond earlier', () => {
  const queue = queueOf([10, 'a'], [20, 'b']);
  expect(drain(queue, 9)).toEqual([]);
  expect(drain(queue, 10)).toEqual(['a']);
  expect(queue.nextAt).toBe(20);
  expect(drain(queue, 20)).toEqual(['b']);
  expect(queue.nextAt).toBeUndefined();
});

test('thousands of entries come out in order of time and arrival', () => {
  const random = new Random('due');
  const added = Array.from({ length: 5_000 }, (_, index) => [random.next() % 100, String(index)] as const);
  const expected = added.toSorted(([a], [b]) => a - b).map(([, id]) => id);
  expect(drain(queueOf(...added), 100)).toEqual(expected);
});
