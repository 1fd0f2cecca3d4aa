import { invalidOption } from '../errors/mailrig-error.ts';

/** Headers that may hold the idempotency key of a send instead of the body (A41). */
export const idempotencyHeaders = ['x-idempotency-key', 'idempotency-key'] as const;

/** Headers that only the client sets: exactly one carries the API key (A1), and bodies are JSON (A13). */
const reservedHeaders: readonly string[] = ['authorization', 'x-api-key', 'content-type'];

type GivenHeaders = Readonly<Record<string, string>> | undefined;

/**
 * Checks the headers of a client, and puts their names in lower case. Refuses idempotency keys, which all
 * sends of the client would share.
 *
 * @throws MailrigError like `resolveHeaders`.
 */
export function resolveClientHeaders(headers: GivenHeaders): Record<string, string> {
  return resolveHeaders(headers, [...reservedHeaders, ...idempotencyHeaders]);
}

/**
 * Checks the headers of a call, and puts their names in lower case.
 *
 * @throws MailrigError if a name is reserved, or if a name or value is malformed. The message shows the name,
 * but not the value.
 */
export function resolveHeaders(headers: GivenHeaders, reserved = reservedHeaders): Record<string, string> {
  const resolved: Record<string, string> = {};
  // JavaScript callers may pass a `Headers`, whose entries are not properties.
  const given = headers instanceof Headers ? Object.fromEntries(headers) : (headers ?? {});
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      throw invalidOption(`option headers: ${JSON.stringify(name)} is not a valid header name`);
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw invalidOption(`option headers: the value of ${name} must be text on one line`);
    }
    const key = name.toLowerCase();
    if (reserved.includes(key))
      throw invalidOption(`option headers must not hold ${name}: ${insteadOf(key)}`);
    resolved[key] = value;
  }
  return resolved;
}

function insteadOf(header: string): string {
  if (header === 'content-type') return 'the client sets it';
  return header.endsWith('idempotency-key')
    ? 'all sends would share one key; give idempotencyKey with each send'
    : 'give the key as option apiKey, and option authHeader for its header';
}
