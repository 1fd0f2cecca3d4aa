import { asciiDomain, isDateOnly, parseAddress, parseMailbox, parseTimestamp } from '@mailrig/contract';
import { disguise, type DisguiseOptions, shortestNumbered } from './disguise.ts';
import { publicDomainOf, publicLabels, publicLocalParts } from './public-words.ts';

/** The form of API keys anywhere in a text. */
const keys = /sk_(live|test)_[\w-]+/gi;

/** Anything in a text that might be an address. */
const addresses = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g;

/** Credentials shorter than this are only replaced as a whole, not inside other texts. */
const shortestCredential = 8;

/**
 * The placeholders of one recording. The same value always has the same placeholder, and different values have
 * different ones. What was valid stays valid, and what was not does not become so.
 */
export class Placeholders {
  readonly #numbers = new Map<string, Map<unknown, number>>();
  readonly #texts = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #people = new Map<string, string>();
  readonly #spellings = new Map<string, Map<string, number>>();
  readonly #tokens = new Map<string, string>();
  readonly #credentials = new Map<string, string>();
  readonly #textNumbers = new Map<number, number>();

  /** Any text: as an address, a time or a key if it is one, otherwise as a text of the same length. */
  hidden(text: string): string {
    const token = this.#tokens.get(text) ?? this.#credentials.get(text);
    if (token !== undefined) return token;
    if (/^sk_(live|test)_[\w-]+$/i.test(text)) return this.key(text);
    if (parseMailbox(text)) return this.mailbox(text);
    return parseTimestamp(text) === undefined ? this.text(text) : this.#time(text);
  }

  /** A text of the same length. */
  text(text: string): string {
    return this.#disguised(text, text, {});
  }

  /** A name, of a member or a header, of the same form. */
  name(text: string): string {
    return this.#disguised(`name ${text}`, text, { punctuation: true });
  }

  #disguised(key: string, text: string, options: DisguiseOptions): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    let placeholder = disguise(text, this.#nextNumber(text), options);
    while (this.#used.has(placeholder) && placeholder !== text) {
      placeholder = disguise(text, this.#nextNumber(text), options);
    }
    this.#used.add(placeholder);
    this.#texts.set(key, placeholder);
    return placeholder;
  }

  /** An address, with or without a display name. A text that is no address stays one that is not. */
  mailbox(text: string): string {
    const mailbox = parseMailbox(text);
    if (!mailbox) return this.text(text);
    const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(text) ?? [];
    const address = this.#address(mailbox.address);
    const bracket = text.lastIndexOf('<');
    if (bracket < 0) return `${before}${address}${after}`;
    const name = mailbox.name === undefined ? '' : this.text(mailbox.name);
    const shown = text.trimStart().startsWith('"') ? `"${name}" ` : name === '' ? '' : `${name} `;
    return `${before}${shown}<${address}>${after}`;
  }

  /** A domain. Domains of large providers stay. */
  domain(text: string): string {
    const domain = asciiDomain(text) ?? text.toLowerCase();
    const provider = publicDomainOf(domain);
    if (provider === domain) return domain;
    const number = this.#number('domain', domain);
    if (provider !== undefined) return `domain${number}.${provider}`;
    const labels = domain.split('.');
    const words = labels.slice(0, -1).filter((label) => publicLabels.has(label));
    const top = labels.at(-1) === 'invalid' ? 'invalid' : 'example';
    return [...words, `domain${number}`, top].join('.');
  }

  /** An API key: its environment stays. */
  key(text: string): string {
    const [, environment] = /^sk_(live|test)_/i.exec(text) ?? [];
    const number = this.#number('key', text);
    const placeholder =
      environment === undefined ? `key${number}` : `sk_${environment.toLowerCase()}_key${number}`;
    this.#credentials.set(text, placeholder);
    return placeholder;
  }

  /** A token; from now on it is replaced wherever it stands alone. */
  token(text: string): string {
    if (text === '') return text;
    const placeholder = `token${this.#number('token', text)}`;
    this.#tokens.set(text, placeholder);
    return placeholder;
  }

  /** The placeholder of a text that is known to be a token or a key. */
  secret(text: string): string | undefined {
    return this.#tokens.get(text) ?? this.#credentials.get(text);
  }

  /** A presigned URL. */
  uploadUrl(url: string): string {
    return `${uploadOrigin}/upload${this.#number('upload', url)}`;
  }

  /** A number: whole numbers stay whole. */
  number(value: number): number {
    const number = this.#number('number', value);
    return Number.isInteger(value) ? number : number + 0.5;
  }

  /** A telephone number: everything but its digits stays. */
  phone(text: string): string {
    if (!/^\s*\+?[\d\s()./-]{4,}$/.test(text)) return this.text(text);
    const digits = text.replaceAll(/\D/g, '').length;
    const shown = String(this.#number('phone', text)).padStart(digits, '0');
    let next = shown.length - digits;
    return shown.length > digits ? `+${shown}` : text.replaceAll(/\d/g, () => shown.charAt(next++));
  }

  /** An IP address, of the ranges that are reserved for documentation. */
  ip(text: string): string {
    const number = this.#number('ip', text);
    if (/^[\da-f:]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)) {
      return `2001:db8::${number.toString(16)}`;
    }
    if (!isIpv4(text)) return this.text(text);
    if (number < 255) return `192.0.2.${number}`;
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }

  /** A text that may stay, except for addresses, keys and tokens in it. */
  scrubbed(text: string): string {
    const token = this.secret(text);
    if (token !== undefined) return token;
    let scrubbed = text.replaceAll(keys, (key) => this.key(key));
    for (const [credential, placeholder] of this.#credentials) {
      if (credential.length >= shortestCredential) scrubbed = scrubbed.replaceAll(credential, placeholder);
    }
    return scrubbed.replaceAll(addresses, (address) => this.mailbox(address));
  }

  /** Short texts are counted by their length: there are few placeholders for them. */
  #nextNumber({ length }: string): number {
    const count = Math.min(length, shortestNumbered);
    const number = (this.#textNumbers.get(count) ?? 0) + 1;
    this.#textNumbers.set(count, number);
    return number;
  }

  #address(text: string): string {
    const { key = text, domain = '' } = parseAddress(text) ?? {};
    let person = this.#people.get(key);
    if (person === undefined) {
      person = this.#newPerson(key, this.domain(domain));
      this.#people.set(key, person);
    }
    return respelt(person, this.#spelling(key, text));
  }

  #newPerson(key: string, domain: string): string {
    const tags = key.slice(0, key.lastIndexOf('@')).split('+');
    const first = tags[0] ?? '';
    const last = tags.length > 1 ? (tags.at(-1) ?? '') : undefined;
    const number = this.#number('person', key);
    const isPublic = publicLocalParts.has(first);
    const local = isPublic ? first : `person${number}`;
    const tag = last === undefined ? '' : publicLocalParts.has(last) ? `+${last}` : `+tag${number}`;
    const plain = `${local}${tag}@${domain}`;
    const person = this.#used.has(plain) ? `${local}+n${number}${tag}@${domain}` : plain;
    this.#used.add(person);
    return person;
  }

  /** 0 for the address in lower case, and another number for each other spelling. */
  #spelling(key: string, text: string): number {
    if (text === key) return 0;
    const spellings = this.#spellings.get(key) ?? new Map<string, number>();
    this.#spellings.set(key, spellings);
    const number = spellings.get(text) ?? spellings.size + 1;
    spellings.set(text, number);
    return number;
  }

  #time(text: string): string {
    const day = this.#number('time', parseTimestamp(text));
    const date = new Date(Date.UTC(2000, 0, day));
    const shown = date.toISOString();
    return isDateOnly(text) ? shown.slice(0, 10) : shown;
  }

  /** 1 for the first value of a kind, 2 for the second, and so on. */
  #number(kind: string, value: unknown): number {
    const numbers = this.#numbers.get(kind) ?? new Map<unknown, number>();
    this.#numbers.set(kind, numbers);
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  }
}

/** Origin of all presigned URLs in recordings. */
export const uploadOrigin = 'https://uploads.example';

/** The same address with other letters in upper case for each number. */
function respelt(address: string, spelling: number): string {
  let bits = spelling;
  return address.replaceAll(/[a-z]/g, (letter) => {
    const upper = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return upper ? letter.toUpperCase() : letter;
  });
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}
