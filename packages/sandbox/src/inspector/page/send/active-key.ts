import type { Environment } from '@mailrig/contract';
import type { Account } from '../control-types.ts';

/** The first key of an environment that works; `undefined` if the account has none. */
export function activeKey(account: Account | undefined, environment: Environment): string | undefined {
  return account?.keys.find((key) => key.environment === environment && key.status === 'active')?.key;
}
