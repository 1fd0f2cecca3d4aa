/** The sides of an account: live keys send, test keys simulate. */
export const environments = ['live', 'test'] as const;

/** Production (`sk_live_…`) or sandbox (`sk_test_…`) side of an account. */
export type Environment = (typeof environments)[number];

/** A whole API key. */
export const keyPattern = /^sk_(live|test)_[\w-]+$/;

/**
 * What the keys of an environment begin with.
 *
 * @param environment The side of an account.
 */
export function keyPrefix(environment: Environment): `sk_${Environment}_` {
  return `sk_${environment}_`;
}

/**
 * The environment of an API key, by its prefix.
 *
 * @param apiKey A key, or what is left of a header with one.
 */
export function environmentOf(apiKey: string): Environment | 'unknown' {
  const bare = apiKey.replace(/^bearer\s+/i, '');
  return environments.find((environment) => bare.startsWith(keyPrefix(environment))) ?? 'unknown';
}
