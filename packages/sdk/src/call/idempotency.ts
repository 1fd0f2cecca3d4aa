import { uuid } from '../runtime.ts';
import type { Finding } from './endpoint.ts';

const header = 'x-idempotency-key';

/** Headers in which a caller may give the key instead of in the body; the service reads both (decision A41). */
const headerNames = [header, 'idempotency-key'];

/** A send with its key: in the body, and in `X-Idempotency-Key` too where it is visible ASCII. */
export interface KeyedRequest {
  readonly key: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives a send the key it came with, or a new one, so that repeating it cannot send twice. */
export function withIdempotencyKey(body: object, headers: Readonly<Record<string, string>>): KeyedRequest {
  const given: unknown = Reflect.get(body, 'idempotencyKey');
  const key =
    typeof given === 'string' ? given : (headerNames.map((name) => headers[name]).find(Boolean) ?? uuid());
  const others = Object.fromEntries(Object.entries(headers).filter(([name]) => !headerNames.includes(name)));
  return {
    key,
    body: { ...body, idempotencyKey: key },
    headers: /^[\x21-\x7e]+$/.test(key) ? { ...others, [header]: key } : others,
  };
}

/** Control characters are stopped here (decision A41); the contract checks the length. */
export function findingsOfKey(body: unknown): readonly Finding[] {
  const key: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'idempotencyKey');
  if (typeof key !== 'string' || !/\p{Cc}/u.test(key)) return [];
  return [{ field: 'idempotencyKey', message: 'must not contain control characters', value: key }];
}
