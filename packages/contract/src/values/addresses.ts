/** The parts of an email address. Every endpoint uses the same grammar (A49). */
export interface Address {
  /** The bare address as written, trimmed and without a display name. */
  readonly address: string;
  /** The part after the `@`, as written. */
  readonly domain: string;
  /** Equal for all spellings of one address: lower case, with the domain in ASCII (punycode). */
  readonly key: string;
}

const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const allDigits = /^\d+$/;
/** Most addresses: lower case, and too short for a label or local part to exceed its limit. */
const plainAddress = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+$/;
const plainLength = 64;
const mailboxForm = /^(?:"((?:[^"\\]|\\[^])*)"\s*|([^<>"@]*))<([^<>]*)>$/;

// Classes and bounded repetitions only, so that engines without backtracking can read the patterns, too.
const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`;
/** All that ends a letter of a domain, which may be of any script. */
const noLetter = String.raw`\x00-/:-@[-\x60{-\x9f\s。．｡`;
const dot = '[.。．｡]';
const label = `[^${noLetter}]+(?:-+[^${noLetter}]+)*`;
/** A label that is not all digits. */
const topLabel = `(?:[0-9]*[^0-9${noLetter}][^${noLetter}]*(?:-+[^${noLetter}]+)*|[0-9]+(?:-+[^${noLetter}]+)+)`;

/** What an address is made of, how long its parts are, and how long the whole is (A49). */
const grammar = [
  `${atom}(?:\\.${atom})*@(?:${label}${dot})+${topLabel}`,
  `[^\\s@<>]{1,64}@[^\\s.。．｡<>]{1,63}(?:${dot}[^\\s.。．｡<>]{1,63})+`,
  '[^\\s<>]{3,254}',
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
 * @returns `undefined` if the text is not an address: the local part is longer than 64 characters or
 * not a dot-atom; the whole is longer than 254; the domain has no dot, a numeric top level, or other
 * characters than letters, digits and hyphens. Internationalised domains are accepted as written.
 */
export function parseAddress(text: string): Address | undefined {
  return ofAddress.every((pattern) => pattern.test(text)) ? partsOf(text.trim()) : undefined;
}

/** The parts of a text that is an address. */
function partsOf(address: string): Address {
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  const local = address.slice(0, at).toLowerCase();
  return { address, domain, key: `${local}@${asciiDomain(domain) ?? domain.toLowerCase()}` };
}

/**
 * Reads an address in one of the forms `a@b.c`, `Name <a@b.c>` and `"Name" <a@b.c>` (A48).
 *
 * @param text An address, perhaps with a name: `Ada <ada@example.com>`.
 */
export function parseMailbox(text: string): (Address & { readonly name?: string }) | undefined {
  if (text.length <= plainLength && plainAddress.test(text)) {
    return { address: text, domain: text.slice(text.indexOf('@') + 1), key: text };
  }
  if (!ofMailbox.every((pattern) => pattern.test(text))) return undefined;
  const form = mailboxForm.exec(text.trim());
  if (!form) return partsOf(text.trim());
  const address = partsOf((form[3] ?? '').trim());
  const shown = (form[1]?.replaceAll(/\\(.)/g, '$1') ?? form[2] ?? '').trim();
  return shown === '' ? address : { ...address, name: shown };
}

function compiled(patterns: readonly string[]): readonly RegExp[] {
  return patterns.map((pattern) => new RegExp(pattern, 'u'));
}

/**
 * The lower-case ASCII form of a domain, `undefined` if it cannot receive mail.
 *
 * @param domain A domain, perhaps with letters beyond ASCII.
 */
export function asciiDomain(domain: string): string | undefined {
  const ascii = /^[\x20-\x7e]*$/.test(domain) ? domain.toLowerCase() : toPunycode(domain);
  if (ascii === undefined || !domainName.test(ascii)) return undefined;
  return allDigits.test(ascii.slice(ascii.lastIndexOf('.') + 1)) ? undefined : ascii;
}

function toPunycode(domain: string): string | undefined {
  if (/[\s%/:?#@[\]\\]/.test(domain)) return undefined;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
