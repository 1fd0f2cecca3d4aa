import { check, limits, type SendEmailBody } from '@mailrig/contract';
import * as z from 'zod/mini';
import { type ContentValue, mapContents, readContent } from '../state/contents.ts';
import type { IdempotentSend, Message } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import { fieldRefusal, fieldsRefusal, Refusal } from '../wire/refusal.ts';
import type { Context, HeaderSource } from './context.ts';

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
 * The email that an earlier send with this key accepted, if it was within 24 hours (A44).
 *
 * @throws Refusal `IDEMPOTENCY_CONFLICT` if that send had a different body (A45).
 */
export function replayOf(context: Context, key: string, body: SendEmailBody): Message | undefined {
  const { store } = context;
  const send = store.idempotentSends.get(scopeOf(context, key));
  if (!send || expired(context, send)) return undefined;
  if (store.wire.replay === 'conflict') throw conflict('was used before');
  const { body: first } = mapContents('idempotentSends', send, (content) =>
    readContent(content as ContentValue),
  );
  if (canonical(first) !== canonical(comparable(body))) throw conflict('was used for another email');
  return store.messages.get(send.messageId);
}

/** Remembers an accepted send for 24 hours; only accepted ones are (A47). */
export function remember(context: Context, key: string, body: SendEmailBody, message: Message): void {
  const { store } = context;
  const sends = store.idempotentSends;
  for (let oldest = sends.oldest(); oldest && expired(context, oldest); oldest = sends.oldest()) {
    sends.delete(oldest.id);
  }
  const id = scopeOf(context, key);
  sends.delete(id);
  sends.insert({
    id,
    body: { ...comparable(body), ...contentIn(body, message) },
    messageId: message.id,
    acceptedAt: message.createdAt,
  });
}

/** The content of a body as its email keeps it, so that nothing is kept twice. */
function contentIn({ html, text }: SendEmailBody, message: Message): Pick<Message, 'html' | 'text'> {
  return {
    ...(html !== undefined && message.html !== undefined && { html: message.html }),
    ...(text !== undefined && message.text !== undefined && { text: message.text }),
  };
}

function expired({ store, settings }: Context, send: IdempotentSend): boolean {
  return store.clock.now() >= send.acceptedAt + settings.limits.idempotencyLifetime;
}

function scopeOf({ account, environment }: Context, key: string): string {
  return scoped(account.id, environment, key);
}

/**
 * The part of a body that makes two sends equal: all but its key, with a single recipient as a list, and
 * without optional members that are empty (A44, A119).
 */
function comparable({ idempotencyKey: _key, ...body }: SendEmailBody): object {
  const { cc, bcc, attachmentIds, variables, headers, ...others } = body;
  const optional = { cc: listed(cc), bcc: listed(bcc), attachmentIds, variables, headers };
  const filled = Object.entries(optional).filter(([, value]) => value && Object.keys(value).length > 0);
  return { ...others, to: listed(body.to), ...Object.fromEntries(filled) };
}

function listed(value: SendEmailBody['cc']): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function conflict(what: string): Refusal {
  return new Refusal('IDEMPOTENCY_CONFLICT', `${field} ${what}`, { field });
}

/** JSON with its members in order of name: equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}
