import { type Environment, formatTimestamp } from '@mailrig/contract';
import { present } from '../../service/state/copy.ts';
import { rateStateOf } from '../../service/routing/rate-limit.ts';
import { accountOf, ScopedControls } from '../context.ts';
import { keysOf } from './keys.ts';
import { invoke, type Verb } from '../verb.ts';

/** How much of its rate limit a key has used. */
export interface RateWindowView {
  /** The key that the window belongs to. */
  readonly key: string;
  /** Whether it is a live or a test key. */
  readonly environment: Environment;
  /** Requests that the key may make in one window. */
  readonly limit: number;
  /** Requests left in its current window. */
  readonly remaining: number;
  /** When its current window ends. ISO 8601; absent if none has begun. */
  readonly resetsAt?: string;
}

/** The rate limit of an account. */
export interface RateWindowsView {
  /** Whether requests are counted at all. */
  readonly isLimited: boolean;
  /** Length of a window in milliseconds. */
  readonly window: number;
  /** One for each key, oldest first. */
  readonly keys: readonly RateWindowView[];
}

export const listRateWindows: Verb<void, RateWindowsView> = {
  method: 'GET',
  path: '/rate-windows',
  summary: 'How much of the rate limit each key of the account has used, and when its window ends',
  run: (context) => {
    const { store, rateLimit } = context.service;
    return {
      isLimited: rateLimit.isCounted,
      window: rateLimit.window,
      keys: keysOf(context, accountOf(context).id).map(({ key, environment }) => {
        const { limit, remaining, resetAt } = rateStateOf(store, key, rateLimit, store.clock.now());
        const resetsAt = remaining < limit ? formatTimestamp(resetAt) : undefined;
        return present({ key, environment, limit, remaining, resetsAt });
      }),
    };
  },
};

/** The rate limit of an account's keys. */
export class RateWindowControls extends ScopedControls {
  /** The limit, and how much of it each key has used; oldest key first. */
  list(): RateWindowsView {
    return invoke(listRateWindows, this.context, {});
  }
}
