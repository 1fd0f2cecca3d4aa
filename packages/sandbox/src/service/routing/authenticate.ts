import type { HeaderSource } from '../rules/context.ts';
import type { ApiKey } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { Refusal } from '../wire/refusal.ts';

/** The exact words of the document for a missing or unknown key (R18). */
const unauthorized = 'Invalid or missing API key';

/** The key that a request carries, in either header (A1). */
export function keyFrom(headers: HeaderSource): string | undefined {
  const apiKey = headers.get('x-api-key')?.trim();
  // No fallback to the other header: a stale proxy header could authenticate the caller.
  if (apiKey) return apiKey;
  return /^bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1];
}

/** The key record of a request (R17–R23). Throws a `Refusal` with `UNAUTHORIZED`, `KEY_REVOKED` or `KEY_EXPIRED`. */
export function authenticate(store: Store, key: string | undefined): ApiKey {
  const record = key === undefined ? undefined : store.keys.get(key);
  if (!record) throw new Refusal('UNAUTHORIZED', unauthorized);
  if (record.revoked) throw new Refusal('KEY_REVOKED');
  if (record.expiresAt !== undefined && store.clock.now() >= record.expiresAt)
    throw new Refusal('KEY_EXPIRED');
  return record;
}
