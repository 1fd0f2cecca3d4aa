import type { Caller } from '../call/caller.ts';
import { openScope, type Scope } from '../call/scope.ts';
import {
  AbortError,
  InvalidResponseError,
  TimeoutError,
  VerificationFailedError,
} from '../errors/client-errors.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import { duration, type RequestOptions } from '../options.ts';
import { now, sleep } from '../runtime.ts';
import { analyseGroups } from './analytics.ts';
import { getVerification } from './endpoints.ts';
import type { Verification, VerificationBatch, VerifiedBatch } from './records.ts';

/** How to wait for a batch. Durations are in milliseconds. */
export interface WaitOptions extends RequestOptions {
  /** Longest wait for the batch. Default: none; the client's own bounds each look. */
  readonly totalTimeout?: number | undefined;
  /** Time between two looks. Default: as long as the batch should still take by its progress, 1,000 to 15,000. */
  readonly pollInterval?: number | undefined;
  /** Called with the verification at each look. If it throws, the `logger` is told and the wait goes on. */
  readonly onProgress?: ((verification: Verification) => unknown) | undefined;
}

const operation = 'waitForBatch';
const shortestWait = 1_000;
const longestWait = 15_000;
/** About what one address takes (api.md §8). */
const timePerEmail = 1_000;

/**
 * Looks at a batch until it is done.
 *
 * @throws VerificationFailedError, TimeoutError, AbortError, and what `get` throws.
 */
export async function waitForBatch(
  caller: Caller,
  batch: string | VerificationBatch,
  options: WaitOptions,
): Promise<VerifiedBatch> {
  const totalTimeout = duration('totalTimeout', options.totalTimeout, 1);
  duration('pollInterval', options.pollInterval, 1);
  const receipt = typeof batch === 'string' ? { verificationId: batch } : batch;
  const { verificationId: id } = receipt;
  const verified = 'status' in receipt ? completedAtOnce(receipt) : undefined;
  if (verified) return verified;
  if (id === undefined) throw invalidOption('the batch has no verificationId to wait for', operation);

  const scope = openScope(options.signal, totalTimeout);
  const progress = { attempts: 0 };
  try {
    return await poll(caller, id, options, scope, progress);
  } catch (error) {
    const facts = { operation, attempts: progress.attempts, outcome: 'unknown' } as const;
    switch (scope.endedBy()) {
      case 'signal':
        throw new AbortError({ ...facts, cause: options.signal?.reason });
      case 'totalTimeout':
        throw new TimeoutError('totalTimeout', totalTimeout ?? 0, facts);
      default:
        throw error;
    }
  } finally {
    scope.close();
  }
}

async function poll(
  caller: Caller,
  id: string,
  { pollInterval, onProgress, headers, maxRetries, timeout }: WaitOptions,
  scope: Scope,
  progress: { attempts: number },
): Promise<VerifiedBatch> {
  let first: Look | undefined;
  let wait: number | undefined;
  for (;;) {
    scope.signal?.throwIfAborted();
    progress.attempts += 1;
    const { signal } = scope;
    const options = { signal, headers, maxRetries, timeout };
    const input = { params: { id }, query: { includeResults: true } };
    const verification = await caller.call(getVerification, input, options);
    caller.tell('onProgress', onProgress, verification);
    if (verification.status === 'completed') return completed(verification);
    if (verification.status === 'failed') {
      throw new VerificationFailedError(operation, verification, progress.attempts);
    }
    const look = { at: now(), done: verification.processedEmails, total: verification.totalEmails };
    first ??= look;
    wait = pollInterval ?? untilNextLook(first, look, wait);
    await sleep(wait, scope.signal);
  }
}

/** How far a batch had come when it was looked at. */
export interface Look {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly done: number;
  readonly total: number;
}

/**
 * Milliseconds until the next look: what is left at the pace so far, at the documented pace before
 * there is one, and twice as long as before where nothing moves.
 */
export function untilNextLook(first: Look, latest: Look, previous: number | undefined): number {
  const left = Math.max(1, latest.total - latest.done);
  const advanced = latest.done - first.done;
  const expected =
    advanced > 0
      ? (left * (latest.at - first.at)) / advanced
      : previous === undefined
        ? left * timePerEmail
        : previous * 2;
  return Math.min(longestWait, Math.max(shortestWait, Math.ceil(expected)));
}

function completedAtOnce(batch: VerificationBatch): VerifiedBatch | undefined {
  const { verificationId: id, results, groups, analytics, status, ...counts } = batch;
  if (status !== 'completed' || !results || !groups) return undefined;
  return {
    ...(id !== undefined && { id }),
    ...counts,
    results,
    groups,
    analytics: analytics ?? analyseGroups(groups),
  };
}

function completed(verification: Verification): VerifiedBatch {
  const { id, totalEmails, creditsDeducted, results, groups, analytics } = verification;
  if (!results || !groups) {
    throw new InvalidResponseError('the verification is completed, but its results are missing', {
      operation,
      outcome: 'succeeded',
      status: 200,
      field: 'results',
    });
  }
  return { id, totalEmails, creditsDeducted, results, groups, analytics: analytics ?? analyseGroups(groups) };
}
