import { expect, test } from 'vitest';
import { Random } from '../../src/service/kernel/random.ts';

function drawn(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.next());
}

test('the same seed gives the same numbers, and another seed gives others', () => {
  expect(drawn(new Random('mailrig'), 100)).toEqual(drawn(new Random('mailrig'), 100));
  expect(drawn(new Random('mailrig'), 100)).not.toEqual(drawn(new Random('mailrig2'), 100));
  expect(drawn(new Random(1), 4)).toEqual(drawn(new Random('1'), 4));
});

test('a restored state gives the same numbers again, and reading it does not advance it', () => {
  const random = new Random('state');
  const { state } = random;
  const first = drawn(random, 50);
  random.state = state;
  expect(drawn(random, 50)).toEqual(first);
  random.state = state;
  expect(drawn(random, 50)).toEqual(first);
});

test('numbers are unsigned 32-bit integers, spread over the whole range', () => {
  const numbers = drawn(new Random('spread'), 16_000);
  expect(numbers.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32)).toBe(true);
  const buckets = Map.groupBy(numbers, (value) => value >>> 28);
  expect(buckets.size).toBe(16);
  for (const { length } of buckets.values()) {
    expect(length).toBeGreaterThan(850);
    expect(length).toBeLessThan(1_150);
  }
});

test('hex has the requested length, and ids of 24 digits are unique', () => {
  const random = new Random('hex');
  const ids = Array.from({ length: 20_000 }, () => random.hex(24));
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(random.hex(32)).toMatch(/^[0-9a-f]{32}$/);
});
