/**
 * An ordered tree that counts: find, insert, remove, the n-th entry and the rank of a key, each in
 * a logarithmic number of steps.
 *
 * Nodes are shared between versions. A writer holds an {@link Owner}: nodes that carry it are
 * changed in place, and all others are copied first, so an old root still has its version.
 */
export type Tree<K, V> = Leaf<K, V> | Branch<K, V>;

/** The holder of this object may change the nodes that carry it. */
export type Owner = object;

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export type Compare<K> = (a: K, b: K) => number;

interface Leaf<K, V> {
  readonly owner: Owner;
  readonly children: undefined;
  size: number;
  keys: K[];
  values: V[];
}

interface Branch<K, V> {
  readonly owner: Owner;
  /** The first key below each child. */
  keys: K[];
  children: Tree<K, V>[];
  size: number;
}

const most = 64;
const few = 16;

/** The value under `key`. Values are never `undefined`. */
export function find<K, V>(tree: Tree<K, V> | undefined, compare: Compare<K>, key: K): V | undefined {
  let node = tree;
  while (node?.children) node = node.children[childFor(node, compare, key)];
  if (!node) return undefined;
  const index = position(node.keys, compare, key);
  return index < node.keys.length && compare(node.keys[index] as K, key) === 0
    ? node.values[index]
    : undefined;
}

/** The entry with the smallest key. */
export function first<K, V>(tree: Tree<K, V> | undefined): [K, V] | undefined {
  let node = tree;
  while (node?.children) node = node.children[0];
  return node && [node.keys[0] as K, node.values[0] as V];
}

/** How many keys are smaller than `key`. */
export function rank<K, V>(tree: Tree<K, V> | undefined, compare: Compare<K>, key: K): number {
  let before = 0;
  let node = tree;
  while (node?.children) {
    const index = childFor(node, compare, key);
    for (let i = 0; i < index; i++) before += (node.children[i] as Tree<K, V>).size;
    node = node.children[index];
  }
  return node ? before + position(node.keys, compare, key) : 0;
}

/** Counts the leading values for which `holds` is true; it must be false for all later ones. */
export function countWhile<K, V>(tree: Tree<K, V> | undefined, holds: (value: V) => boolean): number {
  let before = 0;
  let node = tree;
  while (node?.children) {
    const index = Math.max(0, prefix(node.children, (child) => holds(firstValue(child))) - 1);
    for (let i = 0; i < index; i++) before += (node.children[i] as Tree<K, V>).size;
    node = node.children[index];
  }
  return node ? before + prefix(node.values, holds) : 0;
}

/** Calls `visit` with the entries from rank `start` up to, not including, rank `end`, in order. */
export function visitRange<K, V>(
  tree: Tree<K, V> | undefined,
  start: number,
  end: number,
  visit: (key: K, value: V) => void,
): void {
  if (!tree || start >= end || start >= tree.size || end <= 0) return;
  if (!tree.children) {
    const last = Math.min(end, tree.size);
    for (let i = Math.max(start, 0); i < last; i++) visit(tree.keys[i] as K, tree.values[i] as V);
    return;
  }
  let offset = 0;
  for (const child of tree.children) {
    if (offset >= end) return;
    if (offset + child.size > start) visitRange(child, start - offset, end - offset, visit);
    offset += child.size;
  }
}

/** Reads the entries one by one, in order; of a version that no owner changes, at any later time. */
export function* eachEntry<K, V>(tree: Tree<K, V> | undefined): Generator<readonly [K, V]> {
  if (tree?.children) for (const child of tree.children) yield* eachEntry(child);
  else if (tree) for (const [index, key] of tree.keys.entries()) yield [key, tree.values[index] as V];
}

/** The tree with `value` under `key`; it replaces an earlier value. */
export function insert<K, V>(
  tree: Tree<K, V> | undefined,
  compare: Compare<K>,
  owner: Owner,
  key: K,
  value: V,
): Tree<K, V> {
  if (!tree) return { owner, children: undefined, size: 1, keys: [key], values: [value] };
  const root = owned(tree, owner);
  const sibling = put(root, compare, owner, key, value);
  if (!sibling) return root;
  return {
    owner,
    keys: [firstKey(root), firstKey(sibling)],
    children: [root, sibling],
    size: root.size + sibling.size,
  };
}

/** The tree without `key`; the same tree if it held no such key. */
export function remove<K, V>(
  tree: Tree<K, V> | undefined,
  compare: Compare<K>,
  owner: Owner,
  key: K,
): Tree<K, V> | undefined {
  if (!tree || find(tree, compare, key) === undefined) return tree;
  let root: Tree<K, V> = owned(tree, owner);
  take(root, compare, owner, key);
  while (root.children?.length === 1) root = root.children[0] as Tree<K, V>;
  return root.size === 0 ? undefined : root;
}

function put<K, V>(
  node: Tree<K, V>,
  compare: Compare<K>,
  owner: Owner,
  key: K,
  value: V,
): Tree<K, V> | undefined {
  if (!node.children) {
    const index = position(node.keys, compare, key);
    if (index < node.keys.length && compare(node.keys[index] as K, key) === 0) {
      node.values[index] = value;
      return undefined;
    }
    insertAt(node.keys, index, key);
    insertAt(node.values, index, value);
    node.size++;
    return node.keys.length > most ? splitLeaf(node, index) : undefined;
  }
  const index = childFor(node, compare, key);
  const child = ownedChild(node, index, owner);
  const before = child.size;
  const sibling = put(child, compare, owner, key, value);
  node.keys[index] = firstKey(child);
  if (!sibling) {
    node.size += child.size - before;
    return undefined;
  }
  node.size += child.size + sibling.size - before;
  node.keys.splice(index + 1, 0, firstKey(sibling));
  node.children.splice(index + 1, 0, sibling);
  return node.keys.length > most ? splitBranch(node, index + 1) : undefined;
}

function take<K, V>(node: Tree<K, V>, compare: Compare<K>, owner: Owner, key: K): void {
  node.size--;
  if (!node.children) {
    const index = position(node.keys, compare, key);
    node.keys.splice(index, 1);
    node.values.splice(index, 1);
    return;
  }
  const index = childFor(node, compare, key);
  const child = ownedChild(node, index, owner);
  take(child, compare, owner, key);
  if (child.size === 0) {
    node.keys.splice(index, 1);
    node.children.splice(index, 1);
    return;
  }
  node.keys[index] = firstKey(child);
  if (child.keys.length < few) join(node, index === 0 ? 0 : index - 1, owner);
}

/** Merges the children at `index` and `index + 1` if they fit into one node. */
function join<K, V>(node: Branch<K, V>, index: number, owner: Owner): void {
  const right = node.children[index + 1];
  if (!right || (node.children[index] as Tree<K, V>).keys.length + right.keys.length > most) return;
  const left = ownedChild(node, index, owner);
  left.keys.push(...right.keys);
  if (left.children) left.children.push(...(right as Branch<K, V>).children);
  else left.values.push(...(right as Leaf<K, V>).values);
  left.size += right.size;
  node.keys.splice(index + 1, 1);
  node.children.splice(index + 1, 1);
}

/** Entries arrive mostly at the end: a node that overflows there stays full instead of being halved. */
const cutFor = (length: number, index: number): number => (index === length - 1 ? length - 1 : length >> 1);

function splitLeaf<K, V>(node: Leaf<K, V>, index: number): Leaf<K, V> {
  const cut = cutFor(node.keys.length, index);
  const keys = node.keys.splice(cut);
  const values = node.values.splice(cut);
  node.size = node.keys.length;
  return { owner: node.owner, children: undefined, size: keys.length, keys, values };
}

function splitBranch<K, V>(node: Branch<K, V>, index: number): Branch<K, V> {
  const cut = cutFor(node.keys.length, index);
  const keys = node.keys.splice(cut);
  const children = node.children.splice(cut);
  const size = children.reduce((sum, child) => sum + child.size, 0);
  node.size -= size;
  return { owner: node.owner, size, keys, children };
}

function owned<K, V>(node: Tree<K, V>, owner: Owner): Tree<K, V> {
  if (node.owner === owner) return node;
  const keys = node.keys.slice();
  return node.children
    ? { owner, size: node.size, keys, children: node.children.slice() }
    : { owner, children: undefined, size: node.size, keys, values: node.values.slice() };
}

function ownedChild<K, V>(node: Branch<K, V>, index: number, owner: Owner): Tree<K, V> {
  const child = owned(node.children[index] as Tree<K, V>, owner);
  node.children[index] = child;
  return child;
}

/** The smallest key; every node stores that of its subtree. */
export function firstKey<K, V>(node: Tree<K, V>): K {
  return node.keys[0] as K;
}

function firstValue<K, V>(tree: Tree<K, V>): V {
  let node = tree;
  while (node.children) node = node.children[0] as Tree<K, V>;
  return node.values[0] as V;
}

function insertAt<T>(items: T[], index: number, item: T): void {
  if (index === items.length) items.push(item);
  else items.splice(index, 0, item);
}

/** Counts the leading items for which `holds` is true; it must be false for all later ones. */
function prefix<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose key is not smaller than `key`. */
function position<K>(keys: readonly K[], compare: Compare<K>, key: K): number {
  let low = 0;
  let high = keys.length;
  if (high > 0 && compare(keys[high - 1] as K, key) < 0) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(keys[middle] as K, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The child whose range holds `key`: the last one whose first key is not greater. */
function childFor<K, V>(node: Branch<K, V>, compare: Compare<K>, key: K): number {
  let low = 0;
  let high = node.keys.length - 1;
  if (compare(node.keys[high] as K, key) <= 0) return high;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compare(node.keys[middle] as K, key) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}
