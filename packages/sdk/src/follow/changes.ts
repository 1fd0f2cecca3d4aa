import type { Email, Rows } from '@mailrig/contract';
import * as z from 'zod/mini';
import { everyItem, type PageWindow } from '../results/pagination.ts';
import { AbortError, clockError } from '../errors/client-errors.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import { checkOptions, requestRows, type RequestOptions } from '../options/request-options.ts';
import { parseDate, type ClientTime, ClockStandsStill, type Waiter } from '../runtime/time.ts';
import { type EmailMilestone, milestonesOf } from './milestones.ts';
import { ChangePosition } from './position.ts';
import type { ListEmails } from './wait-for-email.ts';

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

const operation = 'changes';
export const changesOptions = z.object({
  ...requestRows,
  since: z.optional(
    z.custom<string | Date>(
      (value) => typeof value === 'string' || Object.prototype.toString.call(value) === '[object Date]',
      { error: 'must be a time, as ISO 8601 or a Date, or a cursor' },
    ),
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
const oneHour = 3_600_000;
const oneMinute = 60_000;

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
 * The service has no webhooks, so this polls. A milestone is seen at the
 * next look, at most a minute later while a look takes no more requests than a minute allows.
 */
export class EmailChanges implements AsyncIterable<EmailMilestone> {
  readonly #list: ListEmails;
  readonly #options: ChangesOptions;
  readonly #follow: number;
  readonly #interval: number;
  readonly #time: ClientTime;
  readonly #waiter: Waiter;
  #position: ChangePosition | undefined;
  #isLooped = false;

  /** @internal */
  constructor(list: ListEmails, options: ChangesOptions, time: ClientTime) {
    checkOptions(changesOptions, options, operation);
    const { follow = oneHour, requestsPerMinute = 20, since } = options;
    this.#list = list;
    this.#options = options;
    this.#follow = follow;
    this.#interval = oneMinute / requestsPerMinute;
    this.#time = time;
    this.#waiter = time.waiter();
    this.#position = since === undefined ? undefined : ChangePosition.from(since);
  }

  /**
   * Pass it as `since` to continue after the last change of the loop, in this process or another. `undefined` until
   * the loop has begun, unless `since` was given. It has about ten characters for each email that
   * is followed.
   */
  get cursor(): string | undefined {
    return this.#position?.toString();
  }

  /** Each milestone as it becomes known. The loop ends only with an error, its signal or `break`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<EmailMilestone, void, undefined> {
    if (this.#isLooped) {
      throw invalidOption('changes can be looped over once; call changes() again with its cursor', operation);
    }
    this.#isLooped = true;
    const position = (this.#position ??= await this.#now());
    for (;;) {
      const look = await this.#look(position);
      for (const change of look.emails.flatMap(changesOf).toSorted(byTime)) {
        if (position.report(change)) yield change;
      }
      position.forget(this.#follow);
      await this.#pause(look.requests * this.#interval);
    }
  }

  /** Reads all emails that are followed. */
  async #look({ since: startDate }: ChangePosition): Promise<Polled> {
    const emails: Email[] = [];
    let requests = 0;
    const read = (window: PageWindow) => {
      requests += 1;
      return this.#list({ startDate, ...window }, this.#request);
    };
    for await (const email of everyItem(read, 0)) emails.push(email);
    return { emails, requests };
  }

  /** The position after everything that has happened so far. */
  async #now(): Promise<ChangePosition> {
    const { response } = await this.#list({ limit: 1 }, this.#request).withResponse();
    const time = parseDate(response.headers.get('date') ?? '') ?? this.#time.now();
    const position = ChangePosition.at(time - this.#follow);
    const { emails } = await this.#look(position);
    for (const change of emails.flatMap(changesOf)) position.report(change);
    return position;
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    await this.#waiter.sleep(milliseconds, signal).catch((cause: unknown) => {
      if (cause instanceof ClockStandsStill) throw clockError({ operation, outcome: 'unknown' });
      throw new AbortError({ operation, outcome: 'not-sent', cause });
    });
  }

  get #request(): RequestOptions {
    const { signal, headers, maxRetries, timeout, totalTimeout, priority } = this.#options;
    return { signal, headers, maxRetries, timeout, totalTimeout, priority };
  }
}

/** The emails that a look found, and the requests that it took. */
interface Polled {
  readonly emails: readonly Email[];
  readonly requests: number;
}

function changesOf(email: Email): EmailMilestone[] {
  return milestonesOf(email).map((reached) => ({ ...reached, email }));
}

/** Milestones without a time come last. */
function byTime({ at: one = '~' }: EmailMilestone, { at: other = '~' }: EmailMilestone): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
