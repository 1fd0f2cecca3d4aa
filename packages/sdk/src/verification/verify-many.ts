import { limits, parseAddress, type VerificationResult } from '@mailrig/contract';
import type { Caller } from '../call/caller.ts';
import { validationError } from '../call/request.ts';
import { InvalidResponseError, VerificationFailedError } from '../errors/client-errors.ts';
import { isAPIError } from '../errors/guards.ts';
import { checkSource, itemError } from '../runs/items.ts';
import type { Task } from '../runs/pool.ts';
import type { ItemResult, RunContext, RunKind, RunOptions } from '../runs/run.ts';
import type { Numbered } from '../runs/sources.ts';
import { addressKey } from '../addresses.ts';
import { BatchJournal, type RunBatch } from './batch-journal.ts';
import type { VerifiedBatch } from './records.ts';
import { Submitter } from './submitter.ts';
import { type Poller, waitForBatch, type WaitOptions } from './wait-for-batch.ts';

/** Options of `verifyMany`. Durations are in milliseconds. */
export interface VerifyManyOptions extends RunOptions, Pick<WaitOptions, 'pollInterval'> {}

type AddressResult = ItemResult<string, VerificationResult>;

/** An address of the source. */
interface Pending extends Numbered<string> {
  /** What spellings of the address have in common. */
  readonly key: string;
}

/** Verifies addresses in batches of 1,000, each address once. */
export function verifyMany(
  caller: Caller,
  { pollInterval }: VerifyManyOptions,
): RunKind<string, VerificationResult> {
  return {
    operation: 'verifyMany',
    concurrency: limits.concurrentBatches,
    tasks: (context) => addressTasks(caller, context, pollInterval),
  };
}

async function* addressTasks(
  caller: Caller,
  context: RunContext<string>,
  pollInterval: number | undefined,
): AsyncGenerator<Task<AddressResult>, void, undefined> {
  const { reader, tally } = context;
  const journal = new BatchJournal(context.journal);
  const earlier = await journal.replay();
  for (const { id, isLost, creditsDeducted = 0 } of earlier)
    if (!isLost) tally.countBatch(id, creditsDeducted);
  await checkSource(context, earlier.length, (email) => journal.batchWith(addressKey(email)) !== undefined);

  const verifier = new Verifier(caller, context, journal, earlier, pollInterval);
  const seen = new Set<string>();
  const resumed = new Map<RunBatch, Pending[]>();
  let fresh: Pending[] = [];
  for (;;) {
    const numbered = await reader.next();
    if (numbered === undefined) break;
    const refused = withoutCall(numbered);
    if (refused && !refused.ok) {
      yield async () => [refused];
      continue;
    }
    const key = addressKey(numbered.item);
    if (seen.has(key)) {
      tally.count({ ok: true, skipped: true });
      continue;
    }
    seen.add(key);
    if (refused) {
      yield async () => [refused];
      continue;
    }
    const batch = journal.batchWith(key);
    if (batch) {
      const group = resumed.get(batch) ?? [];
      resumed.set(batch, group);
      group.push({ ...numbered, key });
      if (group.length < batch.emails.length) continue;
      resumed.delete(batch);
      yield () => verifier.verify(group, batch);
    } else {
      fresh.push({ ...numbered, key });
      if (fresh.length < limits.batchSize) continue;
      const group = fresh;
      fresh = [];
      yield () => verifier.verify(group);
    }
  }
  for (const [batch, group] of resumed) yield () => verifier.verify(group, batch);
  if (fresh.length > 0) yield () => verifier.verify(fresh);
}

/** The result of an item that needs no call, because it is not an address. */
function withoutCall(numbered: Numbered<string>): AddressResult | undefined {
  const { item, index } = numbered;
  const email: unknown = item;
  if (typeof email !== 'string') {
    const invalid = { field: `items[${index}]`, message: 'must be a string', value: email };
    return { ok: false, ...numbered, error: validationError('verifyMany', [invalid]) };
  }
  if (parseAddress(email)) return undefined;
  const value: VerificationResult = {
    email,
    status: 'dirty',
    result: 'invalid',
    isValid: false,
    reason: 'not an email address',
  };
  return { ok: true, ...numbered, value, skipped: false, resumed: false };
}

/** Verifies the addresses of one run, batch by batch. */
class Verifier {
  readonly #poller: Poller;
  readonly #context: RunContext<string>;
  readonly #journal: BatchJournal;
  readonly #submitter: Submitter;
  readonly #pollInterval: number | undefined;

  constructor(
    caller: Caller,
    context: RunContext<string>,
    journal: BatchJournal,
    earlier: readonly RunBatch[],
    pollInterval: number | undefined,
  ) {
    const { patience } = context;
    this.#poller = {
      call: (...call) => patience.persist(() => caller.call(...call)),
      tell: (...event) => caller.tell(...event),
    };
    this.#context = context;
    this.#journal = journal;
    this.#submitter = new Submitter(caller, context, journal, earlier);
    this.#pollInterval = pollInterval;
  }

  /**
   * The results of addresses that belong to one batch.
   *
   * @param earlier The batch of an earlier start that has them.
   */
  async verify(pending: readonly Pending[], earlier?: RunBatch): Promise<readonly AddressResult[]> {
    const batch = earlier ?? this.#journal.create(pending.map(({ item }) => item.trim()));
    const { sentAt } = batch;
    try {
      const results = await this.#resultsOf(batch);
      const resumed = earlier !== undefined && batch.sentAt === sentAt;
      const found = new Map(results.map((value) => [addressKey(value.email), value]));
      return pending.map(({ key, ...numbered }): AddressResult => {
        const value = found.get(key);
        if (!value) return { ok: false, ...numbered, error: missing(numbered) };
        return { ok: true, ...numbered, value, skipped: false, resumed };
      });
    } catch (error) {
      if (error instanceof VerificationFailedError) this.#journal.gone(batch);
      const failure = itemError(this.#context, error);
      const refused = earlier ? new Map<number, string>() : refusedAddresses(failure);
      const rest = pending.filter((_, index) => !refused.has(index));
      const failures = pending.flatMap(({ item, index }, position): AddressResult[] => {
        if (refused.size === 0) return [{ ok: false, item, index, error: failure }];
        const message = refused.get(position);
        if (message === undefined) return [];
        const invalid = { field: `items[${index}]`, message, value: item };
        return [{ ok: false, item, index, error: validationError('verifyMany', [invalid]) }];
      });
      return refused.size === 0 || rest.length === 0 ? failures : [...failures, ...(await this.verify(rest))];
    }
  }

  async #resultsOf(batch: RunBatch): Promise<VerifiedBatch['results']> {
    const { polls } = this.#context;
    for (;;) {
      const isKnown = batch.id !== undefined || batch.results !== undefined;
      const isFound = !isKnown && (await this.#submitter.submit(batch));
      const { id } = batch;
      if (batch.results) return batch.results;
      if (id === undefined) continue;
      const options = { ...polls, pollInterval: this.#pollInterval };
      const verified = await waitForBatch(this.#poller, id, options);
      if (!isFound) return verified.results;
      const ours = new Set(batch.emails.map(addressKey));
      if (verified.results.every(({ email }) => ours.has(addressKey(email)))) {
        await this.#submitter.confirm(batch, verified.creditsDeducted);
        return verified.results;
      }
      this.#submitter.refute(batch);
    }
  }
}

/** The addresses that the service refuses, by their position in the batch, and why (A100). */
function refusedAddresses(error: unknown): ReadonlyMap<number, string> {
  if (!isAPIError(error, 'VALIDATION_ERROR')) return new Map();
  return new Map(
    error.fieldErrors().flatMap(({ field, message }): [number, string][] => {
      const position = /^emails\[(\d+)\]$/.exec(field)?.[1];
      return position === undefined ? [] : [[Number(position), message]];
    }),
  );
}

function missing({ index }: Numbered<string>): InvalidResponseError {
  return new InvalidResponseError(`the verification has no result for items[${index}]`, {
    operation: 'verifyMany',
    outcome: 'succeeded',
    status: 200,
    field: 'results',
  });
}
