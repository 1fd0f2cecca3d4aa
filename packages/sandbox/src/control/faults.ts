import type { OperationName } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { Duration } from '../kernel/duration.ts';
import type { FaultEffect, FaultRule } from '../state/records.ts';
import { findAccount } from './accounts.ts';
import { duration, operationName } from './fields.ts';
import { notFound } from './refusal.ts';
import type { Verb } from './verb.ts';

/** What a fault does; `delay` goes with any other. */
export interface FaultEffectInput extends Omit<FaultEffect, 'delay'> {
  /** By how much real time the answer is late. */
  readonly delay?: Duration | undefined;
}

/** A rule that makes answers go wrong. */
export interface FaultInput {
  /** Only calls of this operation. Default: all. */
  readonly operation?: OperationName | undefined;
  /** Only calls of the account with this id or key. Default: all. */
  readonly account?: string | undefined;
  /** Calls to spoil. Default: all to come. */
  readonly times?: number | undefined;
  /** Calls to let pass first. Default 0. */
  readonly skip?: number | undefined;
  /**
   * `before`: nothing is done. `after`: it is done and only the answer is lost. Default: `after` for
   * an effect that only changes the body or the headers of the real answer, `before` for all others.
   */
  readonly phase?: 'before' | 'after' | undefined;
  readonly effect: FaultEffectInput;
}

const positive = z.int().check(z.gte(1));

const effect = z
  .object({
    network: z.exactOptional(z.enum(['reset', 'drop', 'hang'], { error: 'must be reset, drop or hang' })),
    delay: z.exactOptional(duration),
    status: z.exactOptional(z.int().check(z.gte(200), z.lte(599))),
    code: z.exactOptional(z.string()),
    message: z.exactOptional(z.string()),
    headers: z.exactOptional(z.record(z.string(), z.string())),
    retryAfter: z.exactOptional(
      z.union([z.number(), z.literal('date')], { error: "must be a number of seconds or 'date'" }),
    ),
    body: z.exactOptional(z.enum(['html', 'text', 'empty', 'truncated', 'bare', 'success-false'])),
  })
  .check(
    z.refine((value) => Object.keys(value).length > 0, {
      error: 'must do something: give network, delay, status, headers, retryAfter or body',
    }),
  );

export const addFault: Verb<FaultInput, FaultRule> = {
  method: 'POST',
  path: '/faults',
  summary: 'Make answers go wrong',
  input: z.object({
    operation: z.optional(operationName),
    account: z.optional(z.string()),
    times: z.optional(positive),
    skip: z.optional(z.int().check(z.gte(0))),
    phase: z.optional(z.enum(['before', 'after'], { error: 'must be before or after' })),
    effect,
  }) as z.ZodMiniType<FaultInput>,
  status: 201,
  run: (scope, { operation, account, times, skip = 0, phase, effect: wanted }) => {
    const { store } = scope.service;
    const checked = wanted as FaultEffect;
    const onlyMangles =
      checked.status === undefined && checked.network === undefined && checked.delay === undefined;
    return store.faults.insert({
      id: store.random.hex(8),
      ...(account !== undefined && { accountId: findAccount(scope, account).id }),
      ...(operation !== undefined && { operation }),
      ...(times !== undefined && { times }),
      skip,
      phase: phase ?? (onlyMangles ? 'after' : 'before'),
      effect: Object.freeze(checked),
    });
  },
};

export const listFaults: Verb<void, { readonly faults: readonly FaultRule[] }> = {
  method: 'GET',
  path: '/faults',
  summary: 'The faults that are still to strike',
  run: ({ service }) => ({ faults: service.store.faults.all() }),
};

export const removeFault: Verb<{ readonly id: string }, void> = {
  method: 'DELETE',
  path: '/faults/{id}',
  summary: 'Take one fault back',
  input: z.object({ id: z.string() }),
  run: ({ service }, { id }) => {
    if (!service.store.faults.delete(id)) throw notFound(`fault ${id}`);
  },
};

export const clearFaults: Verb<void, void> = {
  method: 'DELETE',
  path: '/faults',
  summary: 'Take all faults back',
  run: ({ service }) => {
    for (const { id } of service.store.faults.all()) service.store.faults.delete(id);
  },
};
