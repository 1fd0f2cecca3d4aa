import type { Compare, Tree } from './tree.ts';

/**
 * Calls `visit` with every entry that differs between two versions of a tree, in order of its key; a value
 * is `undefined` in the version that lacks the key. Shared nodes are skipped, so the cost grows with the
 * changes and hardly with the trees.
 */
export function visitDifferences<K, V>(
  before: Tree<K, V> | undefined,
  after: Tree<K, V> | undefined,
  compare: Compare<K>,
  visit: (key: K, after: V | undefined, before: V | undefined) => void,
): void {
  let [old, fresh] = unshared(nodes(before), nodes(after));
  let [oldHeight, freshHeight] = [heightOf(before), heightOf(after)];
  while (oldHeight > 0 || freshHeight > 0) {
    const [oldFirst, freshFirst] = [oldHeight >= freshHeight, freshHeight >= oldHeight];
    if (oldFirst) {
      old = old.flatMap(({ children = [] }) => children);
      oldHeight -= 1;
    }
    if (freshFirst) {
      fresh = fresh.flatMap(({ children = [] }) => children);
      freshHeight -= 1;
    }
    [old, fresh] = unshared(old, fresh);
  }
  const [left, right] = [entriesOf(old), entriesOf(fresh)];
  let index = 0;
  for (const [key, value] of right) {
    for (; index < left.length; index++) {
      const [oldKey, oldValue] = left[index] as [K, V];
      if (compare(oldKey, key) >= 0) break;
      visit(oldKey, undefined, oldValue);
    }
    const known = left[index];
    if (known && compare(known[0], key) === 0) {
      index += 1;
      if (known[1] !== value) visit(key, value, known[1]);
    } else visit(key, value, undefined);
  }
  for (const [key, value] of left.slice(index)) visit(key, undefined, value);
}

const nodes = <K, V>(tree: Tree<K, V> | undefined): Tree<K, V>[] => (tree ? [tree] : []);

/** Two lists of nodes without the nodes that are in both. Most changes are at the end of a tree. */
function unshared<K, V>(old: Tree<K, V>[], fresh: Tree<K, V>[]): [Tree<K, V>[], Tree<K, V>[]] {
  let start = 0;
  while (start < old.length && old[start] === fresh[start]) start += 1;
  const [oldRest, freshRest] = [old.slice(start), fresh.slice(start)];
  if (oldRest.length === 0 || freshRest.length === 0) return [oldRest, freshRest];
  const [inOld, inFresh] = [new Set(oldRest), new Set(freshRest)];
  return [oldRest.filter((node) => !inFresh.has(node)), freshRest.filter((node) => !inOld.has(node))];
}

/** Levels of nodes above the leaves; the same for every leaf. */
function heightOf<K, V>(tree: Tree<K, V> | undefined): number {
  let height = 0;
  for (let node = tree; node?.children; node = node.children[0]) height += 1;
  return height;
}

function entriesOf<K, V>(leaves: readonly Tree<K, V>[]): [K, V][] {
  return leaves.flatMap((leaf) =>
    leaf.children ? [] : leaf.keys.map((key, index): [K, V] => [key, leaf.values[index] as V]),
  );
}
