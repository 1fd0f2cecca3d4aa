import { parseAddress as parseBareAddress, parseMailbox } from '@mailrig/contract';

/** An address with a display name, in parts. */
export interface NamedAddress {
  /** Bare address, for example `ada@example.com`. */
  readonly email: string;
  /** Name to show, in plain text: the client quotes it, so it may have commas and quotation marks. */
  readonly name?: string | undefined;
}

/** An address of an email: `ada@example.com`, `"Ada" <ada@example.com>`, or `{ name, email }`. */
export type EmailAddress = string | NamedAddress;

/** Writes an address as the service accepts it: `"Doe, John" <john@example.org>`. Texts stay as they are. */
export function formatAddress(address: EmailAddress): string {
  if (typeof address === 'string') return address;
  const { email, name = '' } = address;
  return name.trim() === '' ? email : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${email}>`;
}

/**
 * Reads an address of an email, such as `email.from`, into its parts.
 *
 * @param text An address alone, such as `ada@example.com`.
 * @returns `undefined` if the text is not an address.
 */
export function parseAddress(text: string): NamedAddress | undefined {
  const mailbox = parseMailbox(text);
  if (!mailbox) return undefined;
  const { address: email, name } = mailbox;
  return name === undefined ? { email } : { name, email };
}

/** The key that all spellings of a bare address share. */
export function addressKey(email: string): string {
  return parseBareAddress(email)?.key ?? email.trim().toLowerCase();
}
