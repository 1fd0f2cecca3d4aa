import { type Environment, formatTimestamp } from '@mailrig/contract';
import { rateStateOf } from '../../service/routing/rate-limit.ts';
import { accountOf, type ControlContext } from '../context.ts';
import { keysOf } from './keys.ts';
import { ScopedControls } from '../scoped-controls.ts';
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
    const { rateLimit, shownRate } = context.service;
    return {
      isLimited: rateLimit !== false,
      window: (rateLimit || shownRate).window,
      keys: keysOf(context, accountOf(context).id).map((key) => windowOf(context, key)),
    };
  },
};

function windowOf(
  { service }: ControlContext,
  { key, environment }: { readonly key: string; readonly environment: Environment },
): RateWindowView {
  const { store, rateLimit, shownRate } = service;
  const state = rateStateOf(store, key, rateLimit || shownRate, store.clock.now());
  return {
    key,
    environment,
    limit: state.limit,
    remaining: state.remaining,
    ...(state.remaining < state.limit && { resetsAt: formatTimestamp(state.resetAt) }),
  };
}

/** The rate limit of an account's keys. */
export class RateWindowControls extends ScopedControls {
  /** The limit, and how much of it each key has used; oldest key first. */
  list(): RateWindowsView {
    return invoke(listRateWindows, this.context, {});
  }
}
