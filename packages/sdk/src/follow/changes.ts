import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import { checkOptions, requestRows, type RequestOptions } from '../options/request-options.ts';
import type { EmailMilestone } from './milestones.ts';
import { readPosition, type SavedPosition } from './cursor.ts';

/** Options of `changes`. */
export interface ChangesOptions extends RequestOptions {
  /**
   * Where to begin: a time (ISO 8601 or a `Date`), for the emails accepted from then on, or the `cursor` of
   * earlier changes. Default: what happens from now on, to emails accepted in the last hour or later.
   */
  readonly since?: string | Date | undefined;
  /**
   * How long an email is followed after it was accepted, in milliseconds. Default 3,600,000 (one hour).
   * Everything later, such as a late opening, is missed. A longer time takes more requests.
   */
  readonly follow?: number | undefined;
  /** Most requests per minute, on average. Default 20. One reads about 100 emails. */
  readonly requestsPerMinute?: number | undefined;
}

/** Finds the changes: the part that is loaded when the loop begins. */
export interface ChangeSource {
  /** How far the changes have been reported. `undefined` until that is known. */
  readonly cursor: string | undefined;
  /** Each milestone as it becomes known, without end. */
  changes(): AsyncGenerator<EmailMilestone, void, undefined>;
}

const operation = 'changes';
export const changesOptions = z.object({
  ...requestRows,
  since: z.optional(
    z.custom<string | Date>((since) => readPosition(since) !== undefined, {
      error: 'must be a time, as ISO 8601 or a Date, or the cursor of earlier changes',
    }),
  ),
  follow: z.optional(
    z.custom<number>((value) => typeof value === 'number' && value > 0, {
      error: 'must be a number of milliseconds above 0',
    }),
  ),
  requestsPerMinute: z.optional(
    z.custom<number>((value) => typeof value === 'number' && value > 0 && value <= 6_000, {
      error: 'must be a number above 0, at most 6,000',
    }),
  ),
} satisfies Rows<ChangesOptions>);

/**
 * The milestones of emails, each once, oldest first. Loop over it for as long as you like:
 *
 * ```ts
 * const changes = mail.emails.changes({ since: savedCursor });
 * for await (const { email, milestone } of changes) {
 *   await record(email.id, milestone);
 *   await saveCursor(changes.cursor);
 * }
 * ```
 *
 * The service has no webhooks, so this polls. It reports a milestone with the next poll, at most a minute later unless
 * a poll needs more requests than `requestsPerMinute`.
 */
export class EmailChanges implements AsyncIterable<EmailMilestone> {
  readonly #load: () => Promise<ChangeSource>;
  #cursor: () => string | undefined;
  #isLooped = false;

  /**
   * @param load Loads the part that finds the changes, when the loop begins.
   * @internal
   */
  constructor(
    caller: Caller,
    options: ChangesOptions,
    load: (since?: SavedPosition) => Promise<ChangeSource>,
  ) {
    checkOptions(changesOptions, options, operation);
    caller.warnUnlessStarted(operation, () => this.#isLooped);
    const since = readPosition(options.since);
    this.#load = () => load(since);
    this.#cursor = () => since && JSON.stringify(since);
  }

  /**
   * Pass it as `since` to continue after the last change of the loop, in this process or another. `undefined` until the
   * loop has begun, unless `since` was given. It has about ten characters for each email that is followed.
   */
  get cursor(): string | undefined {
    return this.#cursor();
  }

  /** Each milestone as it becomes known. The loop ends only with an error, its signal or `break`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<EmailMilestone, void, undefined> {
    if (this.#isLooped) {
      throw invalidOption('changes can be looped over once; call changes() again with its cursor', operation);
    }
    this.#isLooped = true;
    const watch = await this.#load();
    this.#cursor = () => watch.cursor;
    yield* watch.changes();
  }
}
