import { check } from '@mailrig/contract';
import type * as z from 'zod/mini';
import type { Service } from '../routing/service.ts';
import type { Account } from '../state/records.ts';
import type { Snapshot } from '../state/store.ts';
import { ControlError } from './refusal.ts';

/** On what a control verb works. */
export interface Scope {
  readonly service: Service;
  /** The account that was chosen; the default account where none was. */
  readonly accountId: string;
  /**
   * Whether it was chosen. Where it was, verbs work on this account only; where none was, those about
   * faults, requests and keys work on all accounts.
   */
  readonly chosen: boolean;
  /** The state after start-up, to which `reset` goes back. */
  readonly initial: () => Snapshot;
  readonly version: string;
  /** Where the caller reached the sandbox: scheme and authority. */
  readonly origin: string;
  /** Ends when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One row of the control plane: the TypeScript API calls it as a function, the HTTP control plane
 * as a route (design: HTTP control plane).
 */
export interface Verb<I, O> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_sandbox`, with `{parameters}`. */
  readonly path: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Path parameters, query and JSON body together; absent where it takes none. */
  readonly input?: z.ZodMiniType<I>;
  /** HTTP status; 200 with a body and 204 without where it is absent. */
  readonly status?: number;
  run(scope: Scope, input: I): O;
}

/** A verb of any input and output, as a route calls it. */
export type AnyVerb = Verb<unknown, unknown>;

/** Runs a verb with input from anywhere: what is due comes first, then the input is checked. */
export function invoke<I, O>(verb: Verb<I, O>, scope: Scope, input: unknown): O {
  scope.service.store.clock.settle();
  if (!verb.input) return verb.run(scope, undefined as I);
  const checked = check(verb.input, input);
  if (!checked.ok) {
    const [first] = checked.errors;
    const errors = checked.errors.map(({ field, message }) => ({ field, message }));
    const field = first?.field ?? '';
    throw new ControlError(
      400,
      'VALIDATION_ERROR',
      `${field || 'The input'} ${first?.message ?? 'is not valid'}`,
      {
        field,
        errors,
      },
    );
  }
  return verb.run(scope, checked.value);
}

/** The scope with this account chosen. */
export function choose(scope: Scope, accountId: string): Scope {
  return { ...scope, accountId, chosen: true };
}

/** Whether a scope works on what belongs to this account, `undefined` for what belongs to none. */
export function covers({ chosen, accountId }: Scope, owner: string | undefined): boolean {
  return !chosen || accountId === owner;
}

/** The account that a scope works on. */
export function accountOf({ service, accountId }: Scope): Account {
  const account = service.store.accounts.get(accountId);
  if (!account) throw new ControlError(404, 'NOT_FOUND', `There is no account ${accountId}`);
  return account;
}
