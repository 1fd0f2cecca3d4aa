import type { Account } from '../control-types.ts';

/** The sides of an account: live keys send, test keys simulate. */
export const environments = ['live', 'test'] as const;

/** A side of an account. */
export type Environment = (typeof environments)[number];

/** The first key of an environment that works; `undefined` if the account has none. */
export function activeKey(account: Account | undefined, environment: Environment): string | undefined {
  return account?.keys.find((key) => key.environment === environment && key.status === 'active')?.key;
}
