import { asciiDomain } from './domains.ts';
import { codePoint, invisible, invisibleInName } from './invisible.ts';

/** The parts of an email address. Every endpoint uses the same grammar (A49). */
export interface Address {
  /** The bare address as written, trimmed and without a display name. */
  readonly address: string;
  /** The part after the `@`, as written. */
  readonly domain: string;
  /** Equal for all spellings of one address: lower case, with the domain in ASCII (punycode). */
  readonly key: string;
}

const plain = String.raw`[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+`;
/** Most addresses: lower case, and too short for a label or local part to exceed its limit. */
const plainAddress = new RegExp(`^${plain}$`);
/** The same with a name, as most senders have. */
const plainMailbox = new RegExp(`^(\\w+(?: \\w+)*) <(${plain})>$`);
const plainLength = 64;
const longest = 254;
const mailboxForm = /^(?:"((?:[^"\\]|\\[^])*)"\s*|([^<>"@]*))<([^<>]*)>$/;

// Classes and bounded repetitions only, so that engines without backtracking can also run the patterns.
const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`;
/** Characters that are no part of a run of letters and digits in a domain, of any script. */
const noLetter = String.raw`\x00-/:-@[-\x60{-\x9f\s。．｡`;
const dot = '[.。．｡]';
const label = `[^${noLetter}]+(?:-+[^${noLetter}]+)*`;
/** A label that is not all digits. */
const topLabel = `(?:[0-9]*[^0-9${noLetter}][^${noLetter}]*(?:-+[^${noLetter}]+)*|[0-9]+(?:-+[^${noLetter}]+)+)`;

/** The parts of an address, their lengths, and the length of the whole (A49). */
const grammar = [
  `${atom}(?:\\.${atom})*@(?:${label}${dot})+${topLabel}`,
  `[^\\s@<>]{1,64}@[^\\s.。．｡<>]{1,63}(?:${dot}[^\\s.。．｡<>]{1,63})+`,
  `[^\\s<>]{3,${longest}}`,
] as const;

/** Spaces, but no line breaks. */
const blanks = String.raw`[^\S\r\n]*`;
const name = String.raw`(?:${blanks}"(?:[^"\\\r\n\x00]|\\[^\r\n\x00])*"${blanks}|[^<>"@\r\n\x00]*)`;

/** The whole grammar of a bare address, as sources of regular expressions: a text must match all of them (A49). */
export const addressPatterns = grammar.map((part) => `^\\s*${part}\\s*$`);

/** The same for an address that may have a display name (A48). */
export const mailboxPatterns = grammar.map(
  (part) => `^(?:${name}<${blanks}${part}${blanks}>|${blanks}${part})${blanks}$`,
);

const ofAddress = /* @__PURE__ */ compiled(addressPatterns);
const ofMailbox = /* @__PURE__ */ compiled(mailboxPatterns);

/**
 * Reads a bare address such as `ada@example.com`.
 *
 * @param text An address alone, such as `ada@example.com`.
 * @returns `undefined` if the text is not an address: the local part is longer than 64 characters or not a dot-atom;
 * the whole is longer than 254; the domain has no dot, a numeric top level, or characters other than letters, digits
 * and hyphens; or it holds an invisible character. An internationalised domain is accepted as written if it has an
 * ASCII form, which the lengths then apply to (A135).
 */
export function parseAddress(text: string): Address | undefined {
  return matches(text, ofAddress) ? partsOf(text.trim()) : undefined;
}

/** The parts of a text that is an address, unless its domain cannot exist. */
function partsOf(address: string): Address | undefined {
  if (invisible.test(address)) return undefined;
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  const ascii = asciiDomain(domain);
  const key = `${address.slice(0, at).toLowerCase()}@${ascii}`;
  return ascii === undefined || key.length > longest ? undefined : { address, domain, key };
}

/**
 * Reads an address in one of the forms `a@b.c`, `Name <a@b.c>` and `"Name" <a@b.c>` (A48).
 *
 * @param text An address, perhaps with a name: `Ada <ada@example.com>`.
 */
export function parseMailbox(text: string): (Address & { readonly name?: string }) | undefined {
  if (text.length <= plainLength) {
    if (plainAddress.test(text)) return plainParts(text);
    const [, name, address] = plainMailbox.exec(text) ?? [];
    if (name !== undefined && address !== undefined) return { ...plainParts(address), name };
  }
  if (!matches(text, ofMailbox)) return undefined;
  const matched = mailboxForm.exec(text.trim());
  if (!matched) return partsOf(text.trim());
  const address = partsOf((matched[3] ?? '').trim());
  const shown = (matched[1]?.replaceAll(/\\(.)/g, '$1') ?? matched[2] ?? '').trim();
  return address && shown !== '' ? { ...address, name: shown } : address;
}

function plainParts(address: string): Address {
  return { address, domain: address.slice(address.indexOf('@') + 1), key: address };
}

/**
 * What is wrong with an address that looks right, as the end of a message: an invisible character, or a domain that
 * cannot exist (A135). Empty if its form is wrong.
 *
 * @param text A text that is not an address, with or without a name.
 */
export function hiddenMistake(text: string): string {
  const bare = /<([^<>]*)/.exec(text)?.[1] ?? text;
  const [unseen] = invisibleInName.exec(text) ?? invisible.exec(bare) ?? [];
  if (unseen !== undefined) return `; remove the invisible character ${codePoint(unseen)}`;
  if (!matches(bare, ofAddress)) return '';
  const domain = bare.trim().slice(bare.trim().indexOf('@') + 1);
  const odd = Array.from(domain).find((letter) => letter > '~' && !asciiDomain(`a${letter}a.example`));
  if (odd !== undefined) return `; its domain has no ASCII form because of "${odd}" (${codePoint(odd)})`;
  return '; its domain has no ASCII form of at most 63 characters a label, and 254 in the whole address';
}

function matches(text: string, patterns: readonly RegExp[]): boolean {
  return !invisibleInName.test(text) && patterns.every((pattern) => pattern.test(text));
}

function compiled(patterns: readonly string[]): readonly RegExp[] {
  return patterns.map((pattern) => new RegExp(pattern, 'u'));
}
