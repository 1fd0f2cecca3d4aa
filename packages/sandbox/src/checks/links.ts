import texts from '../../data/vague-texts.json' with { type: 'json' };
import type { CheckName } from './checks.ts';
import type { Findings } from './findings.ts';
import type { Attribute, Element, HtmlSource } from './html-source.ts';
import { hasVariable } from './variables.ts';

/** Words without a meaning of their own. */
const vagueTexts: ReadonlySet<string> = new Set(Object.values(texts).flat());

/** Checks addresses and names of links, and the addresses of images. */
export function* checkLinks(
  { elements }: HtmlSource,
  findings: Findings,
  contentIds: readonly string[],
): Generator<void, void> {
  const ids = new Set(contentIds);
  const targets = targetsIn(elements);
  const names = new Map<Element, string>();
  const named = new Set<string | undefined>();
  for (const link of elements) {
    if (link.name !== 'a') continue;
    yield;
    const name = nameOf(link);
    names.set(link, name);
    if (name !== '') named.add(link.attributes.get('href')?.value);
  }
  for (const element of elements) {
    for (const image of imagesOf(element)) {
      yield;
      const problem = imageProblem(element, image, ids);
      const { offset } = element.attributes.get(image) ?? element;
      if (problem) findings.add({ ...problem, offsets: [offset] });
    }
    const href = element.name === 'a' || element.name === 'area' ? element.attributes.get('href') : undefined;
    if (!href) continue;
    yield;
    const problem = hasVariable(element, 'href') ? undefined : problemOf(href.value, targets);
    const what = `A link to ${shown(href)}`;
    if (problem) findings.add({ check: problem, what: `${what} ${words[problem]}`, offsets: [href.offset] });
    const name = names.get(element);
    const offsets = [element.offset];
    if (name === '')
      findings.add({
        check: 'link-nameless',
        what: `${what} has no text.`,
        offsets,
        // Email builders often add a second link, with the text, next to an icon.
        ...(named.has(href.value) && { severity: 'advice' as const }),
      });
    else if (name !== undefined && isVague(name))
      findings.add({
        check: 'link-vague',
        what: `The link text "${name.slice(0, 80)}" does not describe its target.`,
        offsets,
      });
  }
}

type AddressProblem = 'link-empty' | 'link-invalid' | 'link-relative' | 'link-insecure';

const words: Readonly<Record<AddressProblem, string>> = {
  'link-empty': 'leads nowhere.',
  'link-invalid': 'has no valid address.',
  'link-relative': 'has a relative address.',
  'link-insecure': 'is not encrypted.',
};

/** Where a link inside the message may lead. */
function targetsIn(elements: readonly Element[]): ReadonlySet<string> {
  const names = elements.flatMap(({ attributes }) => [attributes.get('id'), attributes.get('name')]);
  return new Set(['#top', ...names.flatMap((name) => (name?.value ? `#${name.value}` : []))]);
}

/** Schemes that do not work in an email. */
const useless = /^(javascript|vbscript|about|data|file|blob):/i;

function problemOf(value: string, targets?: ReadonlySet<string>): AddressProblem | undefined {
  const address = value.trim();
  if (address === '' || useless.test(address)) return 'link-empty';
  if (address.startsWith('#')) return targets?.has(address) ? undefined : 'link-empty';
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return /^https?\/\//i.test(address) ? 'link-invalid' : 'link-relative';
  if (scheme === 'mailto')
    return /^mailto:([^@\s?]+(@|%40)[^@\s?]+|\?)/i.test(address) ? undefined : 'link-invalid';
  if (scheme === 'tel' || scheme === 'sms') return /\d/.test(address) ? undefined : 'link-invalid';
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const url =
    /^https?:\/\/[^\s/]/i.test(address) && !/\s/.test(address) && URL.canParse(address) && new URL(address);
  if (!url || !isHost(url.hostname)) return 'link-invalid';
  return scheme === 'http' && !isLocal(url.hostname) ? 'link-insecure' : undefined;
}

const isHost = (name: string): boolean => name.startsWith('[') || isLocal(name) || /[^.]\.[^.]/.test(name);

/** Apps under test and devices are often at such hosts, without TLS: no certificate can name a private address. */
function isLocal(name: string): boolean {
  return /^(?!https?$)[a-z][a-z\d-]*$|(^|\.)(localhost|test|local|internal|lan|home\.arpa)$|^(127|10)\.|^0\.0\.0\.0$|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^\[(::1|f[cd]|fe[89ab])/.test(
    name,
  );
}

/** What a screen reader calls a link. */
function nameOf(link: Element): string {
  const label = link.attributes.get('aria-label') ?? link.attributes.get('title');
  return `${link.text} ${label?.value ?? ''}`.replaceAll(/(?:\s|\u200b|\u200c|\u200d|\ufeff)+/g, ' ').trim();
}

function isVague(name: string): boolean {
  const [bare = ''] = /\p{L}(?:.*\p{L})?/su.exec(name.slice(0, 80).toLowerCase()) ?? [];
  return vagueTexts.has(bare);
}

type ImageAttribute = 'src' | 'background';

function imagesOf({ name, attributes }: Element): readonly ImageAttribute[] {
  const background = attributes.get('background')?.value ? (['background'] as const) : [];
  return name === 'img' ? ['src', ...background] : background;
}

/** What is wrong with the address of an image. */
function imageProblem(
  image: Element,
  attribute: ImageAttribute,
  ids: ReadonlySet<string>,
): { readonly check: CheckName; readonly what: string } | undefined {
  const source = image.attributes.get(attribute);
  const address = source?.value.trim() ?? '';
  if (!source || address === '') return { check: 'image-source', what: 'An image has no src.' };
  if (/^cid:/i.test(address)) {
    if (ids.has(address.slice(4))) return undefined;
    return { check: 'image-source', what: `No attachment has the content id of ${shown(source)}.` };
  }
  if (hasVariable(image, attribute) || /^data:/i.test(address)) return undefined;
  const check = problemOf(address);
  if (check === 'link-insecure') return { check, what: `An image at ${shown(source)} is not encrypted.` };
  return check && { check: 'image-source', what: `An image cannot load from ${shown(source)}.` };
}

function shown({ value }: Attribute): string {
  const text = value.trim();
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
