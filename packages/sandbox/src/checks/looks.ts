import parse from 'css-tree/parser';
import type { CssNode, Rule } from 'css-tree';
import { black, type Colour, over, readColour, white } from './colours.ts';
import type { Element, HtmlSource } from './html-source.ts';
import { partsOf } from './style-source.ts';

/** How text in an element looks. `unknown`: an image, or something that only a browser can tell. */
export interface Look {
  readonly colour: Colour | 'unknown' | undefined;
  readonly background: Colour | 'unknown' | undefined;
  /** Pixels. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isHidden: boolean;
}

/** Property and value. */
type Declaration = readonly [property: string, value: string];

/** A selector without combinators; `isSure` is false if it had more, so that it may not match. */
interface SheetRule {
  readonly name: string | undefined;
  readonly classes: readonly string[];
  readonly id: string | undefined;
  readonly isSure: boolean;
  readonly weight: number;
  readonly declarations: readonly (readonly [...Declaration, isImportant: boolean])[];
}

/** What clients give links without a colour. In dark mode, they choose another one. */
export const linkBlue: Colour = [0, 0, 238, 1];

const plain: Look = { colour: undefined, background: undefined, size: 16, isBold: false, isHidden: false };

/** The attributes that a look depends on. */
const seen: ReadonlySet<string> = new Set('class id style bgcolor background color text href'.split(' '));

/** Style sheets with more rules about colours are not for mail: nothing is said about them. */
const mostRules = 1_000;

/** Computes the looks of elements from attributes and simple styles, each once. */
export function* looksOf({
  elements,
  texts,
}: HtmlSource): Generator<void, (element: Element | undefined) => Look> {
  const all: SheetRule[] = [];
  for (const { source, outer } of texts) {
    if (outer?.name !== 'style') continue;
    for (const [part] of partsOf(source)) {
      yield;
      all.push(...rulesIn(part));
      if (all.length > mostRules) return () => ({ ...plain, colour: 'unknown' });
    }
  }
  const rules = Map.groupBy(all, keyOf);
  const looks = new Map<Element, Look>();
  const known = new Map<Look, Map<string, Look>>();
  // Elements come before those inside them, so no look needs a deep recursion.
  for (const element of elements) {
    yield;
    const around = (element.outer && looks.get(element.outer)) ?? plain;
    const { name, attributes } = element;
    let key = name;
    for (const [one, { value }] of attributes) if (seen.has(one)) key += `\n${one} ${value}`;
    // Most elements of an email repeat a few forms.
    const inside = known.get(around) ?? new Map<string, Look>();
    known.set(around, inside);
    const look = inside.get(key) ?? lookOf(element, around, rulesFor(element, rules));
    inside.set(key, look);
    looks.set(element, look);
  }
  return (element) => (element && looks.get(element)) ?? plain;
}

function rulesIn(css: string): SheetRule[] {
  try {
    const sheet = parse(css, { parseValue: false, onParseError: () => undefined });
    return sheet.type === 'StyleSheet'
      ? sheet.children.toArray().flatMap((node) => (node.type === 'Rule' ? rulesOf(node) : []))
      : [];
  } catch {
    return [];
  }
}

const ofInterest =
  /^(?:color|background(?:-color|-image)?|font-size|font-weight|display|visibility|opacity|max-height|mso-hide)$/;

function rulesOf({ prelude, block }: Rule): SheetRule[] {
  const declarations = block.children.toArray().flatMap((node) => {
    if (node.type !== 'Declaration' || node.value.type !== 'Raw') return [];
    const property = node.property.toLowerCase();
    return ofInterest.test(property) ? [[property, node.value.value, Boolean(node.important)] as const] : [];
  });
  if (declarations.length === 0 || prelude.type !== 'SelectorList') return [];
  return prelude.children.toArray().flatMap((selector) => {
    if (selector.type !== 'Selector') return [];
    const parts: CssNode[] = selector.children.toArray();
    // Rules for a state, such as hovering, and for the dark mode of Outlook say nothing about how mail is sent.
    if (parts.some(({ type }) => type === 'PseudoClassSelector' || type === 'PseudoElementSelector'))
      return [];
    if (parts.some((part) => part.type === 'AttributeSelector' && part.name.name.startsWith('data-ogs')))
      return [];
    const last = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1);
    const named = (type: 'TypeSelector' | 'ClassSelector' | 'IdSelector') =>
      last.flatMap((part) => (part.type === type && 'name' in part ? [String(part.name)] : []));
    const [name] = named('TypeSelector');
    const [id] = named('IdSelector');
    const classes = named('ClassSelector');
    const isSure = last.length === parts.length && !parts.some(({ type }) => type === 'AttributeSelector');
    const weight = (id === undefined ? 0 : 100) + classes.length * 10 + (name === undefined ? 0 : 1);
    return [{ name: name?.toLowerCase(), classes, id, isSure, weight, declarations }];
  });
}

/** What an element surely has that a rule matches. */
function keyOf({ name = '*', classes: [first], id }: SheetRule): string {
  if (id !== undefined) return `#${id}`;
  return first === undefined ? name : `.${first}`;
}

/** The rules that match an element, in the order in which they apply. */
function rulesFor(element: Element, rules: ReadonlyMap<string, readonly SheetRule[]>): readonly SheetRule[] {
  const { name, attributes } = element;
  const classes = attributes.get('class')?.value.split(/\s+/) ?? [];
  const keys = ['*', name, ...new Set(classes.map((one) => `.${one}`)), `#${attributes.get('id')?.value}`];
  return keys
    .flatMap((key) => rules.get(key) ?? [])
    .filter((rule) => matches(rule, element))
    .toSorted((a, b) => a.weight - b.weight);
}

function matches({ name, classes, id }: SheetRule, element: Element): boolean {
  if (name !== undefined && name !== '*' && name !== element.name) return false;
  if (id !== undefined && id !== element.attributes.get('id')?.value) return false;
  if (classes.length === 0) return true;
  const own = element.attributes.get('class')?.value.split(/\s+/) ?? [];
  return classes.every((one) => own.includes(one));
}

function lookOf({ name, attributes }: Element, around: Look, rules: readonly SheetRule[]): Look {
  const ownStyle = (attributes.get('style')?.value ?? '').split(';').flatMap((text): Declaration[] => {
    const at = text.indexOf(':');
    const property = text.slice(0, at).trim().toLowerCase();
    return ofInterest.test(property) ? [[property, text.slice(at + 1).replace(/!\s*important/i, '')]] : [];
  });
  const ofRules = (important: boolean) =>
    rules.flatMap(({ isSure, declarations }) =>
      declarations.flatMap(([property, value, isImportant]): Declaration[] =>
        isImportant === important ? [[property, isSure ? value : 'unsure']] : [],
      ),
    );
  const attribute = (from: string, property: string): Declaration[] => {
    const value = attributes.get(from)?.value;
    return value === undefined ? [] : [[property, value]];
  };
  const isLink = name === 'a' && attributes.has('href');
  const isHeading = /^(?:h[1-6]|b|strong|th)$/.test(name);
  let look: Look = {
    ...around,
    colour: isLink ? linkBlue : around.colour,
    isBold: around.isBold || isHeading,
    size: { h1: 32, h2: 24, h3: 18.7 }[name] ?? around.size,
    isHidden: around.isHidden || unseen.has(name),
  };
  for (const [property, value] of [
    ...attribute('bgcolor', 'background-color'),
    ...(name === 'font' ? attribute('color', 'color') : []),
    ...(name === 'body' ? attribute('text', 'color') : []),
    ...(attributes.get('background')?.value ? [['background-image', 'url()'] as const] : []),
    ...ofRules(false),
    ...ownStyle,
    ...ofRules(true),
  ])
    look = withDeclaration(look, around, [property, value.trim().toLowerCase()]);
  return look;
}

const unseen: ReadonlySet<string> = new Set(['head', 'title', 'script', 'style', 'noscript', 'template']);

function withDeclaration(look: Look, around: Look, [property, value]: Declaration): Look {
  switch (property) {
    case 'color':
      return value === 'inherit'
        ? { ...look, colour: around.colour }
        : { ...look, colour: readColour(value) ?? 'unknown' };
    case 'background':
    case 'background-color':
    case 'background-image':
      return { ...look, background: backgroundOf(value, around.background, look.background) };
    case 'font-size':
      return {
        ...look,
        size: sizeOf(value, around.size),
        isHidden: look.isHidden || /^[01](?:px)?$/.test(value),
      };
    case 'font-weight':
      return { ...look, isBold: value === 'bold' || Number(value) >= 600 };
    default: {
      const hides = /^(?:none|hidden|all|0(?:px)?)$/.test(value);
      return hides ? { ...look, isHidden: true } : look;
    }
  }
}

function backgroundOf(
  value: string,
  around: Look['background'],
  now: Look['background'],
): Look['background'] {
  if (/url\(|gradient|unsure|var\(/.test(value)) return 'unknown';
  if (/^(?:none|inherit|initial|unset)$/.test(value)) return now;
  const colour =
    readColour(value) ?? readColour(/#[\da-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|^[a-z]+/.exec(value)?.[0] ?? '');
  if (!colour) return 'unknown';
  if (colour[3] === 0) return around;
  if (colour[3] === 1) return colour;
  return around === 'unknown' ? around : over(colour, around ?? white);
}

function sizeOf(value: string, around: number): number {
  const number = Number.parseFloat(value);
  if (Number.isNaN(number)) return around;
  if (value.endsWith('%')) return (around * number) / 100;
  const unit = { pt: 4 / 3, em: around, rem: 16 }[value.replace(/^[\d.]+/, '')] ?? 1;
  return number * unit;
}

/** The colours of a look, opaque: those that are not set are the given ones. `undefined` if unknown. */
export function coloursOf(
  { colour, background }: Look,
  text: Colour = black,
  page: Colour = white,
): readonly [colour: Colour, background: Colour] | undefined {
  if (colour === 'unknown' || background === 'unknown') return undefined;
  const back = background ?? page;
  return [over(colour ?? text, back), back];
}
