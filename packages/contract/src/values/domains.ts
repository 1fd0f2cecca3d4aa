import { invisible } from './invisible.ts';

const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const allDigits = /^\d+$/;
/** A domain that needs no conversion. A label that begins with `xn--` may not be punycode. */
const ascii = /^(?!.*xn--)[\x20-\x7e]*$/i;

/**
 * The lower-case ASCII form of a domain, `undefined` if it cannot receive mail (A49, A135).
 *
 * @param domain A domain, perhaps with letters beyond ASCII.
 */
export function asciiDomain(domain: string): string | undefined {
  const name = ascii.test(domain) ? domain.toLowerCase() : toPunycode(domain);
  if (name === undefined || !domainName.test(name)) return undefined;
  return allDigits.test(name.slice(name.lastIndexOf('.') + 1)) ? undefined : name;
}

function toPunycode(domain: string): string | undefined {
  if (/[\s%/:?#@[\]\\]/.test(domain) || invisible.test(domain)) return undefined;
  // Node reads a host of ASCII without checking its punycode, so another label comes first.
  const url = `http://ü.${domain}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^[^.]*\./, '') : undefined;
}
