/*
 * `verifyMany`, from the source to the results. `addressTasks` reads the source and puts each address into a group: a
 * batch of an earlier start that has it, or the batch that is being filled. A full group becomes a task of the pool.
 * The task submits the batch and waits for it, and `Group.finish` adds the results of repeated addresses.
 */
import { limits, parseAddress, type VerificationResult } from '@mailrig/contract';
import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { milliseconds } from '../../options/request-options.ts';
import type { Caller } from '../../call/caller.ts';
import { validationError } from '../../call/request.ts';
import type { VerifiedBatch } from '../../endpoints/verification.ts';
import { VerificationFailedError } from '../../endpoints/verification-failed.ts';
import { isAPIError } from '../../errors/guards.ts';
import { checkSource, itemError } from '../items.ts';
import type { Task } from '../pool.ts';
import type { RunWork } from '../perform.ts';
import type { ItemResult } from '../item-result.ts';
import { runRows, type RunOptions } from '../run-options.ts';
import type { Numbered } from '../sources.ts';
import { addressKey } from '../../endpoints/addresses.ts';
import { batchJournalOf, type RunBatch } from './batch-journal.ts';
import type { BatchTally, VerifyManySummary } from '../tally.ts';
import { type BatchContext, BatchSubmitter, type SubmitterParts } from './submit-batches.ts';
import { missingResults, waitForBatch, type WaitOptions } from './wait-for-batch.ts';

/** Options of `verifyMany`. Durations are in milliseconds. */
export interface VerifyManyOptions extends RunOptions<VerifyManySummary>, Pick<WaitOptions, 'pollInterval'> {}

export const verifyOptions = z.object({
  ...runRows,
  pollInterval: z.optional(milliseconds(100)),
} satisfies Rows<VerifyManyOptions>);

type AddressResult = ItemResult<string, VerificationResult>;

/** An address of the source. */
interface Pending extends Numbered<string> {
  /** The key that all spellings of the address share. */
  readonly key: string;
}

/** Verifies addresses in batches of 1,000, each address once. */
export function verifyMany(
  caller: Caller,
  options: VerifyManyOptions,
  tally: BatchTally,
): RunWork<string, VerificationResult> {
  return {
    options: verifyOptions,
    concurrency: limits.concurrentBatches,
    tasks: (context) => addressTasks(caller, { ...context, tally }, options.pollInterval),
  };
}

async function* addressTasks(
  caller: Caller,
  context: BatchContext,
  pollInterval: number | undefined,
): AsyncGenerator<Task<AddressResult>, void, undefined> {
  const { reader, tally } = context;
  const journal = batchJournalOf(context.journal);
  const earlier = await journal.replay();
  for (const { id, isLost, creditsDeducted = 0 } of earlier)
    if (!isLost) tally.countBatch(id, creditsDeducted);
  await checkSource(context, earlier.length, (email) => journal.batchWith(addressKey(email)) !== undefined);

  const verify = verifierOf({ caller, context, journal, earlier }, pollInterval);
  /** The group of each address that was read. */
  const groups = new Map<string, Group>();
  const resumed = new Map<RunBatch, Group>();
  let fresh = new Group();
  for (;;) {
    const numbered = await reader.next();
    if (numbered === undefined) break;
    const known = withoutCall(numbered);
    if (known && !known.ok) {
      yield async () => [known];
      continue;
    }
    const key = addressKey(numbered.item);
    const pending = { ...numbered, key };
    const first = groups.get(key);
    if (first) {
      const result = first.repeat(pending);
      if (result) yield async () => [result];
      continue;
    }
    const batch = journal.batchWith(key);
    const group = known ? new Group() : batch ? (resumed.get(batch) ?? new Group()) : fresh;
    groups.set(key, group);
    group.pending.push(pending);
    if (known) yield async () => group.finish([known]);
    else if (batch) {
      resumed.set(batch, group);
      if (group.pending.length < batch.emails.length) continue;
      resumed.delete(batch);
      yield async () => group.finish(await verify(group.pending, batch));
    } else {
      if (group.pending.length < limits.batchSize) continue;
      fresh = new Group();
      yield async () => group.finish(await verify(group.pending));
    }
  }
  for (const [batch, group] of resumed) yield async () => group.finish(await verify(group.pending, batch));
  if (fresh.pending.length > 0) yield async () => fresh.finish(await verify(fresh.pending));
}

/** Addresses that are verified together. Repeated ones cost nothing. */
class Group {
  /** Each address once. */
  readonly pending: Pending[] = [];
  #repeats: Pending[] = [];
  #results: ReadonlyMap<string, AddressResult> | undefined;

  /** The result of a repeated address. `undefined` if `finish` will give it. */
  repeat(pending: Pending): AddressResult | undefined {
    if (this.#results) return this.#repeated(pending);
    this.#repeats.push(pending);
    return undefined;
  }

  /** Adds the results of repeated addresses. */
  finish(results: readonly AddressResult[]): readonly AddressResult[] {
    this.#results = new Map(results.map((result) => [addressKey(result.item), result]));
    return [...results, ...this.#repeats.splice(0).flatMap((pending) => this.#repeated(pending) ?? [])];
  }

  #repeated({ key, item, index }: Pending): AddressResult | undefined {
    const result = this.#results?.get(key);
    if (!result) return undefined;
    return result.ok ? { ...result, item, index, skipped: true } : { ...result, item, index };
  }
}

/** The result of an item that is not sent, or that the service refused. */
function refused({ item, index }: Numbered<string>, message: string): AddressResult {
  const invalid = { field: `items[${index}]`, message, value: item };
  return { ok: false, item, index, error: validationError('verifyMany', invalid) };
}

/** The result of an item that needs no call, because it is not an address. */
function withoutCall(numbered: Numbered<string>): AddressResult | undefined {
  const { item: email } = numbered;
  if (typeof email !== 'string') return refused(numbered, 'must be a string');
  if (parseAddress(email)) return undefined;
  const value: VerificationResult = {
    email,
    status: 'dirty',
    result: 'invalid',
    isValid: false,
    reason: 'not an email address',
  };
  return { ok: true, ...numbered, value, skipped: false, inferred: false, resumed: false };
}

/** Makes the function that verifies addresses of one run. They belong to one batch, maybe of an earlier start. */
function verifierOf(parts: SubmitterParts, pollInterval: number | undefined) {
  const { caller, context, journal } = parts;
  const submitter = new BatchSubmitter(parts);
  const persist = <T>(request: () => Promise<T>) => context.outages.persist(request);

  const resultsOf = async (batch: RunBatch): Promise<VerifiedBatch['results']> => {
    for (;;) {
      const isKnown = batch.id !== undefined || batch.results !== undefined;
      const isFound = !isKnown && (await submitter.submit(batch));
      const { id } = batch;
      if (batch.results) return batch.results;
      if (id === undefined) continue;
      const verified = await waitForBatch(caller, id, { ...context.polls, pollInterval }, persist);
      if (!isFound) return verified.results;
      const ours = new Set(batch.emails.map(addressKey));
      if (verified.results.every(({ email }) => ours.has(addressKey(email)))) {
        await submitter.confirm(batch, verified.creditsDeducted);
        return verified.results;
      }
      submitter.refute(batch);
    }
  };

  return async function verify(
    pending: readonly Pending[],
    earlier?: RunBatch,
  ): Promise<readonly AddressResult[]> {
    const batch = earlier ?? journal.create(pending.map(({ item }) => item.trim()));
    const { sentAt } = batch;
    try {
      const results = await resultsOf(batch);
      const resumed = earlier !== undefined && batch.sentAt === sentAt;
      const found = new Map(results.map((value) => [addressKey(value.email), value]));
      return pending.map((one) => resultFor(one, found.get(one.key), resumed));
    } catch (error) {
      if (error instanceof VerificationFailedError) journal.gone(batch);
      const failure = itemError(context, error);
      const mistakes = earlier ? new Map<number, string>() : mistakesIn(failure);
      if (mistakes.size === 0)
        return pending.map(({ item, index }) => ({ ok: false, item, index, error: failure }));
      const failures = pending.flatMap((one, position) => {
        const message = mistakes.get(position);
        return message === undefined ? [] : [refused(one, message)];
      });
      const valid = pending.filter((_, position) => !mistakes.has(position));
      return valid.length === 0 ? failures : [...failures, ...(await verify(valid))];
    }
  };
}

function resultFor(
  { key: _key, ...numbered }: Pending,
  value: VerificationResult | undefined,
  resumed: boolean,
): AddressResult {
  if (value) return { ok: true, ...numbered, value, skipped: false, inferred: false, resumed };
  const what = `the verification has no result for items[${numbered.index}]`;
  return { ok: false, ...numbered, error: missingResults('verifyMany', what) };
}

/** The addresses that the service refuses, by their position in the batch, and why (A100). */
function mistakesIn(error: unknown): ReadonlyMap<number, string> {
  if (!isAPIError(error, 'VALIDATION_ERROR')) return new Map();
  return new Map(
    error.fieldErrors().flatMap(({ field, message }): [number, string][] => {
      const position = /^emails\[(\d+)\]$/.exec(field)?.[1];
      return position === undefined ? [] : [[Number(position), message]];
    }),
  );
}
