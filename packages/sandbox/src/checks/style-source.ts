// oxlint-disable-next-line typescript/triple-slash-reference -- Other packages that import these sources need it.
/// <reference path="./css-tree-parts.d.ts" />
import type { Atrule, CssNode, WalkContext } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { styleSheetUse } from './features.ts';

/** The use of a feature of CSS, as {@link usesOf} writes it, or of `tiny` text. */
export interface Use {
  readonly use: string;
  /** Offset in the style sheet or attribute. */
  readonly offset: number;
  /** Whether clients that lack it fall back to an earlier value in the same block, or the rule only adds something. */
  readonly hasFallback?: boolean;
}

/** The ends of rules, and what may hide them: comments, strings and escapes. */
const ends = /\/\*[^]*?(?:\*\/|$)|(["'])(?:\\[^]|(?!\1)[^\\\n])*\1?|\\[^]|[{}]/g;

/** Characters from which on a part of a style sheet ends with its next rule. */
const partLength = 16_384;

/** A style sheet in parts of whole rules, with their offsets: the parser reads a part in one go. */
export function* partsOf(css: string): Generator<readonly [part: string, offset: number]> {
  let start = 0;
  let depth = 0;
  for (const { 0: found, index } of css.length > partLength ? css.matchAll(ends) : []) {
    if (found === '{') depth++;
    else if (found === '}') depth--;
    if (found !== '}' || depth > 0 || index < start + partLength) continue;
    yield [css.slice(start, index + 1), start];
    start = index + 1;
    depth = 0;
  }
  yield [css.slice(start), start];
}

/** Finds what a style sheet or a `style` attribute uses; what cannot be parsed is skipped. */
export function readStyle(
  css: string,
  context: 'stylesheet' | 'declarationList',
  fallbacks: readonly string[] = [],
): Use[] {
  const uses: Use[] = [];
  try {
    const tree = parse(css, { context, positions: true, onParseError: () => undefined });
    const depths: CssNode[] = [];
    const declared = new Map([[tree, new Set(fallbacks)]]);
    let hasFallback = false;
    walk(tree, {
      enter(this: WalkContext, node: CssNode) {
        // The parser gives no position to the space between two selectors.
        const offset = (node.loc ?? this.rule?.loc)?.start.offset ?? 0;
        const property = this.declaration?.property.toLowerCase();
        if (node.type === 'Declaration') {
          const known = declared.get(this.block ?? tree) ?? new Set();
          hasFallback = known.has(layerOf(node.property));
          declared.set(this.block ?? tree, known.add(layerOf(node.property)));
        }
        for (const use of usesIn(node, property, css))
          uses.push({
            use,
            offset,
            hasFallback:
              (hasFallback && (property !== undefined || node.type === 'Declaration')) ||
              isAdding(this.atrule, css),
          });
        if (context === 'declarationList' && isTiny(node, property)) uses.push({ use: tiny, offset });
        if (node.type === 'Rule') {
          if (depths.length > 0) uses.push({ use: 'nesting', offset });
          depths.push(node);
        }
      },
      leave(node: CssNode) {
        if (node.type === 'Rule') depths.pop();
      },
    });
  } catch {
    // Brackets nested thousands deep exhaust the stack of the parser: what was found until then counts.
  }
  return uses;
}

/** Whether the rules inside an at-rule only add something, such as dark colours: a message is complete without them. */
function isAdding(atrule: Atrule | null, css: string): boolean {
  const { start, end } = atrule?.prelude?.loc ?? {};
  return start !== undefined && /prefers-color-scheme|hover/.test(css.slice(start.offset, end?.offset));
}

/** What a property sets: colours are the fallback of a background image, `margin` that of `margin-inline`. */
function layerOf(property: string): string {
  return property
    .toLowerCase()
    .replace(/^background-(?:color|image)$/, 'background')
    .replace(/^(margin|padding)-(?:inline|block).*$/, '$1');
}

/** The use of a font size below 10 px. */
export const tiny = 'tiny';

/** Without what they need, only an extra is lost. */
const decoration = /^(?:box-shadow|text-shadow|transition|animation|filter|backdrop-filter)$/;

const combinators: Readonly<Record<string, string>> = {
  ' ': 'descendant',
  '>': 'child',
  '+': 'adjacent-sibling',
  '~': 'general-sibling',
};

function usesIn(node: CssNode, property: string | undefined, css: string): string[] {
  switch (node.type) {
    case 'Declaration':
      return [`property:${node.property.toLowerCase()}`, ...(node.important ? ['important'] : [])];
    case 'Identifier': {
      const name = node.name.toLowerCase();
      return property === undefined ? [] : [`value:${property}:${name}`, `keyword:${name}`];
    }
    case 'Function':
      return decoration.test(property ?? '') ? [] : [`function:${node.name.toLowerCase()}`];
    case 'Dimension':
      return [`unit:${node.unit.toLowerCase()}`];
    case 'Percentage':
      return ['unit:%'];
    case 'Atrule': {
      const name = node.name.toLowerCase();
      if (name !== 'import') return [`at:${name}`];
      const { start, end } = node.prelude?.loc ?? {};
      return [styleSheetUse(css.slice(start?.offset ?? 0, end?.offset ?? 0), 'at:import')];
    }
    case 'Feature':
      return [`media:${node.name.toLowerCase()}`];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return [`pseudo:${node.name.toLowerCase()}`];
    case 'Combinator':
      return [`selector:${combinators[node.name] ?? ''}`];
    case 'AttributeSelector':
      return ['selector:attribute'];
    case 'IdSelector':
      return ['selector:id'];
    case 'TypeSelector':
      return node.name === '*' ? ['selector:universal'] : [];
    default:
      return [];
  }
}

const pixels: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3 };

/** Text of 0 or 1 px is hidden on purpose: a line for the preview in the list of messages. */
function isTiny(node: CssNode, property: string | undefined): boolean {
  if (node.type !== 'Dimension' || property !== 'font-size') return false;
  const size = Number(node.value) * (pixels[node.unit.toLowerCase()] ?? Number.NaN);
  return size > 1 && size < 10;
}
