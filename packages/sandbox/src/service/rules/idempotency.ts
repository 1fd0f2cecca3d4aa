import { check, limits, type SendEmailBody } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { MetFault } from '../state/fault-rule.ts';
import {
  type AttachmentRecord,
  type IdempotentSend,
  type MessageRecord,
  type Receipt,
  scoped,
} from '../state/records.ts';
import type { Store } from '../state/store.ts';
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

/** The first idempotency key in the headers of a request, unchecked. */
export function keyInHeaders(headers: HeaderSource): string | undefined {
  return headerNames.map((name) => headers.get(name)).find((key) => key !== null) ?? undefined;
}

/** The idempotency key of a send, from its body or a header; several must agree (A41). */
export function idempotencyKeyOf(body: SendEmailBody, headers: HeaderSource): string | undefined {
  const keys = headerNames.map((name) => headers.get(name)).filter((key) => key !== null);
  if (keys.length === 0) return body.idempotencyKey;
  for (const key of keys) {
    const checked = check(headerKey, { [field]: key });
    if (!checked.ok) throw fieldsRefusal('VALIDATION_ERROR', checked.errors);
  }
  const [key, ...others] = body.idempotencyKey === undefined ? keys : [body.idempotencyKey, ...keys];
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
  const send = currentSend(context, key);
  if (!send?.receipt) return undefined;
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

/** Remembers an accepted send for 24 hours; only accepted ones are repeated (A47). */
export function remember(context: Context, key: string, body: SendEmailBody, message: MessageRecord): void {
  const sends = context.store.idempotentSends;
  const id = scopeOf(context, key);
  forgetExpired(context);
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

/** Where a key is valid, and for how long. */
type Scope = Pick<Context, 'store' | 'settings' | 'account' | 'environment'>;

/** What an accepted email stores of the requests with its key: which one it is, and the faults of the others. */
export function attemptOf(
  scope: Scope,
  key: string,
): Pick<MessageRecord, 'attempts' | 'acceptedAttempt' | 'faults'> {
  const { count = 0, faults } = currentSend(scope, key)?.failed ?? {};
  return { attempts: count + 1, acceptedAttempt: count + 1, ...(faults && { faults }) };
}

/**
 * Counts a request with a key that sent no email: with the email that has the key, or for a later one.
 *
 * @returns Which request with the key it is, from 1; `undefined` if the email is gone.
 */
export function countFailure(scope: Scope, key: string, fault?: MetFault): number | undefined {
  const { store, account } = scope;
  const send = currentSend(scope, key);
  if (send?.receipt) {
    if (fault) noteFault(store, send.receipt.id, fault);
    return countRepeat(store, send.receipt);
  }
  const { count, since, faults = [] } = send?.failed ?? { count: 0, since: store.clock.now() };
  if (!send) {
    forgetExpired(scope);
    store.idempotentSends.delete(scopeOf(scope, key));
  }
  const met = fault ? [...faults, fault] : faults;
  const failed = { count: count + 1, since, ...(met.length > 0 && { faults: met }) };
  store.idempotentSends.put({ id: scopeOf(scope, key), accountId: account.id, fingerprints: {}, failed });
  return failed.count;
}

/** Counts a further request with the key of an email that was accepted before. Returns which one it is, from 1. */
export function countRepeat(store: Store, { id }: Receipt): number | undefined {
  const message = store.messages.get(id);
  if (message?.attempts === undefined) return undefined;
  return store.messages.replace({ ...message, attempts: message.attempts + 1 }).attempts;
}

/** Stores a fault with the email whose request met it. */
export function noteFault(store: Store, messageId: string, fault: MetFault): void {
  const message = store.messages.get(messageId);
  if (message) store.messages.replace({ ...message, faults: [...(message.faults ?? []), fault] });
}

/** Forgets the requests with a key that failed before an email was accepted. */
export function forgetFailures(
  { idempotentSends }: Store,
  accountId: string,
  environment: Context['environment'],
  key: string,
): void {
  const id = scoped(accountId, environment, key);
  if (idempotentSends.get(id)?.failed) idempotentSends.delete(id);
}

function currentSend(scope: Scope, key: string): IdempotentSend | undefined {
  const send = scope.store.idempotentSends.get(scopeOf(scope, key));
  return send && !expired(scope, send) ? send : undefined;
}

function forgetExpired(scope: Scope): void {
  const sends = scope.store.idempotentSends;
  const isExpired = (send: IdempotentSend) => expired(scope, send);
  for (let old = sends.oldest(isExpired); old; old = sends.oldest(isExpired)) sends.delete(old.id);
}

function expired({ store, settings }: Scope, { receipt, failed }: IdempotentSend): boolean {
  const since = receipt?.createdAt ?? failed?.since ?? 0;
  return store.clock.now() >= since + settings.limits.idempotencyLifetime;
}

function scopeOf({ account, environment }: Scope, key: string): string {
  return scoped(account.id, environment, key);
}

/** The fingerprints of the fields that make two sends equal, in a normal form (A44, A119): no key, no attachments. */
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
