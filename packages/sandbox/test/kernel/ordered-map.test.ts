import { expect, test } from 'vitest';
import { byNumber, byText, OrderedMap, Ownership } from '../../src/service/tables/ordered-map.ts';
import { Random } from '../../src/service/kernel/random.ts';
import { type Tree, visitRange } from '../../src/service/tables/tree.ts';

type Entry = [key: number, value: number];

/** A slow reference implementation of the map. */
class SortedArray {
  entries: Entry[] = [];

  set(key: number, value: number): void {
    this.entries = [...this.entries.filter(([other]) => other !== key), [key, value]];
    this.entries.sort(([a], [b]) => a - b);
  }

  delete(key: number): boolean {
    const before = this.entries.length;
    this.entries = this.entries.filter(([other]) => other !== key);
    return this.entries.length < before;
  }

  rank(key: number): number {
    return this.entries.filter(([other]) => other < key).length;
  }
}

function entriesOf(root: Tree<number, number> | undefined): Entry[] {
  const entries: Entry[] = [];
  visitRange(root, 0, root?.size ?? 0, (key, value) => entries.push([key, value]));
  return entries;
}

function numbers(): OrderedMap<number, number> {
  return new OrderedMap<number, number>(byNumber, new Ownership());
}

function filled(keys: Iterable<number>): OrderedMap<number, number> {
  const map = numbers();
  for (const key of keys) map.set(key, key * 2);
  return map;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function shuffled(values: readonly number[], random: Random): number[] {
  return values
    .map((value) => [random.next(), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value);
}

test.for(['one', 'two', 'three'])(
  'any sequence of changes gives the same result as a sorted array (seed %s)',
  (seed) => {
    const random = new Random(seed);
    const map = numbers();
    const model = new SortedArray();
    for (let step = 0; step < 2_000; step++) {
      const key = random.next() % 700;
      // First mostly insert, later mostly delete.
      if (random.next() % 100 < (step < 1_000 ? 75 : 35)) {
        map.set(key, step);
        model.set(key, step);
      } else {
        expect(map.delete(key)).toBe(model.delete(key));
      }
      const probe = random.next() % 700;
      expect(map.size).toBe(model.entries.length);
      expect(map.get(probe)).toBe(model.entries.find(([other]) => other === probe)?.[1]);
      expect(map.rank(probe)).toBe(model.rank(probe));
      if (step % 50 === 0) {
        const start = random.next() % (map.size + 1);
        const end = start + (random.next() % 200);
        expect(map.entries()).toEqual(model.entries);
        expect(map.entries(start, end)).toEqual(model.entries.slice(start, end));
        expect(map.values(start, end)).toEqual(model.entries.slice(start, end).map(([, value]) => value));
        expect(map.first()).toEqual(model.entries[0]);
        expect(map.firstKey()).toEqual(model.entries[0]?.[0]);
      }
    }
  },
);

test('an old root never changes, whatever happens to maps built from it', () => {
  const random = new Random('forks');
  const ownership = new Ownership();
  let map = new OrderedMap<number, number>(byNumber, ownership);
  const kept: { root: Tree<number, number> | undefined; entries: Entry[] }[] = [];
  for (let step = 0; step < 6_000; step++) {
    const key = random.next() % 2_000;
    if (random.next() % 3 > 0) map.set(key, step);
    else map.delete(key);
    if (step % 250 === 0) {
      ownership.renew();
      kept.push({ root: map.root, entries: map.entries() });
      const fork = kept[random.next() % kept.length];
      map = new OrderedMap(byNumber, ownership, fork?.root);
    }
  }
  expect(kept).toHaveLength(24);
  for (const { root, entries } of kept) expect(entriesOf(root)).toEqual(entries);
});

const orders: readonly (readonly [name: string, order: (keys: number[]) => number[]])[] = [
  ['rising', (keys) => keys],
  ['falling', (keys) => keys.toReversed()],
  ['mixed', (keys) => shuffled(keys, new Random('mixed'))],
  ['inward', (keys) => keys.map((_, index) => (index % 2 ? keys.length - 1 - (index >> 1) : index >> 1))],
];

for (const [name, order] of orders) {
  test(`20,000 keys in ${name} order come out sorted with correct ranks, and leave nothing behind`, () => {
    const keys = order(range(20_000));
    const map = filled(keys);
    expect(map.values()).toEqual(range(20_000).map((key) => key * 2));
    for (const key of [0, 1, 63, 64, 65, 4_095, 4_096, 12_345, 19_999]) {
      expect(map.rank(key)).toBe(key);
      expect(map.entries(key, key + 1)).toEqual([[key, key * 2]]);
    }
    for (const key of keys) expect(map.delete(key)).toBe(true);
    expect(map.size).toBe(0);
    expect(map.root).toBeUndefined();
    map.set(7, 14);
    expect(map.entries()).toEqual([[7, 14]]);
  });
}

test('a range in the middle can be removed and filled again', () => {
  const map = filled(range(10_000));
  for (let key = 100; key < 9_900; key++) map.delete(key);
  expect(map.values()).toEqual([...range(100), ...range(100).map((n) => n + 9_900)].map((key) => key * 2));
  expect(map.rank(5_000)).toBe(100);
  for (const key of shuffled(range(9_800), new Random('refill'))) map.set(key + 100, (key + 100) * 2);
  expect(map.values()).toEqual(range(10_000).map((key) => key * 2));
});

test('ranges are cut to the map’s ends, and reversed ranges are empty', () => {
  const map = filled(range(200));
  expect(map.values(-5, 2)).toEqual([0, 2]);
  expect(map.values(198, 500)).toEqual([396, 398]);
  expect(map.values(5, 5)).toEqual([]);
  expect(map.values(9, 3)).toEqual([]);
  expect(map.values(200, 300)).toEqual([]);
});

test.for([0, 1, 64, 65, 5_000])(
  'countWhile counts the leading values that match, in a map of %i',
  (length) => {
    const map = filled(shuffled(range(length), new Random('counted')));
    for (const early of [0, 1, 63, 64, 65, 2_500, length - 1, length, length + 1]) {
      expect(map.countWhile((value) => value < early * 2)).toBe(Math.max(0, Math.min(early, length)));
    }
  },
);

test('an empty map has no entries, no ends, and rank 0 for every key', () => {
  const map = numbers();
  expect(map.entries()).toEqual([]);
  expect(map.first()).toBeUndefined();
  expect(map.firstKey()).toBeUndefined();
  expect(map.rank(1)).toBe(0);
  expect(map.delete(1)).toBe(false);
});

test('deleting a missing key returns the same content', () => {
  const map = filled(range(500));
  const { root } = map;
  expect(map.delete(500)).toBe(false);
  expect(map.root).toBe(root);
});

test('text is ordered by code units, not by a language', () => {
  const map = new OrderedMap<string, number>(byText, new Ownership());
  for (const key of ['b', 'ä', 'a', 'B', '10', '9', '']) map.set(key, 0);
  expect(map.entries().map(([key]) => key)).toEqual(['', '10', '9', 'B', 'a', 'b', 'ä']);
});
