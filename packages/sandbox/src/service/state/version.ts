import type { WireOptions } from '@mailrig/contract';
import type { DueState } from '../kernel/due-queue.ts';
import type { LoggedEvent } from '../kernel/event-log.ts';
import type { RandomState } from '../kernel/random.ts';
import type { LoggedRequest } from './logged-request.ts';

/** How to take one change back. */
export interface Change {
  /** Name of a table. */
  readonly table: string;
  readonly number: number;
  /** The entry before the change; `undefined` for one that was restored, `null` for one that was added at the end. */
  readonly before: object | null | undefined;
}

/** The state after one request, one call or one due entry. */
export interface Version {
  /** Later versions have higher numbers. */
  readonly number: number;
  /** When it began. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  /** The number of the next message before it. */
  readonly from: number;
  /** What it changed, apart from the messages that it added: their numbers start with `from`. */
  readonly changes: Change[];
  /** Requests that the request log held until then. */
  dropped: readonly LoggedRequest[];
  /** About how many bytes are freed with it: those that no later version has. */
  bytes: number;
  /** The version before it; absent if that was dropped. */
  before: Version | undefined;
  /** The rest of the state at its end; absent while it changes. */
  end: VersionEnd | undefined;
}

/** The part of a state that is small enough to copy. */
export interface VersionEnd {
  /** Whether the clock was frozen. */
  readonly isFrozen: boolean;
  readonly random: RandomState;
  readonly wire: WireOptions;
  readonly due: DueState;
  /** The number of the latest request. */
  readonly requests: number;
  /** The number of the next message. */
  readonly upTo: number;
}

/** The part of a store that its versions need. */
export interface Versioned {
  readonly clock: { readonly frozen: boolean; now(): number };
  readonly random: { readonly state: RandomState };
  readonly wire: WireOptions;
  readonly due: { readonly state: DueState };
  readonly requests: { readonly sequence: number };
  readonly messages: { readonly sequence: number };
  /** The first and the last number in the event log. */
  readonly loggedEvents: {
    readonly oldest: LoggedEvent | undefined;
    readonly latest: LoggedEvent | undefined;
  };
}
