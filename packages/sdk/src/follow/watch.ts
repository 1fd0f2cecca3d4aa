import type { Email } from '@mailrig/contract';
import { AbortError, clockError } from '../errors/client-errors.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { everyItem, type PageWindow } from '../results/pagination.ts';
import { type ClientTime, ClockStandsStill, parseDate, type Waiter } from '../runtime/time.ts';
import type { ChangesOptions } from './changes.ts';
import { positionAt, type SavedPosition } from './cursor.ts';
import { type EmailMilestone, milestonesOf } from './milestones.ts';
import { ChangePosition } from './position.ts';
import type { ListEmails } from './wait-for-email.ts';

const operation = 'changes';
const oneHour = 3_600_000;
const oneMinute = 60_000;

/** Looks at the emails again and again, for the milestones that they have reached since. */
export class ChangeWatch {
  readonly #list: ListEmails;
  readonly #options: ChangesOptions;
  readonly #follow: number;
  readonly #interval: number;
  readonly #time: ClientTime;
  readonly #waiter: Waiter;
  #position: ChangePosition | undefined;

  constructor(list: ListEmails, options: ChangesOptions, since: SavedPosition | undefined, time: ClientTime) {
    const { follow = oneHour, requestsPerMinute = 20 } = options;
    this.#list = list;
    this.#options = options;
    this.#follow = follow;
    this.#interval = oneMinute / requestsPerMinute;
    this.#time = time;
    this.#waiter = time.waiter();
    this.#position = since && new ChangePosition(since);
  }

  /** How far the changes have been reported. `undefined` until that is known. */
  get cursor(): string | undefined {
    return this.#position?.toString();
  }

  /** Each milestone as it becomes known, without end. */
  async *changes(): AsyncGenerator<EmailMilestone, void, undefined> {
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
    const position = new ChangePosition(positionAt(time - this.#follow));
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
