/** An email address taken apart: the one grammar that every endpoint uses (decision A49). */
export interface Address {
  /** The bare address as it was written, trimmed and without a display name. */
  readonly address: string;
  /** The part after the `@`, as it was written. */
  readonly domain: string;
  /** What two spellings of one address share: lower case, the domain in its ASCII (punycode) form. */
  readonly key: string;
}

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const allDigits = /^\d+$/;
/** Most addresses: lower case, no label or local part that could be too long in so short a text. */
const plainAddress = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+$/;
const plainLength = 64;
const mailboxForm = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<>"@]*))<([^<>]*)>$/;

/**
 * Reads a bare address such as `ada@example.com`.
 *
 * @returns `undefined` where the text is no address: local part over 64 characters or not a
 * dot-atom, whole address over 254, domain without a dot, not of letters, digits and hyphens, or
 * with a numeric top level. Internationalised domains are accepted as written.
 */
export function parseAddress(text: string): Address | undefined {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > 64 || address.length > 254) return undefined;
  if (!localPart.test(address.slice(0, at))) return undefined;
  const domain = address.slice(at + 1);
  const ascii = asciiDomain(domain);
  if (ascii === undefined || at + 1 + ascii.length > 254) return undefined;
  return { address, domain, key: `${address.slice(0, at).toLowerCase()}@${ascii}` };
}

/** Reads an address in any of the forms `a@b.c`, `Name <a@b.c>` and `"Name" <a@b.c>` (decision A48). */
export function parseMailbox(text: string): (Address & { readonly name?: string }) | undefined {
  if (text.length <= plainLength && plainAddress.test(text)) {
    return { address: text, domain: text.slice(text.indexOf('@') + 1), key: text };
  }
  if (/[\r\n\0]/.test(text)) return undefined;
  const form = mailboxForm.exec(text.trim());
  if (!form) return parseAddress(text);
  const address = parseAddress(form[3] ?? '');
  const name = (form[1]?.replaceAll(/\\(.)/g, '$1') ?? form[2] ?? '').trim();
  return address && (name === '' ? address : { ...address, name });
}

/** The lower-case ASCII form of a domain, `undefined` where it is not one that can receive mail. */
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
