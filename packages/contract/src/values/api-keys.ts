/** The environments of an account: live keys send, test keys simulate. */
export const environments = ['live', 'test'] as const;

/** Production (`sk_live_…`) or sandbox (`sk_test_…`) environment of an account. */
export type Environment = (typeof environments)[number];

/** A whole API key. */
export const keyPattern = /^sk_(live|test)_[\w-]+$/;

/**
 * Prefix of the keys of an environment.
 *
 * @param environment Live or test.
 */
export function keyPrefix(environment: Environment): `sk_${Environment}_` {
  return `sk_${environment}_`;
}

/**
 * The environment of an API key, by its prefix.
 *
 * @param apiKey A key, also after `Bearer`, or the beginning of one.
 */
export function environmentOf(apiKey: string): Environment | 'unknown' {
  const bare = apiKey.replace(/^bearer\s+/i, '');
  return environments.find((environment) => bare.startsWith(keyPrefix(environment))) ?? 'unknown';
}
