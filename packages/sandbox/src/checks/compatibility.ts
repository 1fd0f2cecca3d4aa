import { featuresOf, wordsFor } from './client-support.ts';
import { isExtra, styleSheetUse } from './features.ts';
import type { Findings } from './findings.ts';
import type { Element, HtmlSource } from './html-source.ts';
import { partsOf, readStyle, tiny, type Use } from './style-source.ts';
import type { Feature } from './support-data.ts';
import { sizersIn } from './text-sizes.ts';

/** Attributes that set a property for clients that do not support its CSS. */
const withoutCss: Readonly<Record<string, string>> = {
  bgcolor: 'background',
  background: 'background',
  width: 'width',
  height: 'height',
  align: 'text-align',
  valign: 'vertical-align',
};

/** Finds features of HTML and CSS that some of the clients do not support, and tiny text. */
export function* checkCompatibility(
  source: HtmlSource,
  findings: Findings,
  clients: readonly string[],
): Generator<void, void> {
  const uses = new Uses();
  yield* readStyleSheets(source, uses);
  const sizers = sizersIn(source);
  // Most attributes of an email repeat a few texts.
  const styles = new Map<string, Use[]>();
  for (const element of source.elements) {
    yield;
    for (const use of usesIn(element)) uses.add(use);
    const style = element.attributes.get('style');
    if (!style) continue;
    const fallbacks = Object.keys(withoutCss).filter((name) => element.attributes.get(name)?.value);
    const key = `${fallbacks.join(' ')};${style.value}`;
    const found =
      styles.get(key) ??
      readStyle(
        style.value,
        'declarationList',
        fallbacks.map((name) => withoutCss[name] ?? ''),
      );
    styles.set(key, found);
    for (const use of found) {
      if (use.use !== tiny || sizers.has(element)) uses.add({ ...use, offset: style.offset + use.offset });
    }
  }
  uses.addFindings(findings, clients);
}

/** Adds the uses in the style sheets of a document. */
function* readStyleSheets({ texts }: HtmlSource, uses: Uses): Generator<void, void> {
  for (const { source, offset: start, outer } of texts) {
    if (outer?.name !== 'style') continue;
    for (const [part, from] of partsOf(source)) {
      yield;
      for (const use of readStyle(part, 'stylesheet')) {
        uses.add({ ...use, offset: start + from + use.offset });
      }
    }
  }
}

class Uses {
  readonly #offsets = new Map<string, number[]>();
  /** Uses that matter in at least one place. */
  readonly #needed = new Set<string>();

  add({ use, offset, hasFallback = false }: Use): void {
    if (use !== tiny && featuresOf(use).length === 0) return;
    if (!hasFallback) this.#needed.add(use);
    const known = this.#offsets.get(use);
    if (known) known.push(offset);
    else this.#offsets.set(use, [offset]);
  }

  addFindings(findings: Findings, clients: readonly string[]): void {
    const tinyOffsets = this.#offsets.get(tiny);
    if (tinyOffsets) {
      const what = 'Text is smaller than 10 px.';
      findings.add({ check: 'text-tiny', what, offsets: inOrder(tinyOffsets) });
    }
    const byFeature = new Map<Feature, number[]>();
    const needed = new Set([...this.#needed].flatMap((use) => featuresOf(use)));
    for (const [use, at] of this.#offsets) {
      for (const feature of featuresOf(use)) {
        byFeature.set(feature, [...(byFeature.get(feature) ?? []), ...at]);
      }
    }
    for (const [feature, at] of byFeature) {
      addFeature(feature, inOrder(at), clients, findings, needed.has(feature));
    }
  }
}

const inOrder = (offsets: readonly number[]) => offsets.toSorted((a, b) => a - b);

function addFeature(
  feature: Feature,
  offsets: readonly number[],
  clients: readonly string[],
  findings: Findings,
  isNeeded: boolean,
): void {
  const lacking = clients.filter((client) => feature.lacking.includes(client));
  const partial = clients.filter((client) => feature.partial.includes(client));
  const details = { feature: feature.name, url: `https://www.caniemail.com/features/${feature.name}/` };
  if (lacking.length > 0) {
    const isCommon = lacking.length * 2 >= clients.length;
    const severity = isCommon && isNeeded && !isExtra(feature.name) ? 'warning' : 'advice';
    const what = `No support for ${feature.title} in ${wordsFor(lacking)}.`;
    findings.add({ check: 'client-support', what, offsets, ...details, clients: lacking, severity });
  } else if (partial.length > 0) {
    const what = `Only partial support for ${feature.title} in ${wordsFor(partial)}.`;
    findings.add({ check: 'client-partial', what, offsets, ...details, clients: partial });
  }
}

function usesIn({ name, offset, attributes }: Element): Use[] {
  const uses: Use[] = [];
  if (name !== 'link') uses.push({ use: `element:${name}`, offset });
  else if (/\bstylesheet\b/i.test(attributes.get('rel')?.value ?? '')) {
    // Other links, such as rel="preload", change nothing that recipients see.
    uses.push({ use: styleSheetUse(attributes.get('href')?.value ?? '', 'element:link'), offset });
  }
  for (const [attribute, { offset: at }] of attributes)
    uses.push({ use: `attribute:${attribute}`, offset: at });
  const type = attributes.get('type');
  if (type) uses.push({ use: `type:${name}:${type.value.toLowerCase()}`, offset });
  const href = name === 'a' ? attributes.get('href') : undefined;
  const scheme = href && /^(#(?=.)|mailto:)/i.exec(href.value)?.[1];
  if (scheme !== undefined) uses.push({ use: `link:${scheme.toLowerCase()}`, offset });
  const source = name === 'img' ? attributes.get('src') : undefined;
  if (source) uses.push({ use: `image:${formatOf(source.value)}`, offset });
  return uses;
}

function formatOf(address: string): string {
  if (/^data:/i.test(address)) return 'data:';
  const [path = ''] = address.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}
