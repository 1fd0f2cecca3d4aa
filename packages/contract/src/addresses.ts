/** The parts of an email address. Every endpoint uses the same grammar (A49). */
export interface Address {
  /** The bare address as written, trimmed and without a display name. */
  readonly address: string;
  /** The part after the `@`, as written. */
  readonly domain: string;
  /** Equal for all spellings of one address: lower case, with the domain in ASCII (punycode). */
  readonly key: string;
}

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const allDigits = /^\d+$/;
/** Most addresses: lower case, and too short for a label or local part to exceed its limit. */
const plainAddress = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+$/;
const plainLength = 64;
const mailboxForm = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<>"@]*))<([^<>]*)>$/;

/**
 * Reads a bare address such as `ada@example.com`.
 *
 * @returns `undefined` if the text is not an address: the local part is longer than 64 characters or
 * not a dot-atom; the whole is longer than 254; the domain has no dot, a numeric top level, or other
 * characters than letters, digits and hyphens. Internationalised domains are accepted as written.
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

/** Reads an address in one of the forms `a@b.c`, `Name <a@b.c>` and `"Name" <a@b.c>` (A48). */
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

/** The lower-case ASCII form of a domain, `undefined` if it cannot receive mail. */
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
