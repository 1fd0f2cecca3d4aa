import {
  fieldsOf,
  parseAddress as parseBareAddress,
  parseMailbox,
  type Rows,
  unknownFieldMistake,
  unknownFields,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import type { RefusedField } from './endpoint.ts';

/** An address with a display name, in parts. */
export interface NamedAddress {
  /** Bare address, for example `ada@example.com`. */
  readonly email: string;
  /** Name to show, in plain text: the client quotes it, so it may have commas and quotation marks. */
  readonly name?: string | undefined;
}

/** An address of an email: `ada@example.com`, `"Ada" <ada@example.com>`, or `{ name, email }`. */
export type EmailAddress = string | NamedAddress;

/** Writes an address as the service takes it: `"Doe, John" <john@example.org>`. Texts stay as they are. */
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

const fields = ['from', 'to', 'cc', 'bcc', 'replyTo'] as const;

const addressRows = z.object({
  email: z.string(),
  name: z.optional(z.string()),
} satisfies Rows<NamedAddress>);

/** The body of an email with its addresses as texts, and what is wrong with addresses in parts. */
export function withTextAddresses(body: unknown): {
  readonly body: unknown;
  readonly invalid: readonly RefusedField[];
} {
  const invalid: RefusedField[] = [];
  const toText = (field: string, address: unknown): unknown => {
    if (typeof address !== 'object' || address === null) return address;
    const { email, name } = fieldsOf(address);
    const [unknown] = unknownFields(addressRows, address);
    const problem = unknown ? unknownFieldMistake(unknown) : problemOf(email, name);
    if (problem) invalid.push({ ...problem, field: `${field}.${problem.field}` });
    return problem
      ? address
      : formatAddress({ email: String(email), ...(typeof name === 'string' && { name }) });
  };
  const given = fieldsOf(body);
  const texts = fields.flatMap((field) => {
    const value = given[field];
    if (typeof value !== 'object' || value === null) return [];
    const text = Array.isArray(value)
      ? value.map((address, index) => toText(`${field}[${index}]`, address))
      : toText(field, value);
    return [[field, text] as const];
  });
  return { body: texts.length === 0 ? body : { ...given, ...Object.fromEntries(texts) }, invalid };
}

function problemOf(email: unknown, name: unknown): RefusedField | undefined {
  if (typeof email !== 'string' || /[<>"]/.test(email) || !parseMailbox(email)) {
    return { field: 'email', message: 'must be an email address, for example ada@example.com', value: email };
  }
  if (name === undefined || name === null) return undefined;
  if (typeof name !== 'string') return { field: 'name', message: 'must be a string', value: name };
  return /[\r\n\0]/.test(name) ? { field: 'name', message: 'must be on one line', value: name } : undefined;
}
