import type { Clock } from '../kernel/clock.ts';
import type { EventLog } from '../kernel/event-log.ts';
import type { NumberRange, NumberedSelection, Table } from '../tables/table.ts';
import { type Message, planName } from './records.ts';

/** The parts of the table of emails that plans need. */
type Messages = Pick<Table<Message, 'plan'>, 'at' | 'examples' | 'firstSince' | 'select' | 'sequence'>;

/** How far the log has caught up with the emails. */
export interface EmailEventsState {
  /** It includes the acceptance of the emails before this number. */
  readonly upTo: number;
  /** It includes the steps of their plans up to this time. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
}

/** One step of the emails that share a plan. Acceptance is step -1. */
interface Lane {
  readonly type: string;
  readonly step: number;
  /** Milliseconds after an email was accepted. */
  readonly after: number;
  readonly emails: NumberedSelection<Message>;
}

/**
 * Logs the acceptance and the planned events of emails. They follow from the records, so they join the
 * log only before it is read, or before another event is added.
 */
export class EmailEvents {
  readonly #messages: Messages;
  readonly #clock: Clock;
  readonly #log: EventLog;
  state: EmailEventsState = { upTo: 0, time: Number.NEGATIVE_INFINITY };
  /** The time of the first event after a state, unless more emails are accepted. */
  #quiet = { after: this.state, until: Number.NEGATIVE_INFINITY };

  constructor(messages: Messages, clock: Clock, log: EventLog) {
    this.#messages = messages;
    this.#clock = clock;
    this.#log = log;
  }

  /** Adds the events since the last time to the log, in order of time. */
  catchUp(): void {
    const messages = this.#messages;
    const { upTo, time } = this.state;
    const now = this.#clock.now();
    if (upTo === messages.sequence) {
      const { state } = this;
      if (this.#quiet.after !== state) {
        this.#quiet = { after: state, until: this.nextAfter(time) ?? Number.POSITIVE_INFINITY };
      }
      if (now < this.#quiet.until) return;
    }
    const accepted = messages.select(undefined, { from: upTo });
    const lanes = [
      { type: 'queued', step: -1, after: 0, emails: accepted },
      ...this.#lanes((after) => ({
        from: Math.min(upTo, messages.firstSince(time - after + 1)),
        to: messages.firstSince(now - after + 1),
      })),
    ];
    this.state = { upTo: messages.sequence, time: Math.max(time, now) };
    const total = lanes.reduce((sum, { emails }) => sum + emails.count, 0);
    // Events that the log would drop at once are only counted.
    const most = this.#log.hasListeners ? total : Math.min(total, this.#log.capacity);
    this.#log.skip(total - most);
    const newest = lanes
      .flatMap(({ emails, ...lane }) =>
        emails.numbers(0, most).map((number) => {
          const email = messages.at(number);
          return { ...lane, number, email, at: email.createdAt + lane.after };
        }),
      )
      .sort((a, b) => a.at - b.at || a.number - b.number || a.step - b.step)
      .slice(total === most ? 0 : -most);
    for (const { type, at, email } of newest) {
      const { id, accountId, environment } = email;
      const data = type === 'queued' ? { id, accountId, environment } : { id, accountId };
      this.#log.append((sequence) => ({ sequence, at, type: `email.${type}`, data }));
    }
  }

  /** When the first step happens that the log does not include. */
  get nextAt(): number | undefined {
    return this.nextAfter(this.state.time);
  }

  /** The time of the first step after `time`. */
  nextAfter(time: number): number | undefined {
    const lanes = this.#lanes((after) => ({ from: this.#messages.firstSince(time - after + 1) }));
    const times = lanes.flatMap(({ emails, after }) =>
      emails.numbers(emails.count - 1, 1).map((number) => this.#messages.at(number).createdAt + after),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Every step of every plan, for the emails in the range that `rangeOf` returns for its time. */
  #lanes(rangeOf: (after: number) => NumberRange): Lane[] {
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
