import { ClientWaits } from './client-waits.ts';
import type { Due, DueQueue } from './due-queue.ts';

/** The last moment of the year 9999, in milliseconds since 1970: ISO 8601 writes later times differently. */
export const latestTime = 253_402_300_799_999;

// Fake timers replace the global one.
const SystemDate = Date;

/** The state of a clock, for snapshots. */
export interface ClockState {
  /** The time at which it is frozen; absent while it runs. */
  readonly frozenAt?: number;
  /** Milliseconds by which it is ahead of the system clock; 0 while it is frozen. */
  readonly offset: number;
  /** The latest time it ever showed: it never goes back. */
  readonly latest: number;
}

/** Events whose times follow from stored records, without entries in the due-queue. */
export interface Planned {
  /** When the first event after `time` happens. Milliseconds since 1970-01-01T00:00:00Z. */
  nextAfter(time: number): number | undefined;
  /** Called before something may happen. */
  settling(): void;
  /** Called whenever time may have passed. */
  settled(): void;
}

/**
 * The one clock of a sandbox. It either follows the system clock, at an offset, or is frozen until it is moved. There
 * are no timers: {@link settle} runs what has become due, each entry at its own moment, before anything is read.
 */
export class Clock {
  readonly #queue: DueQueue;
  readonly #run: (due: Due) => void;
  readonly #startAt: number | undefined;
  readonly #plan: Planned | undefined;
  #offset = 0;
  /** Milliseconds by which {@link #date} is behind since it jumped back. */
  #jumpedBack = 0;
  #date: DateConstructor | undefined;
  #frozenAt: number | undefined;
  #latest = Number.NEGATIVE_INFINITY;
  #heldAt: number | undefined;
  readonly #listeners = new Set<() => void>();
  /** What clients in this process wait for. */
  readonly waits = new ClientWaits(this);
  /** Changes when a reset, or the end of a test, ends what moves this clock. */
  round = 0;

  /** `run` runs one entry of the queue; during it, `now()` is the time of the entry. */
  constructor(
    queue: DueQueue,
    run: (due: Due) => void,
    start: { at?: number | undefined; frozen: boolean },
    planned?: Planned,
  ) {
    this.#queue = queue;
    this.#run = run;
    this.#plan = planned;
    this.#startAt = start.at;
    this.#runFrom(start.at);
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Milliseconds since 1970. If the system clock jumps back, as a faked `Date` can, this time runs on. */
  now(): number {
    if (this.#heldAt !== undefined) return this.#heldAt;
    if (this.#frozenAt !== undefined) return this.#frozenAt;
    const system = Date.now() + this.#offset;
    // A `Date` of fake timers stays behind for good, and that of the system until it has caught up.
    if (Date !== this.#date || (Date === SystemDate && system >= this.#latest)) this.#jumpedBack = 0;
    this.#date = Date;
    this.#jumpedBack = Math.max(this.#jumpedBack, this.#latest - system);
    this.#latest = system + this.#jumpedBack;
    return this.#latest;
  }

  /** Continues from `time`, or from the time of the system clock, as that clock does. */
  #runFrom(time: number | undefined): void {
    this.#offset = time === undefined ? 0 : time - Date.now();
    this.#jumpedBack = 0;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /**
   * Calls `listener` after each move and each change of its run, not while time passes by itself.
   *
   * @returns A function that ends this.
   */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #moved(): void {
    for (const listener of this.#listeners) listener();
  }

  /** When the next entry is due; `undefined` if none is due by {@link latestTime}. */
  get nextDueAt(): number | undefined {
    const times = [this.#queue.nextAt, this.#plan?.nextAfter(this.now())];
    const next = Math.min(...times.filter((time) => time !== undefined));
    return next <= latestTime ? next : undefined;
  }

  /** Runs everything that is due in order of time, including entries that become due on the way. */
  settle(): void {
    if (this.#heldAt !== undefined) return;
    const now = this.now();
    this.#plan?.settling();
    try {
      for (let due = this.#queue.take(now); due; due = this.#queue.take(now)) {
        this.#heldAt = due.at;
        this.#run(due);
        this.#plan?.settling();
      }
    } finally {
      this.#heldAt = undefined;
    }
    this.#plan?.settled();
  }

  /** Runs `run` at one moment: the clock shows the same time until it ends. */
  hold<T>(run: () => T): T {
    if (this.#heldAt !== undefined) return run();
    this.#heldAt = this.now();
    try {
      return run();
    } finally {
      this.#heldAt = undefined;
    }
  }

  /**
   * Moves the clock to `time` and settles.
   *
   * @throws RangeError if `time` is before now or after {@link latestTime}.
   */
  moveTo(time: number): void {
    const now = this.now();
    if (time < now) throw new RangeError('The clock cannot go back.');
    if (!(time <= latestTime)) throw new RangeError('The clock cannot go beyond 9999-12-31T23:59:59.999Z.');
    if (this.#frozenAt !== undefined) this.#frozenAt = time;
    else this.#runFrom(time);
    this.settle();
    this.#moved();
  }

  /** Moves the clock from one due entry to the next until none is left that it can reach. */
  runUntilIdle(): void {
    this.settle();
    for (let next = this.nextDueAt; next !== undefined; next = this.nextDueAt) {
      this.moveTo(Math.max(next, this.now()));
    }
  }

  /** Freezes the clock at its time, which the caller may have read already. */
  freeze(now: number = this.now()): void {
    this.#frozenAt ??= now;
    this.#moved();
  }

  /** Shows one time from now on, as a past state does. A state of this clock continues from that time. */
  endAt(time: number, isFrozen: boolean): void {
    this.#heldAt = time;
    this.#frozenAt = isFrozen ? time : undefined;
    if (!isFrozen) this.#runFrom(time);
  }

  /** Restarts a running clock: from its start time if it has one, otherwise with the system clock. */
  restart(): void {
    this.round += 1;
    if (this.#frozenAt !== undefined) return;
    this.#runFrom(this.#startAt);
    this.#latest = Number.NEGATIVE_INFINITY;
    this.settle();
    this.#moved();
  }

  /** Lets a frozen clock run again from its current time. */
  resume(): void {
    if (this.#frozenAt === undefined) return;
    this.#runFrom(this.#frozenAt);
    this.#latest = this.#frozenAt;
    this.#frozenAt = undefined;
    this.settle();
    this.#moved();
  }

  get state(): ClockState {
    const latest = this.now();
    // A frozen clock has no offset.
    return this.#frozenAt === undefined
      ? { offset: this.#offset, latest }
      : { offset: 0, latest, frozenAt: this.#frozenAt };
  }

  /** A clock that ran ahead of the system clock continues from its time; any other follows the system clock again. */
  set state(state: ClockState) {
    this.#runFrom(state.offset === 0 ? undefined : state.latest);
    this.#frozenAt = state.frozenAt;
    this.#latest = state.latest;
    this.#moved();
  }

  /** Undoes every move of the clock since a state of this run; a running clock stays running. */
  undo({ offset, frozenAt, latest }: ClockState): void {
    this.#offset = offset;
    this.#frozenAt = frozenAt;
    this.#latest = latest;
  }
}

let latestDate = { second: Number.NaN, text: '' };

/** A time in the format of HTTP headers, to the second. Caches the text of the latest second. */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1_000);
  if (second !== latestDate.second) latestDate = { second, text: new Date(milliseconds).toUTCString() };
  return latestDate.text;
}
