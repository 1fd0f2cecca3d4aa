import type { HeaderSource } from '../rules/context.ts';

const plainName = /^[A-Za-z-]+$/;
const plainValue = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * The headers of a request. Those that an object gives once each in plain ASCII are taken as they
 * stand, in a fraction of the time; about all others the platform's own `Headers` decides.
 */
export function headersFrom(init: HeadersInit | undefined): HeaderSource & Pick<Headers, 'has' | 'set'> {
  if (init === undefined || Object.getPrototypeOf(init) !== Object.prototype) return new Headers(init);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(init)) {
    const key = name.toLowerCase();
    const plain = plainName.test(name) && typeof value === 'string' && plainValue.test(value);
    if (!plain || headers.has(key)) return new Headers(init);
    headers.set(key, value);
  }
  return {
    get: (name) => headers.get(name) ?? null,
    forEach: (visit) => headers.forEach(visit),
    has: (name) => headers.has(name),
    set: (name, value) => headers.set(name, value),
  };
}
