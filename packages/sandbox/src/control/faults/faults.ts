import { oneOf, type OperationName } from '@mailrig/contract';
import * as z from 'zod/mini';
import { copyOf, deepFrozen, present } from '../../service/state/copy.ts';
import type { FaultEffect, FaultRule } from '../../service/state/fault-rule.ts';
import type { Store } from '../../service/state/store.ts';
import { type ControlContext, covers, findAccount, ScopedControls } from '../context.ts';
import { invalid, notFound } from '../control-error.ts';
import { changesResponse, checkCombination, effect, type FaultEffectInput } from './effect.ts';
import { operationName } from '../fields.ts';
import { faultText } from '../requests/fault-text.ts';
import { byId, invoke, type Verb, type RecordReference } from '../verb.ts';

/** A rule that injects a fault into responses. */
export interface FaultInput {
  /** Only calls of this operation. Default: all. */
  readonly operation?: OperationName | undefined;
  /** Only calls of the account with this id or key. Default: the chosen account, or all if none was chosen. */
  readonly account?: string | undefined;
  /** Number of calls to affect. Default: all. */
  readonly times?: number | undefined;
  /** Number of calls to let pass first. Default 0. */
  readonly skip?: number | undefined;
  /**
   * `before`: the operation does not run. `after`: it runs, and only the response goes wrong. Default: `after` if
   * the effect only changes the body or the headers of the real response, otherwise `before`.
   */
  readonly phase?: 'before' | 'after' | undefined;
  /** What goes wrong; at least one field is required. */
  readonly effect: FaultEffectInput;
}

const positive = z.int({ error: 'must be a whole number' }).check(z.gte(1, { error: 'must be at least 1' }));

export const addFault: Verb<FaultInput, FaultRule> = {
  method: 'POST',
  path: '/faults',
  summary: 'Make responses go wrong',
  input: z.object({
    operation: z.optional(operationName),
    account: z.optional(z.string()),
    times: z.optional(positive),
    skip: z.optional(
      z.int({ error: 'must be a whole number' }).check(z.gte(0, { error: 'must not be negative' })),
    ),
    phase: z.optional(oneOf(['before', 'after'])),
    effect,
  }) as z.ZodMiniType<FaultInput>,
  status: 201,
  run: (context, { operation, account, times, skip = 0, phase, effect: wanted }) => {
    const { store } = context.service;
    const checked = wanted as FaultEffect;
    checkCombination(checked, phase, operation);
    const accountId = accountFor(context, account);
    const rule = store.faults.insert(
      present({
        id: store.random.hex(8),
        accountId,
        operation,
        times,
        skip,
        phase: phase ?? (changesResponse(checked) ? 'after' : 'before'),
        effect: deepFrozen(copyOf(checked)),
      }),
    );
    store.log('fault.created', namesOf(rule));
    return rule;
  },
};

export const listFaults: Verb<void, { readonly faults: readonly FaultRule[] }> = {
  method: 'GET',
  path: '/faults',
  summary: 'The active faults',
  run: (context) => ({ faults: faultsOf(context) }),
};

export const removeFault: Verb<RecordReference, void> = {
  method: 'DELETE',
  path: '/faults/{id}',
  summary: 'Remove one fault',
  input: byId,
  run: (context, { id }) => {
    const { store } = context.service;
    const rule = store.faults.get(id);
    if (!rule || !covers(context, rule.accountId)) throw notFound(`fault ${id}`);
    remove(store, rule);
  },
};

export const clearFaults: Verb<void, void> = {
  method: 'DELETE',
  path: '/faults',
  summary: 'Remove all faults',
  run: (context) => {
    for (const rule of faultsOf(context)) remove(context.service.store, rule);
  },
};

function remove(store: Store, rule: FaultRule): void {
  store.faults.delete(rule.id);
  store.log('fault.removed', namesOf(rule));
}

/** The facts about a rule for the event log. */
function namesOf(rule: FaultRule): Readonly<Record<string, unknown>> {
  const { id, accountId, operation } = rule;
  return present({ id, accountId, operation, effect: faultText(rule) });
}

function faultsOf(context: ControlContext): FaultRule[] {
  return context.service.store.faults.all().filter(({ accountId }) => covers(context, accountId));
}

/** The account of a new fault: the given one, or the chosen one; `undefined` for all. */
function accountFor(context: ControlContext, account: string | undefined): string | undefined {
  if (account === undefined) return context.account === 'all' ? undefined : context.account;
  const { id } = findAccount(context, account);
  if (!covers(context, id)) throw invalid('account', 'must be the chosen account, or be left out');
  return id;
}

/**
 * Rules that inject faults into responses, for the whole sandbox or, under `sandbox.account(…)`, for one
 * account. The oldest matching rule applies. Faults do not apply to calls that are refused for their key or the rate
 * limit.
 *
 * ```ts
 * sandbox.faults.failNext('sendEmail', 503);
 * sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
 * ```
 */
export class FaultControls extends ScopedControls {
  /** Adds a rule. Throws a `ControlError` if its parts contradict each other. */
  add(rule: FaultInput): FaultRule {
    return invoke(addFault, this.context, rule);
  }

  /**
   * Lets the next calls of an operation fail with a status and a code that fits it.
   *
   * @param operation Name of the operation, for example `sendEmail`.
   * @param status HTTP status of the response.
   * @param times How many calls fail. Default 1.
   */
  failNext(operation: OperationName, status: number, times = 1): FaultRule {
    if (!(Number.isInteger(status) && status >= 400 && status <= 599)) {
      throw invalid(
        'status',
        'must be the status of an error, for example 503; for other effects, use add()',
      );
    }
    return this.add({ operation, times, effect: { status } });
  }

  /** The active rules, in the order in which they are tried. */
  list(): readonly FaultRule[] {
    return invoke(listFaults, this.context, {}).faults;
  }

  /**
   * Removes one rule.
   *
   * @param id Id of the rule.
   */
  remove(id: string): void {
    invoke(removeFault, this.context, { id });
  }

  /** Removes all rules: those of the whole sandbox, or of the chosen account. */
  clear(): void;
  clear(given: object = {}): void {
    invoke(clearFaults, this.context, given);
  }
}
