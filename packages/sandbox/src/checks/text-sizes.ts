import type { Element, HtmlSource } from './html-source.ts';
import { selectorCompiler } from './selectors.ts';

/** A rule of a style sheet that sets the size of text, or hides it. */
export interface TextRule {
  readonly selectors: readonly string[];
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
  // Clients put a message without `<body>` into one.
  const html = implied('html', undefined);
  const body = implied('body', html);
  const outerOf = (element: Element) => element.outer ?? (element === html ? undefined : body);
  const all = [html, body, ...elements];
  const matchingOf = matcher(rules, selectorCompiler(all, outerOf));
  const levels = new Map<Element | undefined, Level>();
  const hidden = new Set<Element | undefined>();
  for (const element of all) {
    yield;
    const style = element.attributes.get('style')?.value ?? '';
    const matching = matchingOf(element);
    const unconditional = matching.filter(({ rule }) => !rule.isConditional);
    const isHidden =
      hides.test(style) || unreadable.has(element.name) || winner(unconditional, ['hidden']) !== undefined;
    if (isHidden || hidden.has(outerOf(element))) hidden.add(element);
    const sized = winner(unconditional, ['tiny', 'sized']);
    const own = setsSize.test(style) && !sized?.isImportant ? element : sized;
    const sometimes = matching.flatMap(({ rule }) =>
      rule.isConditional && rule.effect === 'tiny' && (own !== element || rule.isImportant) ? [rule] : [],
    );
    const outer = levels.get(outerOf(element));
    const sizers = own ? [own, ...sometimes] : sometimes;
    const level = sizers.length > 0 ? { sizers, outer: own ? undefined : outer } : outer;
    if (level) levels.set(element, level);
  }
  const found = new Set<Level>();
  for (const { source, outer = body } of texts) {
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

/** A rule with a selector that matches an element. */
interface Match {
  readonly rule: TextRule;
  readonly rank: number;
}

/** Most rules: no email for people has more. */
const most = 1_000;

/** A function that finds the rules for an element. */
function matcher(
  rules: readonly TextRule[],
  compile: ReturnType<typeof selectorCompiler>,
): (element: Element) => readonly Match[] {
  const compiled = rules.slice(0, most).flatMap((rule) =>
    rule.selectors.flatMap((text) => {
      const selector = compile(text);
      if (!selector) return [];
      return [{ rule, matches: selector.matches, rank: selector.specificity + (rule.isImportant ? 1e9 : 0) }];
    }),
  );
  return (element) => compiled.filter(({ matches }) => matches(element));
}

function implied(name: 'html' | 'body', outer: Element | undefined): Element {
  const none = { link: undefined, table: undefined, block: undefined, isPreformatted: false, text: '' };
  return { ...none, name, offset: 0, attributes: new Map(), outer };
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
