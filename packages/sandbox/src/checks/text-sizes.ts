import type { CssNode, Selector } from 'css-tree';
import type { Element, HtmlSource } from './html-source.ts';

/** A rule of a style sheet that sets the size of text, or hides it. */
export interface TextRule {
  readonly selectors: readonly Selector[];
  /** What it does. `tiny` has a size below 10 px, `sized` another. */
  readonly effect: 'tiny' | 'sized' | 'hidden';
  /** Offset of the value. */
  readonly offset: number;
  readonly isImportant: boolean;
  /** Whether it is inside an at-rule, such as `@media`. */
  readonly isConditional: boolean;
}

/** What sets the size of a text: a rule, or the element with an attribute `style`. */
export type Sizer = TextRule | Element;

/** Finds what sets the sizes of texts that recipients see. */
export function* sizersIn(
  { elements, texts }: HtmlSource,
  rules: readonly TextRule[],
): Generator<void, Set<Sizer>> {
  const index = indexOf(rules);
  const levels = new Map<Element | undefined, Level>();
  const hidden = new Set<Element | undefined>();
  for (const element of elements) {
    yield;
    const style = element.attributes.get('style')?.value ?? '';
    const matching = rulesFor(element, index);
    const unconditional = matching.filter(({ rule }) => !rule.isConditional);
    const isHidden =
      hides.test(style) || unreadable.has(element.name) || winner(unconditional, ['hidden']) !== undefined;
    if (isHidden || hidden.has(element.outer)) hidden.add(element);
    const sized = winner(unconditional, ['tiny', 'sized']);
    const own = setsSize.test(style) && !sized?.isImportant ? element : sized;
    const sometimes = matching.flatMap(({ rule }) =>
      rule.isConditional && rule.effect === 'tiny' && (own !== element || rule.isImportant) ? [rule] : [],
    );
    const outer = levels.get(element.outer);
    const sizers = own ? [own, ...sometimes] : sometimes;
    const level = sizers.length > 0 ? { sizers, outer: own ? undefined : outer } : outer;
    if (level) levels.set(element, level);
  }
  const found = new Set<Level>();
  for (const { source, outer } of texts) {
    if (hidden.has(outer) || blank.test(source)) continue;
    for (let level = levels.get(outer); level && !found.has(level); level = level.outer) found.add(level);
  }
  return new Set([...found].flatMap(({ sizers }) => sizers));
}

/** What sets the size inside an element, and what does so around it. */
interface Level {
  readonly sizers: readonly Sizer[];
  /** Absent if it has no effect. */
  readonly outer: Level | undefined;
}

const setsSize = /(?:^|[;\s])font(?:-size)?\s*:/i;

/** Whether declarations hide an element. */
export const hides = /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide/i;

const unreadable: ReadonlySet<string> = new Set(['head', 'script', 'style', 'title']);

/** Text that keeps a cell open and shows nothing. */
const blank =
  /^(?:\s|[\u034f\u200b-\u200f\u2060\ufeff]|&(?:nbsp|zwnj|zwj|shy|ensp|emsp|thinsp|hairsp|numsp|#(?:819[2-9]|820[0-7]|8288|65279|847|160|173)|#x(?:200[\da-f]|2060|feff|34f|a0|ad));?)*$/i;

interface Match {
  readonly rule: TextRule;
  readonly parts: readonly (readonly CssNode[])[];
  readonly rank: number;
}

/** Rules by the id, class or name that their last part needs. */
type Index = ReadonlyMap<string, readonly Match[]>;

/** Most rules for the same id, class or name, and most elements around one: no email for people has more. */
const most = 50;

function indexOf(rules: readonly TextRule[]): Index {
  const index = new Map<string, Match[]>();
  for (const rule of rules) {
    for (const selector of rule.selectors) {
      const parts = partsOf(selector);
      const nodes = parts.flat();
      const count = (type: CssNode['type']) => nodes.filter((node) => node.type === type).length;
      const specificity =
        count('IdSelector') * 10_000 + (count('ClassSelector') + count('AttributeSelector')) * 100;
      const rank = specificity + count('TypeSelector') + (rule.isImportant ? 1e9 : 0);
      const key = keyOf(parts.at(-1) ?? []);
      const known = index.get(key) ?? [];
      if (known.length < most) index.set(key, [...known, { rule, parts, rank }]);
    }
  }
  return index;
}

/** The parts of a selector, without those before a sibling. */
function partsOf(selector: Selector): readonly (readonly CssNode[])[] {
  const parts: CssNode[][] = [[]];
  for (const node of selector.children) {
    if (node.type !== 'Combinator') parts.at(-1)?.push(node);
    else if (node.name === '+' || node.name === '~') parts[parts.length - 1] = [];
    else parts.push([]);
  }
  return parts;
}

function keyOf(part: readonly CssNode[]): string {
  for (const node of part) {
    if (node.type === 'IdSelector') return `#${node.name}`;
    if (node.type === 'ClassSelector') return `.${node.name}`;
  }
  const name = part.find((node) => node.type === 'TypeSelector')?.name.toLowerCase();
  return name ?? '*';
}

function rulesFor(element: Element, index: Index): Match[] {
  if (index.size === 0) return [];
  const keys = ['*', ...namesOf(element), `#${element.attributes.get('id')?.value.trim()}`];
  for (const name of classesOf(element)) keys.push(`.${name}`);
  return keys.flatMap((key) => index.get(key)?.filter(({ parts }) => matches(element, parts)) ?? []);
}

/** Clients put a message without `<body>` into one. */
const namesOf = ({ name, outer }: Element) => (outer ? [name] : [name, 'body', 'html']);

const classes = new WeakMap<Element, ReadonlySet<string>>();

function classesOf(element: Element): ReadonlySet<string> {
  const known = classes.get(element);
  if (known) return known;
  const names = new Set(element.attributes.get('class')?.value.split(/\s+/).slice(0, most));
  classes.set(element, names);
  return names;
}

/** Whether an element has the last part, and elements around it the others. */
function matches(element: Element, parts: readonly (readonly CssNode[])[]): boolean {
  let left = parts.length - 1;
  if (!hasAll(element, parts[left] ?? [])) return false;
  let around = element.outer;
  for (let steps = 0; left > 0 && around && steps < most; steps++, around = around.outer) {
    if (hasAll(around, parts[left - 1] ?? [])) left--;
  }
  return left === 0;
}

function hasAll(element: Element, part: readonly CssNode[]): boolean {
  return part.every((node) => {
    switch (node.type) {
      case 'TypeSelector':
        return node.name === '*' || namesOf(element).includes(node.name.toLowerCase());
      case 'ClassSelector':
        return classesOf(element).has(node.name);
      case 'IdSelector':
        return element.attributes.get('id')?.value === node.name;
      case 'AttributeSelector':
        return element.attributes.has(node.name.name.toLowerCase());
      default:
        // Whether a pseudo-class fits depends on the client, or on more than the element.
        return true;
    }
  });
}

/** The rule that counts. */
function winner(matching: readonly Match[], effects: readonly TextRule['effect'][]): TextRule | undefined {
  let best: Match | undefined;
  for (const match of matching) {
    if (!effects.includes(match.rule.effect)) continue;
    const isLater = best && match.rank === best.rank && match.rule.offset > best.rule.offset;
    if (!best || match.rank > best.rank || isLater) best = match;
  }
  return best?.rule;
}
