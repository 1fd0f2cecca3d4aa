import type { Finding, Findings } from './findings.ts';
import { type Element, type HtmlSource, readTexts } from './html-source.ts';

/**
 * Placeholders of common template languages: `{{name}}`, `{name}`, `{% if a %}`, `<%= name %>`, `${name}`, `*|NAME|*`,
 * `%%name%%`, `%recipient.name%`, `%s`, `[[name]]`, `{0}`, `##name##`, `@name@`, `$first_name`. A name in braces between
 * slashes is a part of a path.
 */
const placeholder =
  /\{\{[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}|<%[^<>\n]{0,200}%>|\$\{[^{}\n]{1,200}\}|(?<![\w/.])[#%]?\{[ \t]{0,9}[\p{L}_$][\w$.]{0,60}[ \t]{0,9}\}(?!\/)|\*\|[\w:. -]{1,100}\|\*|%%\w{1,100}%%|(?<![\w%])%[a-z_][\w.]{1,60}%|(?<![\w%])%(?:\d\$)?[sd](?!\w)|%\([a-z_][\w.]{0,60}\)[sd]|\{(?:first|last|full|your|company) name\}|\[\[[\w. ]{1,60}\]\]|(?<![\w{$}])\{\d{1,2}\}(?![\w{}])|##\w[\w.]{0,60}##|(?<![\w@.])@[a-z_]{2,40}@(?![\w@.])|(?<![\w$\\/])\$(?:[a-z]{1,20}_?){0,2}(?:name|email|link|url|code|token|date|amount|order|company|title)(?![\w$(])/giu;

/** Placeholders whose capitals count, in square brackets: `[FIRST_NAME]`, `[First Name]`. */
const bracketed =
  /(?<!\[)\[(?:(?:[A-Z]{1,30}_){1,4}(?:NAME|EMAIL|URL|LINK|DATE|TIME|COMPANY|ADDRESS|CODE|TOKEN|NUMBER|AMOUNT|PRICE|ID|TITLE|PHONE|CITY|HERE)|(?:(?:Your|Insert|Customer|Recipient|User|Company) )?(?:First|Last|Full|Your|User|Customer|Recipient|Company|Product|Business|Sender)[ ]?(?:Name|Company|Email|Address|Business|Product)|Insert [\w ]{1,40}|(?:FIRST|LAST|FULL|USER)NAME|(?<=\b(?:Hi|Hey|Hello|Dear) \[)(?:[Nn]ame|NAME))\](?![(\w])/gu;

/** An invalid date or number that became text: "Hello NaN," may not be a name, as "Nan" is. */
const printed = /\[object Object\]|(?<!\w)Invalid Date(?!\w)|(?<![\w.-])NaN(?![\w-])/gu;

/** Entities that were escaped twice: the recipient reads `&nbsp;`. */
const twice =
  /&amp;(?:nbsp|amp|lt|gt|quot|apos|copy|zwnj|hellip|[mn]dash|[lr][sd]quo|[lr]aquo|euro|pound|yen|cent|middot|bull|reg|trade|deg|times|shy|zwj|szlig|e[nm]sp|thinsp|[lr]arr|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring)|#\d{2,6}|#x[\da-f]{2,6});/giu;

/** A missing value that became text: "Hello undefined,". Words of prose around it rule it out: "an undefined". */
const missing =
  /(?<![\w.'"=/-])(?:(?<!\b(?:an?|the|[Oo]r|and|not|returns?|returned|of|if|as|was|with|for|than) )undefined(?! (?:or|and|values?|variables?|reference|behaviou?r|propert|errors?|checks?|function|method|symbol|type)\b)|(?<!\b(?:an?|the|[Oo]r|and|not|returns?|returned|of|if|as|was|with|for|than|bei|auf|von|unter|[uü]ber|gleich|ist) )null(?=[.,;:!?)]|\s*$))(?![\w'"-])/gu;

/** Elements whose text is code, not values. */
const verbatim: ReadonlySet<string> = new Set(['code', 'kbd', 'pre', 'samp', 'textarea', 'tt', 'var']);

/** A missing value that became text in an address: `?token=undefined`. A sentence may end after it. */
const missingValue =
  /(?<=[/=:])(?:undefined|null|NaN)(?=[.,;:!?)\]]*$|[/?&#])|\[object%20Object\]|Invalid%20Date/g;

const addressInText = /https?:\/\/[^\s<>"]+/gi;

/** Attributes in which a placeholder reaches the recipient. */
const shown = ['href', 'src', 'alt', 'title', 'aria-label', 'background'];

/** Finds placeholders in the HTML that the recipient would read or follow. */
export function* checkHtmlVariables(source: HtmlSource, findings: Findings): Generator<void, void> {
  for (const { source: text, offset, outer } of readTexts(source)) {
    yield;
    // Code may be about templates.
    if (isVerbatim(outer)) continue;
    const source = { part: 'html', start: offset, isProse: true } as const;
    report(withSigns(text), source, findings);
    for (const { 0: found, index } of matchesIn(text, twice))
      add(
        `${found.replace('&amp;', '&')} is written as ${found}, so readers see the entity.`,
        index,
        source,
        findings,
        'Escape it once.',
      );
  }
  for (const { attributes } of source.elements) {
    for (const name of shown) {
      const attribute = attributes.get(name);
      if (!attribute) continue;
      yield;
      const isAddress = name === 'href' || name === 'src' || name === 'background';
      const source = { part: 'html', start: attribute.offset, isProse: !isAddress } as const;
      report(attribute.value, source, findings);
      if (isAddress) reportMissing(attribute.value, source, findings);
    }
  }
}

function isVerbatim(element: Element | undefined): boolean {
  for (let around = element; around; around = around.outer) if (verbatim.has(around.name)) return true;
  return false;
}

/** Text with the escaped signs of placeholders decoded. Blanks fill what gets shorter, so that offsets stay the same. */
function withSigns(text: string): string {
  const padded = (open: string, close: string) => (found: string, inner: string) =>
    `${open}${inner}${close}`.padEnd(found.length);
  return text
    .replaceAll(
      /(?:&(?:#123|#x7b|lbrace|lcub);){2}([^{}&\n]{1,100})(?:&(?:#125|#x7d|rbrace|rcub);){2}/gi,
      padded('{{', '}}'),
    )
    .replaceAll(/&lt;%([^<>&\n]{0,200})%&gt;/gi, padded('<%', '%>'));
}

/** Finds placeholders in plain text, or in the subject. */
export function checkTextVariables(text: string, part: 'text' | 'subject', findings: Findings): void {
  report(text, { part, start: 0, isProse: true }, findings);
  for (const { 0: address, index } of text.matchAll(addressInText)) {
    reportMissing(address, { part, start: index, isProse: false }, findings);
  }
}

/** A whole address in square brackets: SendGrid replaces `[unsubscribe]`. */
const bracketedAddress = /^\s*\[[A-Za-z]\w{1,60}\]\s*$/g;

/** Whether an address has a placeholder: it can be checked only when that is filled in. */
export function hasVariable(element: Element, attribute: string): boolean {
  const address = element.attributes.get(attribute)?.value ?? '';
  return [placeholder, bracketedAddress].some((one) => address.search(one) !== -1);
}

/** Where a text begins in its part of the message. */
interface TextSource {
  readonly part: Finding['part'];
  readonly start: number;
  /** Whether it is prose, unlike an address or code. */
  readonly isProse: boolean;
}

function report(text: string, source: TextSource, findings: Findings): void {
  const forms = [placeholder, bracketed, printed, ...(source.isProse ? [] : [bracketedAddress])];
  for (const { 0: found, index } of forms.flatMap((one) => [...matchesIn(text, one)])) {
    // In an address, "%e2quote%" is encoded text. Next to code, braces belong to it.
    if (!source.isProse && (/^%[\da-f]{2}/i.test(found) || /^\{[^{]/.test(found))) continue;
    if (/^%[a-z_]/i.test(found) && !source.isProse && !found.endsWith('%')) continue;
    if (source.isProse && isMeant(text, index, found, source)) continue;
    add(wordsFor(found.trim()), index, source, findings);
  }
  if (!source.isProse) return;
  for (const { 0: found, index } of matchesIn(text, missing)) {
    add(`A missing value was printed as ${found}.`, index, source, findings);
  }
}

/** Whether a placeholder is meant as it stands: code between backticks, or the name of a project before a subject. */
function isMeant(text: string, start: number, found: string, { part }: TextSource): boolean {
  const after = text.slice(start + found.length);
  if (text[start - 1] === '`' && after.startsWith('`')) return true;
  return part === 'subject' && start === 0 && /^\[(?!.*(?:name|email))/i.test(found) && /^ \w/.test(after);
}

/** The matches in a text. Most texts have none, and `search` is faster to find that out: `matchAll` copies its pattern. */
function matchesIn(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) === -1 ? [] : text.matchAll(pattern);
}

function wordsFor(found: string): string {
  if (found === '[object Object]') return 'An object was printed as [object Object].';
  return /^(?:NaN|Invalid Date)$/.test(found)
    ? `A missing or invalid value was printed as ${found}.`
    : `${found} was not replaced.`;
}

function reportMissing(address: string, source: TextSource, findings: Findings): void {
  for (const { 0: found, index } of matchesIn(address, missingValue)) {
    add(`An address contains ${found}.`, index, source, findings);
  }
}

function add(
  what: string,
  index: number,
  { part, start }: TextSource,
  findings: Findings,
  advice?: string,
): void {
  const offsets = [start + index];
  findings.add({ check: 'unresolved-variable', part, what, offsets, ...(advice && { advice }) });
}
