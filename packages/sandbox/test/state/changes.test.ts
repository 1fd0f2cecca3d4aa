import { expect, test } from 'vitest';
import { Random } from '../../src/service/kernel/random.ts';
import { visitDifferences } from '../../src/service/tables/tree-differences.ts';
import { byNumber, OrderedMap, Ownership } from '../../src/service/tables/ordered-map.ts';

type Numbers = OrderedMap<number, object>;

/** Writes, replaces and deletes at random, mostly at the end. */
function change(map: Numbers, random: Random, count: number): void {
  for (let n = 0; n < count; n++) {
    const key = random.next() % 4 === 0 ? random.next() % 6_000 : map.size + (random.next() % 50);
    if (random.next() % 3 === 0) map.delete(key);
    else map.set(key, {});
  }
}

function contentOf({ root }: Numbers): Map<number, object> {
  return new Map(new OrderedMap(byNumber, new Ownership(), root).entries());
}

test.each(Array.from({ length: 8 }, (_, seed) => seed))(
  'the changes between two versions of a tree lead from one to the other, and each is real (seed %i)',
  (seed) => {
    const random = new Random(seed);
    const ownership = new Ownership();
    const map: Numbers = new OrderedMap(byNumber, ownership);
    const versions = [map.root];
    for (const count of [0, 1, 3_000, 1, 2, 40, 500, 2_500, 1]) {
      change(map, random, count);
      if (random.next() % 9 === 0) map.root = versions[random.next() % versions.length];
      ownership.renew();
      versions.push(map.root);
    }
    for (const before of versions) {
      for (const after of versions) {
        const content = contentOf(new OrderedMap(byNumber, ownership, before));
        const keys: number[] = [];
        const mistakes: number[] = [];
        visitDifferences(before, after, byNumber, (key, value, old) => {
          if (content.get(key) !== old || value === old) mistakes.push(key);
          keys.push(key);
          if (value) content.set(key, value);
          else content.delete(key);
        });
        const wanted = contentOf(new OrderedMap(byNumber, ownership, after));
        const wrong = [...wanted].filter(([key, value]) => content.get(key) !== value);
        expect([content.size, wrong, mistakes]).toEqual([wanted.size, [], []]);
        expect(keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? 0))).toBe(true);
      }
    }
  },
);

test('finding a change among a hundred thousand records looks at few of them', () => {
  const ownership = new Ownership();
  const map: OrderedMap<number, { readonly n: number }> = new OrderedMap(byNumber, ownership);
  for (let n = 0; n < 100_000; n++) map.set(n, { n });
  ownership.renew();
  const before = map.root;
  map.set(70_000, { n: -1 });
  map.set(100_000, { n: 100_000 });
  let looks = 0;
  const counting = (a: number, b: number) => {
    looks += 1;
    return a - b;
  };
  const found: number[] = [];
  visitDifferences(before, map.root, counting, (key) => found.push(key));
  expect(found).toEqual([70_000, 100_000]);
  expect(looks).toBeLessThan(500);
});
