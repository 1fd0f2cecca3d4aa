import { callback, objectWith, type Rows, wholeNumber } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { RunSummary } from '../errors/run-summary.ts';
import { milliseconds, without, requestRows, type RequestOptions } from '../options/request-options.ts';
import type { Priority } from '../options/throttle.ts';
import type { Journal } from './journals/journal.ts';

/** Options of every run. Durations are in milliseconds. */
export interface RunOptions<Summary extends RunSummary = RunSummary> extends Pick<
  RequestOptions,
  'headers' | 'timeout' | 'maxRetries'
> {
  /** Order in the queue of the throttle. Default `low`: the requests of other calls leave first. */
  readonly priority?: Priority | undefined;
  /**
   * Makes the run resumable: start it again with the same source and the same journal, and it does only what
   * is left. Default: none.
   */
  readonly journal?: Journal | undefined;
  /**
   * Name of the run, for example `newsletter-7`. A journal with another name is refused. Without a name, a journal is refused if it has none of the first 100 items.
   */
  readonly name?: string | undefined;
  /** Requests under way at once; for `verifyMany`, batches. Default 10; for `verifyMany` 5. */
  readonly concurrency?: number | undefined;
  /**
   * How long the service may be down, unreachable, over its rate limit or hidden by a maintenance page before
   * the run ends: 0, or at least 100. Default 600,000, which is 10 minutes.
   */
  readonly outageTimeout?: number | undefined;
  /**
   * Stops the run: nothing new starts, and requests under way get five seconds to finish. The loop receives
   * those results, then an `AbortError`.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the counts so far whenever there are results, and once when the run has to wait for the rate
   * limit for a second or longer: then `waitingFor` is set. If it throws, the client logs a warning.
   */
  readonly onProgress?: ((summary: Summary) => unknown) | undefined;
}

/** Options of every run. */
export const runRows = {
  ...without(requestRows, 'totalTimeout'),
  journal: z.optional(
    objectWith<Journal>(
      ['read', 'append'],
      "must be a journal: fileJournal('newsletter.journal') or your own",
    ),
  ),
  name: z.optional(z.string()),
  concurrency: z.optional(wholeNumber(1)),
  outageTimeout: z.optional(
    z.union([z.literal(0), milliseconds(100)], {
      error: 'must be 0, or a number of milliseconds from 100 on: 30 seconds are 30_000',
    }),
  ),
  onProgress: z.optional(callback<() => unknown>()),
} satisfies Rows<RunOptions>;

export const runOptions = z.object(runRows);
