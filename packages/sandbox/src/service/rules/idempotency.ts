import { check, limits, type SendEmailBody } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { AttachmentRecord, IdempotentSend, MessageRecord, Receipt } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import { readContent } from '../state/stored-content.ts';
import { fieldRefusal, fieldsRefusal, Refusal } from '../wire/refusal.ts';
import type { Context, HeaderSource } from './context.ts';
import { fingerprint } from './fingerprint.ts';

const field = 'idempotencyKey';
const headerNames = ['x-idempotency-key', 'idempotency-key'];

const headerKey = z.object({
  [field]: z.string().check(
    z.minLength(1, { error: 'must not be empty' }),
    z.refine((key) => [...key].length <= limits.idempotencyKeyLength, {
      error: `must be at most ${limits.idempotencyKeyLength} characters`,
    }),
  ),
});

/** The idempotency key of a send, from its body or a header; several must agree (A41). */
export function idempotencyKeyOf(body: SendEmailBody, headers: HeaderSource): string | undefined {
  const given = headerNames.map((name) => headers.get(name)).filter((key) => key !== null);
  if (given.length === 0) return body.idempotencyKey;
  for (const key of given) {
    const checked = check(headerKey, { [field]: key });
    if (!checked.ok) throw fieldsRefusal('VALIDATION_ERROR', checked.errors);
  }
  const [key, ...others] = body.idempotencyKey === undefined ? given : [body.idempotencyKey, ...given];
  if (others.some((other) => other !== key)) {
    throw fieldRefusal('VALIDATION_ERROR', field, 'differs between the body and the headers: give one key');
  }
  return key;
}

/**
 * The receipt of an earlier send with this key, if it was accepted within 24 hours (A44).
 *
 * @throws Refusal `IDEMPOTENCY_CONFLICT` if that send had a different body (A45).
 */
export function replayOf(context: Context, key: string, body: SendEmailBody): Receipt | undefined {
  const { store } = context;
  const send = store.idempotentSends.get(scopeOf(context, key));
  if (!send || expired(context, send)) return undefined;
  if (store.wire.replay === 'conflict') throw conflict('was used before');
  const fields = differences(context, send, body);
  if (fields.length > 0) throw conflict(`was used for an email with another ${fields.join(', ')}`, fields);
  return send.receipt;
}

/** Names of the fields in which a body differs from the one that was sent with the same key. */
function differences(context: Context, send: IdempotentSend, body: SendEmailBody): readonly string[] {
  const [before, now] = [send.fingerprints, fingerprintsOf(body)];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const fields = [...names].filter((name) => before[name] !== now[name]);
  const hasFiles = hasSameFiles(context, send.attachmentIds ?? [], body.attachmentIds ?? []);
  return hasFiles ? fields : [...fields, 'attachmentIds'];
}

/** Remembers an accepted send for 24 hours; only accepted ones are (A47). */
export function remember(context: Context, key: string, body: SendEmailBody, message: MessageRecord): void {
  const { store } = context;
  const sends = store.idempotentSends;
  const isExpired = (send: IdempotentSend) => expired(context, send);
  for (let old = sends.oldest(isExpired); old; old = sends.oldest(isExpired)) sends.delete(old.id);
  const id = scopeOf(context, key);
  sends.delete(id);
  const { accountId, environment, messageId, to, cc, bcc, createdAt } = message;
  const receipt = Object.freeze({ id: message.id, messageId, environment, to, cc, bcc, createdAt });
  const { attachmentIds } = body;
  sends.insert({
    id,
    accountId,
    fingerprints: fingerprintsOf(body),
    ...(attachmentIds?.length && { attachmentIds }),
    receipt,
  });
}

function expired({ store, settings }: Context, send: IdempotentSend): boolean {
  return store.clock.now() >= send.receipt.createdAt + settings.limits.idempotencyLifetime;
}

function scopeOf({ account, environment }: Context, key: string): string {
  return scoped(account.id, environment, key);
}

/**
 * The fingerprints of the fields that make two sends equal: all but the key and the attachments, with a single
 * recipient as a list, and without optional fields that are empty (A44, A119).
 */
function fingerprintsOf({
  idempotencyKey: _key,
  attachmentIds: _ids,
  ...body
}: SendEmailBody): Readonly<Record<string, string>> {
  const { cc, bcc, variables, headers, ...others } = body;
  const optional = { cc: listed(cc), bcc: listed(bcc), variables, headers };
  const filled = Object.entries(optional).filter(([, value]) => value && Object.keys(value).length > 0);
  const comparable = { ...others, to: listed(body.to), ...Object.fromEntries(filled) };
  return Object.fromEntries(
    Object.entries(comparable)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fingerprint(new TextEncoder().encode(canonical(value)))]),
  );
}

/** Whether two lists of attachments have the same files in the same order, whatever their ids (A132). */
function hasSameFiles(
  { store, account }: Context,
  ids: readonly string[],
  otherIds: readonly string[],
): boolean {
  return (
    ids.length === otherIds.length &&
    ids.every((id, index) => {
      const otherId = otherIds[index] ?? '';
      const [one, other] = [store.attachments.get(id), store.attachments.get(otherId)];
      return id === otherId || (one && other?.accountId === account.id && isSameFile(one, other));
    })
  );
}

function isSameFile(one: AttachmentRecord, other: AttachmentRecord): boolean {
  const fields = ['filename', 'contentType', 'inline', 'contentId', 'size'] as const;
  if (one.confirmedAt === undefined || other.confirmedAt === undefined || !one.bytes || !other.bytes)
    return false;
  if (fields.some((name) => one[name] !== other[name])) return false;
  const bytes = readContent(other.bytes);
  return readContent(one.bytes).every((byte, index) => byte === bytes[index]);
}

function listed(value: SendEmailBody['cc']): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function conflict(what: string, fields?: readonly string[]): Refusal {
  return new Refusal('IDEMPOTENCY_CONFLICT', `${field} ${what}`, { field, ...(fields && { fields }) });
}

/** JSON with its members in order of name: equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}
