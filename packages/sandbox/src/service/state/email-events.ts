import type { Clock } from '../kernel/clock.ts';
import type { EventLog, LoggedEvent } from '../kernel/event-log.ts';
import type { NumberRange, NumberedSelection, Table } from '../tables/table.ts';
import { planName } from './plans.ts';
import type { MessageRecord } from './records.ts';

/** The part of the table of messages that this file needs. */
type Messages = Pick<Table<MessageRecord, 'plan'>, 'at' | 'examples' | 'firstSince' | 'select' | 'sequence'>;

/** Which events are in the log. */
export interface EmailEventsState {
  /** The acceptance of every email with a lower number. */
  readonly upTo: number;
  /** Every planned step up to this time. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
}

/** Events of one kind: the same step of the same plan, for all emails with this plan. Acceptance is step -1. */
interface Series {
  readonly type: string;
  readonly step: number;
  /** Milliseconds after an email was accepted. */
  readonly after: number;
  readonly emails: NumberedSelection<MessageRecord>;
}

/**
 * Adds the events of emails to the log: their acceptance and the steps of their plans. No timer does this for each
 * email. The events follow from the records and the time, so {@link EmailEvents.catchUp} computes those that are
 * missing before anyone reads the log or adds to it.
 */
export class EmailEvents {
  readonly #messages: Messages;
  readonly #clock: Clock;
  readonly #log: EventLog;
  readonly #logged: (event: LoggedEvent, message: number) => void;
  state: EmailEventsState = { upTo: 0, time: Number.NEGATIVE_INFINITY };
  /** In this state, and without new emails, nothing happens before this time. Saves a search in most calls. */
  #quiet = { state: this.state, until: Number.NEGATIVE_INFINITY };

  /** @param logged Called with each event that is added, and the number of its message. */
  constructor(
    messages: Messages,
    clock: Clock,
    log: EventLog,
    logged: (event: LoggedEvent, message: number) => void = () => {},
  ) {
    this.#logged = logged;
    this.#messages = messages;
    this.#clock = clock;
    this.#log = log;
  }

  /** Adds the events that happened since the last call, in order of time. */
  catchUp(): void {
    const messages = this.#messages;
    const now = this.#clock.now();
    if (this.#isQuiet(now)) return;
    const { upTo, time } = this.state;
    const accepted = messages.select(undefined, { from: upTo });
    const series = [
      { type: 'queued', step: -1, after: 0, emails: accepted },
      ...this.#series((after) => ({
        from: Math.min(upTo, messages.firstSince(time - after + 1)),
        to: messages.firstSince(now - after + 1),
      })),
    ];
    this.state = { upTo: messages.sequence, time: Math.max(time, now) };
    const total = series.reduce((sum, { emails }) => sum + emails.count, 0);
    // The log holds only the newest events, so older ones are counted, not made, unless someone listens.
    const most = this.#log.hasListeners ? total : Math.min(total, this.#log.capacity);
    this.#log.skip(total - most);
    const newest = series
      .flatMap(({ emails, ...one }) =>
        emails.numbers(0, most).map((number) => {
          const email = messages.at(number);
          return { ...one, number, email, at: email.createdAt + one.after };
        }),
      )
      .sort((a, b) => a.at - b.at || a.number - b.number || a.step - b.step)
      .slice(total === most ? 0 : -most);
    for (const { type, at, email, number } of newest) {
      const { id, accountId, environment } = email;
      const data = type === 'queued' ? { id, accountId, environment } : { id, accountId };
      const event = this.#log.append((sequence) => ({ sequence, at, type: `email.${type}`, data }));
      this.#logged(event, number);
    }
  }

  /** When the next step happens. */
  get nextAt(): number | undefined {
    return this.nextAfter(this.state.time);
  }

  /** The time of the first step after `time`. */
  nextAfter(time: number): number | undefined {
    const series = this.#series((after) => ({ from: this.#messages.firstSince(time - after + 1) }));
    const times = series.flatMap(({ emails, after }) =>
      emails.numbers(emails.count - 1, 1).map((number) => this.#messages.at(number).createdAt + after),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Whether nothing happened since the last call. */
  #isQuiet(now: number): boolean {
    const { state } = this;
    if (state.upTo !== this.#messages.sequence) return false;
    if (this.#quiet.state !== state) {
      this.#quiet = { state, until: this.nextAt ?? Number.POSITIVE_INFINITY };
    }
    return now < this.#quiet.until;
  }

  /** The series: one for each step of each plan. `rangeOf` gives the emails by how long after acceptance it is. */
  #series(rangeOf: (after: number) => NumberRange): Series[] {
    return this.#messages.examples('plan').flatMap(({ plan }) =>
      plan.map(({ type, after }, step) => ({
        type,
        step,
        after,
        emails: this.#messages.select(['plan', planName(plan)], rangeOf(after)),
      })),
    );
  }
}
