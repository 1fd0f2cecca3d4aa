import { uuid } from '../runtime.ts';
import type { Finding } from './endpoint.ts';

// A caller may give the key in either header instead of in the body (decision A41).
const header = 'x-idempotency-key';
const otherHeader = 'idempotency-key';

/** A send with its key: in the body, and in `X-Idempotency-Key` too where it is visible ASCII. */
export interface KeyedRequest {
  readonly key: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Gives a send the key it came with, or a new one, so that repeating it cannot send twice.
 *
 * @param body What the caller gave; anything but an object gets no key, for the service to refuse.
 */
export function withIdempotencyKey(
  body: unknown,
  headers: Readonly<Record<string, string>>,
): KeyedRequest | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const given: unknown = Reflect.get(body, 'idempotencyKey');
  const { [header]: ownKey, [otherHeader]: otherKey, ...others } = headers;
  const key = typeof given === 'string' ? given : ownKey || otherKey || uuid();
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
