import type { Service } from '../service/routing/service.ts';
import type { Account } from '../service/state/records.ts';
import { checkText, invalid, notFound } from './control-error.ts';

/** What a control verb works on. */
export interface ControlContext {
  readonly service: Service;
  /**
   * The account that a caller chose, by its id, or `all` if it chose none. With `all`, verbs about
   * faults, requests and keys cover every account; the other verbs work on the default account.
   */
  readonly account: 'all' | (string & {});
  /** Version of the package. */
  readonly version: string;
  /** Where callers reach the sandbox: scheme and authority (A72). */
  readonly origin: string;
  /** Aborts when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /** The body of the request, for a verb that reads it itself. */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  /** Number of the event after which everything is shown; absent for the present. The past cannot be changed. */
  readonly at?: number;
  /** The most rows of a list in one response; absent if the caller is in this process. */
  readonly mostRows?: number;
}

/** The same context, limited to one account. */
export function forAccount(context: ControlContext, id: string): ControlContext {
  return { ...context, account: id };
}

/** @throws ControlError in the past, which is read-only. */
export function checkPresent({ at }: ControlContext): void {
  if (at === undefined) return;
  throw invalid('at', 'is only for reading: leave it out, or go back with POST /_sandbox/rewind');
}

/** Whether verbs may use what `owner` owns; `undefined` if no account owns it. */
export function covers({ account }: ControlContext, owner: string | undefined): boolean {
  return account === 'all' || account === owner;
}

/** The chosen account, or the default account: the oldest one. */
export function accountOf({ service, account }: ControlContext): Account {
  const { accounts } = service.store;
  const found = account === 'all' ? accounts.oldest() : accounts.get(account);
  if (!found) throw notFound(account === 'all' ? 'account' : `account ${account}`);
  return found;
}

/** The account with this id or API key; `default` is {@link accountOf}. */
export function findAccount(context: ControlContext, idOrKey: string): Account {
  checkText('account', idOrKey);
  const { accounts, keys } = context.service.store;
  if (idOrKey === 'default') return accountOf(context);
  const account = accounts.get(idOrKey) ?? accounts.get(keys.get(idOrKey)?.accountId ?? '');
  if (!account) throw notFound('account with this id or key');
  return account;
}

/** Typed methods over verbs of the control plane, all for the same account. */
export abstract class ScopedControls {
  /** @internal */
  protected readonly context: ControlContext;

  /** @internal */
  constructor(context: ControlContext) {
    this.context = context;
  }
}
