import fc from 'fast-check';
import { hostile, hostileName } from './values.ts';

/** One change to a JSON tree. */
export interface Mutation {
  /** Index of a branch, modulo their number, so that large branches do not get all the changes. */
  readonly branch: number;
  /** Index of a place in the branch, modulo their number. */
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'duplicate' | 'transplant' | 'rename' | 'swap';
  /** The other place: the source of `transplant`, the partner of `swap`. */
  readonly source: number;
  readonly name: string;
  readonly value: unknown;
}

const telling = fc.constantFrom<unknown>(
  null,
  '',
  '__proto__',
  'constructor',
  '__proto__.x',
  'email.__proto__',
  'missing',
  'completed',
  'pending',
  'live',
  0,
  -1,
  0.5,
  1e15,
  8.64e15,
  1e300,
  true,
  [],
  {},
);

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  branch: fc.nat(1_000),
  place: fc.nat(100_000),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'duplicate', 'transplant', 'rename', 'swap'),
  source: fc.nat(100_000),
  name: hostileName,
  value: fc.oneof(telling, hostile),
});

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** A copy of the tree with these changes applied in order. */
export function mutated(
  tree: object,
  branches: (copy: object) => object[],
  mutations: readonly Mutation[],
): object {
  const copy = structuredClone(tree);
  for (const one of mutations) mutate(copy, branches(copy), one);
  return copy;
}

function mutate(copy: object, branches: readonly object[], one: Mutation): void {
  const places = placesIn(branches[one.branch % branches.length] ?? copy);
  const place = places[one.place % places.length];
  if (!place) return;
  const sources = placesIn(copy);
  const source = sources[one.source % sources.length] ?? place;
  const { holder, key } = place;
  switch (one.kind) {
    case 'replace':
      return set(place, one.value);
    case 'remove':
      return remove(place);
    case 'add':
      return add(get(place), one.name, one.value);
    case 'duplicate':
      return add(holder, one.name, structuredClone(get(place)));
    case 'transplant':
      return set(place, structuredClone(get(source)));
    case 'rename':
      add(holder, one.name, get(place));
      return remove({ holder, key });
    case 'swap': {
      const near = places[one.source % places.length] ?? place;
      const value = structuredClone(get(near));
      set(near, structuredClone(get(place)));
      return set(place, value);
    }
  }
}

function get({ holder, key }: Place): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

/** Defines an own member, even `__proto__`. */
function set({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function add(holder: unknown, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (typeof holder === 'object' && holder !== null) set({ holder, key: name }, value);
}

function placesIn(tree: object): Place[] {
  return Object.keys(tree).flatMap((key) => {
    const place = { holder: tree, key };
    const value = get(place);
    return typeof value === 'object' && value !== null ? [place, ...placesIn(value)] : [place];
  });
}
