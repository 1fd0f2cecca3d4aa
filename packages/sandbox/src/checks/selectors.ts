import { compile, type Options } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import type { Element } from './html-source.ts';

/** A selector of a style sheet. */
export interface CompiledSelector {
  readonly matches: (element: Element) => boolean;
  /** Larger for a more specific selector. */
  readonly specificity: number;
}

/** How many steps from element to element the selectors of a document may take: no email for people needs as many. */
const most = 5_000_000;

/** Compiles selectors for the elements of a document, which are in the order of the source. */
export function selectorCompiler(
  elements: readonly Element[],
  outerOf: (element: Element) => Element | undefined,
): (selector: string) => CompiledSelector | undefined {
  let steps = 0;
  const previous = new Map<Element, Element>();
  const last = new Map<Element | undefined, Element>();
  for (const element of elements) {
    const before = last.get(outerOf(element));
    if (before) previous.set(element, before);
    last.set(outerOf(element), element);
  }
  const next = (element: Element | undefined) => (++steps > most ? null : (element ?? null));
  const adapter: NonNullable<Options<Element, Element>['adapter']> = {
    isTag: (_node): _node is Element => true,
    getName: ({ name }) => name,
    getAttributeValue: ({ attributes }, name) => attributes.get(name)?.value,
    hasAttrib: ({ attributes }, name) => attributes.has(name),
    getParent: (element) => next(outerOf(element)),
    prevElementSibling: (element) => next(previous.get(element)),
    getSiblings(element) {
      const found = [element];
      for (let one = next(previous.get(element)); one; one = next(previous.get(one))) found.push(one);
      return found.toReversed();
    },
    // Only pseudo-classes need these.
    getChildren: () => [],
    getText: () => '',
    removeSubsets: (nodes) => nodes,
  };
  return (selector) => {
    try {
      const parts = parse(selector).flat();
      const specificity = specificityOf(parts);
      const matches = compile([parts.map(withoutPseudo)], { adapter, relativeSelector: false });
      return { matches: (element) => steps <= most && matches(element), specificity };
    } catch {
      // Clients skip a rule whose selector they cannot read.
      return undefined;
    }
  };
}

/** Whether a pseudo-class fits depends on the client, or on what the recipient does: it counts as fitting. */
function withoutPseudo(part: Selector): Selector {
  const isPseudo = part.type === SelectorType.Pseudo || part.type === SelectorType.PseudoElement;
  return isPseudo ? { type: SelectorType.Universal, namespace: null } : part;
}

function specificityOf(parts: readonly Selector[]): number {
  const count = (fits: (part: Selector) => boolean) => parts.filter(fits).length;
  const isAttribute = ({ type }: Selector) => type === SelectorType.Attribute;
  // `#id`, unlike `[id=…]`, ignores capitals in quirks mode.
  const ids = count(
    (part) => part.type === SelectorType.Attribute && part.name === 'id' && part.ignoreCase === 'quirks',
  );
  const names = count(({ type }) => type === SelectorType.Tag);
  return ids * 10_000 + (count(isAttribute) - ids) * 100 + names;
}
