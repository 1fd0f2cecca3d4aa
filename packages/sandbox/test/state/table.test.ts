import { describe, expect, test } from 'vitest';
import { atOnce } from '../../src/service/kernel/steps.ts';
import { Ownership } from '../../src/service/tables/ordered-map.ts';
import { Random } from '../../src/service/kernel/random.ts';
import { Table } from '../../src/service/tables/table.ts';

interface Letter {
  readonly id: string;
  readonly at: number;
  readonly folder: string;
  readonly labels: readonly string[];
  readonly code?: string;
  readonly mark?: string;
}

function letters(ownership = new Ownership()) {
  return new Table(ownership, {
    name: 'letters',
    id: (letter: Letter) => letter.id,
    time: (letter) => letter.at,
    groups: { folder: (letter) => [letter.folder], label: (letter) => letter.labels },
    keys: { code: (letter) => letter.code, mark: (letter) => letter.mark },
    late: ['mark'],
  });
}

function letter(id: string, more: Partial<Letter> = {}): Letter {
  return { id, at: 0, folder: 'in', labels: [], ...more };
}

function ids(letters: readonly Letter[]): string {
  return letters.map(({ id }) => id).join(' ');
}

/** How many letters each of these labels is on. */
function countsOf(table: ReturnType<typeof letters>, ...labels: readonly string[]): number[] {
  return labels.map((label) => table.select(['label', label]).count);
}

describe('records', () => {
  test('are found by their id and their unique keys, in insertion order', () => {
    const table = letters();
    table.insert(letter('b', { code: 'B1' }));
    const a = table.insert(letter('a'));
    expect(table.get('a')).toBe(a);
    expect(table.find('code', 'B1')?.id).toBe('b');
    expect(ids(table.all())).toBe('b a');
    expect(table.oldest()?.id).toBe('b');
    expect(table.size).toBe(2);
    expect(table.get('c')).toBeUndefined();
    expect(table.find('code', 'C1')).toBeUndefined();
  });

  test('are frozen, and replaced rather than changed', () => {
    const table = letters();
    const before = table.insert(letter('a', { code: 'old' }));
    const after = table.replace({ ...before, folder: 'out', code: 'new' });
    expect(Object.isFrozen(before) && Object.isFrozen(after)).toBe(true);
    expect(before.folder).toBe('in');
    expect(table.get('a')).toBe(after);
    expect(table.find('code', 'old')).toBeUndefined();
    expect(table.find('code', 'new')).toBe(after);
  });

  test('keep their place in the order when replaced', () => {
    const table = letters();
    for (const id of ['a', 'b', 'c']) table.insert(letter(id));
    table.put(letter('a', { folder: 'out' }));
    table.put(letter('d'));
    expect(ids(table.all())).toBe('a b c d');
  });

  test('have unique ids: a duplicate is refused, and so is a replacement of a missing record', () => {
    const table = letters();
    table.insert(letter('a'));
    expect(() => table.insert(letter('a'))).toThrow('letters holds a record with the id of a already');
    expect(() => table.replace(letter('b'))).toThrow('letters has no b');
    expect(table.size).toBe(1);
  });

  test('have unique keys: another record with the same key is refused and leaves no trace', () => {
    const table = letters();
    table.insert(letter('a', { code: 'A' }));
    expect(() => table.insert(letter('b', { code: 'A' }))).toThrow(
      'letters holds a record with the code of b already',
    );
    expect(table.find('code', 'A')?.id).toBe('a');
    expect(table.get('b')).toBeUndefined();
    expect(atOnce(table.checking())).toEqual([]);
  });

  test('are found by a late key, whether added before or after its first use, in every state', () => {
    const ownership = new Ownership();
    const table = letters(ownership);
    table.insert(letter('a', { mark: 'A' }));
    expect(table.find('mark', 'A')?.id).toBe('a');
    ownership.renew();
    const { state } = table;
    table.insert(letter('b', { mark: 'B' }));
    table.replace(letter('a', { mark: 'A', folder: 'out' }));
    expect(table.find('mark', 'B')?.id).toBe('b');
    expect(table.find('mark', 'A')?.folder).toBe('out');
    table.delete('b');
    expect(table.find('mark', 'B')).toBeUndefined();
    ownership.renew();
    table.state = state;
    expect(table.find('mark', 'B')).toBeUndefined();
    expect(table.find('mark', 'A')?.folder).toBe('in');
    table.insert(letter('c', { mark: 'C' }));
    expect(table.find('mark', 'C')?.id).toBe('c');
    expect(atOnce(table.checking())).toEqual([]);
    const saved = letters();
    for (const record of table.all()) saved.adopt(saved.sequence + 1, { ...record });
    expect(saved.find('mark', 'C')?.id).toBe('c');
  });

  test('leave no trace when deleted', () => {
    const table = letters();
    table.insert(letter('a', { code: 'A', labels: ['x', 'y'] }));
    expect(table.delete('a')?.id).toBe('a');
    expect(table.delete('a')).toBeUndefined();
    expect(table.find('code', 'A')).toBeUndefined();
    expect(countsOf(table, 'x', 'y')).toEqual([0, 0]);
    expect(table.select(['folder', 'in']).count).toBe(0);
    expect(atOnce(table.checking())).toEqual([]);
  });
});

describe('states', () => {
  test('hold what they held when restored, whatever changed since', () => {
    const ownership = new Ownership();
    const table = letters(ownership);
    const kept = () => {
      ownership.renew();
      return table.state;
    };
    table.insert(letter('a', { code: 'A' }));
    table.insert(letter('b', { code: 'B' }));
    const earlier = kept();
    table.delete('a');
    table.insert(letter('c', { code: 'A' }));
    table.replace(letter('b', { code: 'C' }));
    const later = kept();
    const codes = () => ['A', 'B', 'C'].map((code) => table.find('code', code)?.id);
    expect(codes()).toEqual(['c', undefined, 'b']);
    table.state = earlier;
    expect(codes()).toEqual(['a', 'b', undefined]);
    table.insert(letter('c', { code: 'C' }));
    expect(codes()).toEqual(['a', 'b', 'c']);
    table.state = later;
    expect(codes()).toEqual(['c', undefined, 'b']);
    expect(ids(table.all())).toBe('b c');
    expect(atOnce(table.checking())).toEqual([]);
  });

  test('leave nothing behind that grows without end', () => {
    const table = letters();
    for (let n = 0; n < 20_000; n++) {
      table.insert(letter(`l${n}`, { code: `c${n}` }));
      if (n % 100 === 0) table.find('code', `c${n}`);
      if (n % 10 !== 0) table.delete(`l${n}`);
    }
    expect(table.size).toBe(2_000);
    expect(atOnce(table.checking())).toEqual([]);
    for (const name of ['id', 'code']) expect(table.state.indexes[name]?.root?.size).toBe(2_000);
  });

  test('remember nothing of later changes, even when restored repeatedly', () => {
    const ownership = new Ownership();
    const table = letters(ownership);
    for (let n = 0; n < 500; n++) table.insert(letter(`l${n}`, { code: `c${n}` }));
    table.find('code', 'c499');
    table.get('l499');
    const { state } = table;
    for (let n = 0; n < 5_000; n++) {
      ownership.renew();
      table.state = state;
      table.insert(letter(`later ${n}`, { code: `later ${n}` }));
      expect(table.get(`later ${n}`)?.code).toBe(`later ${n}`);
    }
    for (const name of ['id', 'code']) expect(state.indexes[name]?.root?.size).toBe(500);
    table.state = state;
    expect(table.find('code', 'c499')?.id).toBe('l499');
    expect(table.get('later 4999')).toBeUndefined();
    expect(atOnce(table.checking())).toEqual([]);
  });

  test('shared by many tables remember nothing of those tables’ changes', () => {
    const ownership = new Ownership();
    const table = letters(ownership);
    for (let n = 0; n < 500; n++) table.insert(letter(`l${n}`, { code: `c${n}` }));
    table.find('code', 'c499');
    table.get('l499');
    for (let n = 0; n < 5_000; n++) {
      ownership.renew();
      const other = letters();
      other.state = table.state;
      other.insert(letter(`later ${n}`, { code: `later ${n}` }));
      expect(other.get(`later ${n}`)?.code).toBe(`later ${n}`);
    }
    for (const name of ['id', 'code']) expect(table.state.indexes[name]?.root?.size).toBe(500);
    expect(table.find('code', 'c499')?.id).toBe('l499');
    expect(atOnce(table.checking())).toEqual([]);
  });
});

test('names with the same hash find their own records', () => {
  const pairs = sameHash();
  const table = letters();
  for (const id of pairs) table.insert(letter(id, { code: id, labels: [id] }));
  for (const id of pairs) {
    expect(table.get(id)?.id).toBe(id);
    expect(table.find('code', id)?.id).toBe(id);
    expect(ids(table.select(['label', id]).newest(0, 9))).toBe(id);
  }
  const [first = '', second = ''] = pairs;
  table.insert(letter('third', { labels: [first, second] }));
  table.delete(first);
  expect(table.get(first)).toBeUndefined();
  expect(table.get(second)?.id).toBe(second);
  expect(ids(table.select(['label', first]).newest(0, 9))).toBe('third');
  expect(ids(table.select(['label', second]).newest(0, 9))).toBe(`third ${second}`);
  expect(atOnce(table.checking())).toEqual([]);
});

/** Pairs of names with the same hash, read from the index of a large table. */
function sameHash(): string[] {
  const table = letters();
  const random = new Random('names');
  const names = Array.from({ length: 120_000 }, () => random.hex(24));
  for (const name of names) table.insert(letter(name));
  table.get('');
  const found: string[] = [];
  const root = table.state.indexes['id']?.root;
  for (const numbers of valuesOf(root)) {
    if (Array.isArray(numbers)) found.push(...numbers.map((number: number) => names[number] ?? ''));
  }
  expect(found.length).toBeGreaterThan(1);
  return found;
}

function valuesOf(tree: unknown): unknown[] {
  const { children, values } = tree as { readonly children?: unknown[]; readonly values?: unknown[] };
  return children ? children.flatMap(valuesOf) : (values ?? []);
}

describe('groups', () => {
  test('hold a record in each set that it names, and follow it when it moves', () => {
    const table = letters();
    table.insert(letter('a', { labels: ['x', 'y'] }));
    table.insert(letter('b', { labels: ['y'] }));
    expect(countsOf(table, 'x', 'y', 'z')).toEqual([1, 2, 0]);
    expect(ids(table.select(['label', 'y']).newest(0, 9))).toBe('b a');
    table.replace(letter('a', { labels: ['z', 'y'] }));
    expect(countsOf(table, 'x', 'y', 'z')).toEqual([0, 2, 1]);
    expect(ids(table.select(['label', 'y']).newest(0, 9))).toBe('b a');
  });

  test('hold a record once, even if it names a set twice', () => {
    const table = letters();
    table.insert(letter('a', { labels: ['x', 'x'] }));
    expect(table.select(['label', 'x']).count).toBe(1);
    table.replace(letter('a'));
    expect(countsOf(table, 'x')).toEqual([0]);
    expect(atOnce(table.checking())).toEqual([]);
  });

  test('of a record in very many sets cost only what changes, not every pair of sets', () => {
    const table = letters();
    // Every pair of them would take minutes.
    const labels = Array.from({ length: 200_000 }, (_, n) => `label ${n}`);
    table.insert(letter('a', { labels }));
    table.replace(letter('a', { labels: [...labels.slice(1), 'another'] }));
    expect(table.select(['label', 'label 0']).count).toBe(0);
    expect(table.select(['label', 'another']).count).toBe(1);
    expect(atOnce(table.checking())).toEqual([]);
  });
});

describe('selections', () => {
  /** Ten letters `l0` to `l9`, one every 10 ms, the even ones in folder `even`. */
  function ten() {
    const table = letters();
    for (let n = 0; n < 10; n++)
      table.insert(letter(`l${n}`, { at: n * 10, folder: n % 2 ? 'odd' : 'even' }));
    return table;
  }

  test('come newest first, page by page, each record once, and end after the last', () => {
    const all = ten().select();
    expect(all.count).toBe(10);
    expect(ids(all.newest(0, 4))).toBe('l9 l8 l7 l6');
    expect(ids(all.newest(4, 4))).toBe('l5 l4 l3 l2');
    expect(ids(all.newest(8, 4))).toBe('l1 l0');
    expect(all.newest(10, 4)).toEqual([]);
    expect(all.newest(1_000, 4)).toEqual([]);
  });

  test('of one set hold only its records', () => {
    const even = ten().select(['folder', 'even']);
    expect(even.count).toBe(5);
    expect(ids(even.newest(1, 2))).toBe('l6 l4');
    const none = ten().select(['folder', 'none'], { from: 0, to: 5 });
    expect(none.count).toBe(0);
    expect(none.newest(0, 5)).toEqual([]);
  });

  const spans: readonly (readonly [
    from: number | undefined,
    until: number | undefined,
    all: string,
    even: string,
  ])[] = [
    [undefined, undefined, 'l9 l8 l7 l6 l5 l4 l3 l2 l1 l0', 'l8 l6 l4 l2 l0'],
    [30, 60, 'l6 l5 l4 l3', 'l6 l4'],
    [31, 59, 'l5 l4', 'l4'],
    [undefined, 10, 'l1 l0', 'l0'],
    [80, undefined, 'l9 l8', 'l8'],
    [50, 50, 'l5', ''],
    [51, 59, '', ''],
    [-5, -1, '', ''],
    [91, undefined, '', ''],
    [60, 30, '', ''],
  ];

  test.for(spans)('from %j until %j include both ends', ([from, until, all, even]) => {
    const table = ten();
    const whole = table.select(undefined, table.between(from ?? -Infinity, until ?? Infinity));
    expect(ids(whole.newest(0, 99))).toBe(all);
    expect(whole.count).toBe(all === '' ? 0 : all.split(' ').length);
    const half = table.select(['folder', 'even'], table.between(from ?? -Infinity, until ?? Infinity));
    expect(ids(half.newest(0, 99))).toBe(even);
    expect(half.count).toBe(even === '' ? 0 : even.split(' ').length);
  });

  test('by time also work after records were deleted', () => {
    const table = ten();
    for (const id of ['l0', 'l5', 'l9']) table.delete(id);
    expect(ids(table.select(undefined, table.between(40, 70)).newest(0, 9))).toBe('l7 l6 l4');
    expect(ids(table.select(['folder', 'odd'], table.between(45, Infinity)).newest(0, 9))).toBe('l7');
  });

  test('of several sets include the records of all, newest first, at every offset', () => {
    const table = letters();
    for (let n = 0; n < 500; n++) table.insert(letter(`l${n}`, { at: n, folder: `f${(n * n) % 7}` }));
    for (let n = 0; n < 500; n += 3) table.delete(`l${n}`);
    const folders = [
      ['f1', 100, 400],
      ['f2', 0, 450],
      ['f4', 450, 499],
      ['none', 0, 499],
    ] as const;
    const expected = table
      .all()
      .filter(({ folder, at }) =>
        folders.some(([name, from, to]) => folder === name && at >= from && at < to),
      )
      .reverse();
    const parts = folders.map(([name, from, to]) => [['folder', name], { from, to }] as const);
    const selection = table.selectAll(parts);
    expect(selection.count).toBe(expected.length);
    for (let offset = 0; offset <= expected.length + 5; offset++) {
      expect(selection.newest(offset, 20)).toEqual(expected.slice(offset, offset + 20));
    }
    expect(table.selectAll([]).newest(0, 5)).toEqual([]);
    const examples = table.examples('folder').map(({ folder }) => folder);
    expect(examples.sort()).toEqual(['f0', 'f1', 'f2', 'f4']);
  });

  test('by time are refused by a table without times', () => {
    const table = new Table(new Ownership(), { name: 'notes', id: (note: { id: string }) => note.id });
    expect(() => table.firstSince(0)).toThrow('notes has no times');
  });
});

test('every index agrees with a plain array after thousands of changes', () => {
  const random = new Random('table');
  const table = letters();
  let model: Letter[] = [];
  const pick = (names: readonly string[]) => names[random.next() % names.length] ?? '';
  for (let step = 0; step < 4_000; step++) {
    const id = `l${random.next() % 600}`;
    const known = table.get(id);
    const next = {
      id,
      at: known?.at ?? step,
      folder: pick(['in', 'out', 'bin']),
      labels: [pick(['x', 'y', 'z']), pick(['x', 'y', 'z'])],
      ...(random.next() % 2 && { code: `code ${id}` }),
    };
    if (random.next() % 4 === 0) {
      table.delete(id);
      model = model.filter((other) => other.id !== id);
    } else {
      table.put(next);
      model = known ? model.map((other) => (other.id === id ? next : other)) : [...model, next];
    }
  }
  expect(atOnce(table.checking())).toEqual([]);
  expect(table.all()).toEqual(model);
  for (const folder of ['in', 'out', 'bin']) {
    for (const [from, until] of [
      [undefined, undefined],
      [1_000, 3_000],
    ] as const) {
      const expected = model
        .filter(({ at }) => at >= (from ?? 0) && at <= (until ?? 4_000))
        .filter((other) => other.folder === folder)
        .toReversed();
      const selection = table.select(['folder', folder], table.between(from ?? -Infinity, until ?? Infinity));
      expect(selection.count).toBe(expected.length);
      expect(selection.newest(0, 4_000)).toEqual(expected);
      expect(selection.newest(7, 5)).toEqual(expected.slice(7, 12));
    }
  }
});

describe('check', () => {
  function planted(plant: (state: ReturnType<typeof letters>['state']) => object) {
    const table = letters();
    for (const id of ['a', 'b']) table.insert(letter(id, { labels: ['x'], code: id }));
    atOnce(table.checking());
    const { state } = table;
    table.state = { ...state, ...plant(state) };
    return atOnce(table.checking());
  }

  test('finds nothing if all is well', () => {
    expect(planted(() => ({}))).toEqual([]);
  });

  test('finds a set that lost its records', () => {
    const lost = { root: undefined, upTo: 2 };
    expect(planted(({ indexes }) => ({ indexes: { ...indexes, label: lost } }))).toEqual([
      'letters: index label is off',
    ]);
  });

  test('finds a record that its id and its unique key do not lead to', () => {
    const lost = { root: undefined, upTo: 2 };
    expect(planted(({ indexes }) => ({ indexes: { ...indexes, id: lost, code: lost } }))).toEqual([
      'letters: a is not found by its id',
      'letters: a is not found by its code',
      'letters: b is not found by its id',
      'letters: b is not found by its code',
    ]);
  });

  test('finds a set with records that are gone', () => {
    expect(planted(() => ({ records: undefined }))).toEqual(
      ['folder', 'label'].map((name) => `letters: index ${name} is off`),
    );
  });

  test('finds two records with the same id or the same unique key', () => {
    const table = letters();
    const a = letter('a', { code: 'A' });
    table.adopt(0, a);
    table.adopt(1, { ...a });
    expect(atOnce(table.checking())).toEqual([
      'letters: a is not found by its id',
      'letters: a is not found by its code',
    ]);
  });
});
