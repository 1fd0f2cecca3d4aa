import { invalidOption } from './errors/mailrig-error.ts';

/** A caller may give the idempotency key of a send in either header instead of the body (A41). */
export const idempotencyHeaders = ['x-idempotency-key', 'idempotency-key'] as const;

/** The client sets these itself: exactly one header carries the key (A1), and bodies are JSON (A13). */
const reservedHeaders: readonly string[] = ['authorization', 'x-api-key', 'content-type'];

type GivenHeaders = Readonly<Record<string, string>> | undefined;

/**
 * The headers of a client, names in lower case. A client has no idempotency key, which all of its sends
 * would share.
 *
 * @throws MailrigError as `resolveHeaders` does.
 */
export function resolveClientHeaders(headers: GivenHeaders): Record<string, string> {
  return resolveHeaders(headers, [...reservedHeaders, ...idempotencyHeaders]);
}

/**
 * The headers of a call, names in lower case.
 *
 * @throws MailrigError if a name is reserved, or a name or value cannot be a header; shows the name,
 * not the value.
 */
export function resolveHeaders(headers: GivenHeaders, reserved = reservedHeaders): Record<string, string> {
  const resolved: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
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
