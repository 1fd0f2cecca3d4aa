import { percentage, type VerificationGroups } from '@mailrig/contract';
import { callback, type Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Caller } from '../../call/caller.ts';
import { type Waiting, waitWithin } from '../../call/waits.ts';
import {
  type VerificationAnalytics,
  getVerification,
  type Verification,
  type VerificationBatch,
  type VerifiedBatch,
} from '../../endpoints/verification.ts';
import { VerificationFailedError } from '../../endpoints/verification-failed.ts';
import { InvalidResponseError } from '../../errors/client-errors.ts';
import { invalidOption } from '../../errors/mailrig-error.ts';
import {
  checkOptions,
  milliseconds,
  requestPart,
  requestRows,
  type RequestOptions,
} from '../../options/request-options.ts';

/** Options of `waitForBatch`. Durations are in milliseconds. */
export interface WaitOptions extends RequestOptions {
  /** Time limit for the whole wait. Default: no limit. The client's `totalTimeout` limits each poll. */
  readonly totalTimeout?: number | undefined;
  /** Time between two polls, 100 or more. Default: the expected time left, at least 1,000 and at most 15,000. */
  readonly pollInterval?: number | undefined;
  /** Called with the verification after each poll. If it throws, the client logs a warning. */
  readonly onProgress?: ((verification: Verification) => unknown) | undefined;
}

/** Makes one request, or tries it until it succeeds. */
type Attempt = <T>(request: () => Promise<T>) => Promise<T>;

const operation = 'waitForBatch';
export const waitForBatchOptions = z.object({
  ...requestRows,
  pollInterval: z.optional(milliseconds(100)),
  onProgress: z.optional(callback<NonNullable<WaitOptions['onProgress']>>()),
} satisfies Rows<WaitOptions>);
const shortestWait = 1_000;
const longestWait = 15_000;
/** Approximate time that one address takes, as documented. Milliseconds. */
const timePerEmail = 1_000;

/**
 * Polls a batch until it is done. Makes no request if the batch completed at once.
 *
 * @throws VerificationFailedError, TimeoutError, AbortError, and the errors of `get`.
 */
export async function waitForBatch(
  caller: Caller,
  batch: string | VerificationBatch,
  options: WaitOptions,
  attempt: Attempt = (request) => request(),
): Promise<VerifiedBatch> {
  checkOptions(waitForBatchOptions, options, operation);
  if (typeof batch !== 'string' && (typeof batch !== 'object' || batch === null)) {
    throw invalidOption(
      'the first argument must be the result of createBatch, or its verificationId',
      operation,
    );
  }
  const id = typeof batch === 'string' ? batch : batch.verificationId;
  const verified =
    typeof batch === 'object' && batch.status === 'completed' ? resultsOf(id, batch) : undefined;
  if (verified) return verified;
  if (id === undefined) throw invalidOption('the batch has no verificationId to wait for', operation);

  const { signal, totalTimeout } = options;
  return waitWithin(
    { operation, outcome: 'unknown', signal, totalTimeout },
    (waiting) => poll(caller, id, options, waiting, attempt),
    caller.waiter(operation),
  );
}

/** The error of a completed verification without all of its results. */
export function missingResults(called: string, reason: string): InvalidResponseError {
  const facts = { operation: called, outcome: 'succeeded', status: 200, field: 'results' } as const;
  return new InvalidResponseError(reason, facts);
}

async function poll(
  caller: Caller,
  id: string,
  { pollInterval, onProgress, ...options }: WaitOptions,
  waiting: Waiting,
  attempt: Attempt,
): Promise<VerifiedBatch> {
  const { signal } = waiting;
  let first: PolledBatch | undefined;
  let wait: number | undefined;
  for (;;) {
    signal?.throwIfAborted();
    waiting.attempts += 1;
    const input = { params: { id }, query: { includeResults: true } };
    const request = { ...requestPart(options), signal };
    const verification = await attempt(() => caller.call(getVerification, input, request));
    caller.notify('onProgress', onProgress, verification);
    if (verification.status === 'completed') {
      const verified = resultsOf(verification.id, verification);
      if (verified) return verified;
      throw missingResults(operation, 'the verification is completed, but its results are missing');
    }
    if (verification.status === 'failed') {
      throw new VerificationFailedError(operation, verification, waiting.attempts);
    }
    const polled: PolledBatch = {
      at: caller.settings.time.elapsed(),
      done: verification.processedEmails,
      total: verification.totalEmails,
    };
    first ??= polled;
    wait = pollInterval ?? untilNextPoll(first, polled, wait);
    await waiting.sleep(wait, `until verification ${id} is completed`);
  }
}

/** Progress of a batch at one poll. */
export interface PolledBatch {
  /** Milliseconds since a fixed moment. */
  readonly at: number;
  readonly done: number;
  readonly total: number;
}

/**
 * Milliseconds until the next poll, at least 1,000 and at most 15,000. If the batch has advanced since the first
 * poll, it is the time left at that pace. If not, the first wait is the time left at the documented pace, and
 * each further wait is twice as long.
 */
function untilNextPoll(first: PolledBatch, latest: PolledBatch, previous: number | undefined): number {
  const remaining = Math.max(1, latest.total - latest.done);
  const advanced = latest.done - first.done;
  const expected =
    advanced > 0
      ? (remaining * (latest.at - first.at)) / advanced
      : previous === undefined
        ? remaining * timePerEmail
        : previous * 2;
  return Math.min(longestWait, Math.max(shortestWait, Math.ceil(expected)));
}

/** The results of a batch; `undefined` if it has none. */
function resultsOf(
  id: string | undefined,
  { totalEmails, creditsDeducted, results, groups, analytics }: VerificationBatch | Verification,
): VerifiedBatch | undefined {
  if (!results || !groups) return undefined;
  return {
    ...(id !== undefined && { id }),
    totalEmails,
    creditsDeducted,
    results,
    groups,
    analytics: analytics ?? analyticsOfGroups(groups),
  };
}

/** Analytics computed from the groups, for a response without any. */
function analyticsOfGroups({ clean, dirty, unknown }: VerificationGroups): VerificationAnalytics {
  const counts = { clean: clean.length, dirty: dirty.length, unknown: unknown.length };
  return {
    ...counts,
    cleanPercentage: percentage(counts.clean, counts.clean + counts.dirty + counts.unknown),
  };
}
