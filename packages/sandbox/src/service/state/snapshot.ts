import type { WireOptions } from '@mailrig/contract';
import type { ClockState } from '../kernel/clock.ts';
import type { DueState } from '../kernel/due-queue.ts';
import type { LoggedEvent, LogState } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import type { TableState } from '../tables/table.ts';
import type { EmailEventsState } from './email-events.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { Version } from './version.ts';

/** The whole state of a sandbox at one moment. Taking and restoring it is cheap, however much it holds. */
export interface Snapshot {
  /** State of the clock. */
  readonly clock: ClockState;
  /** @internal */
  readonly random: RandomState;
  /** @internal */
  readonly wire: WireOptions;
  /** @internal */
  readonly due: DueState;
  /** @internal */
  readonly events: LogState<LoggedEvent>;
  /** @internal */
  readonly emailEvents: EmailEventsState;
  /** @internal */
  readonly requests: LogState<LoggedRequest>;
  /** @internal */
  readonly tables: Readonly<Record<string, TableState<object>>>;
  /** @internal */
  readonly version?: Version | undefined;
}

/** The state before the last deletion of messages, load of a snapshot or rewind. */
export interface Replaced {
  /** `messages`: only what was deleted comes back, so mail that has arrived since stays. */
  readonly what: 'messages' | 'snapshot' | 'rewind';
  readonly state: Snapshot;
  /** How many messages there were, and the number of the next. */
  readonly messages: number;
  readonly next: number;
  /** How many refused sends went. */
  readonly refused: number;
}
