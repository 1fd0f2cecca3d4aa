import type { Due, DueQueue } from './due-queue.ts';

/**
 * The last moment of year 9999, in milliseconds since 1970-01-01T00:00:00Z: later ones have another
 * form in ISO 8601, and what follows them by days would be beyond what a `Date` can hold.
 */
export const latestTime = 253_402_300_799_999;

/** Where a clock stands, for snapshots. */
export interface ClockState {
  /** The time at which it is frozen; absent while it runs. */
  readonly frozenAt?: number;
  /** How far it runs ahead of the system clock; 0 while it is frozen. */
  readonly offset: number;
  /** The latest time it ever showed: it never goes back. */
  readonly latest: number;
}

/** What happens at times that follow from what is stored: nobody has to make it happen. */
export interface Planned {
  /** When the first of it after `time` happens. Milliseconds since 1970-01-01T00:00:00Z. */
  nextAfter(time: number): number | undefined;
  /** Is called whenever time may have passed. */
  settled(): void;
}

/**
 * The one clock of a sandbox. It either follows the system clock, at an offset, or stands still
 * until it is moved. Nothing happens by itself: {@link settle} runs what has become due, each entry
 * at its own moment, before anybody looks.
 */
export class Clock {
  readonly #queue: DueQueue;
  readonly #run: (due: Due) => void;
  readonly #startAt: number | undefined;
  readonly #planned: Planned | undefined;
  #offset = 0;
  #frozenAt: number | undefined;
  #latest = Number.NEGATIVE_INFINITY;
  #moment: number | undefined;

  /**
   * @param queue What happens at which time.
   * @param run Makes one entry happen; `now()` is the entry's own time meanwhile.
   */
  constructor(
    queue: DueQueue,
    run: (due: Due) => void,
    start: { at?: number | undefined; frozen: boolean },
    planned?: Planned,
  ) {
    this.#queue = queue;
    this.#run = run;
    this.#planned = planned;
    this.#startAt = start.at;
    if (start.at !== undefined) this.#offset = start.at - Date.now();
    if (start.frozen) this.#frozenAt = start.at ?? Date.now();
  }

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number {
    if (this.#moment !== undefined) return this.#moment;
    if (this.#frozenAt !== undefined) return this.#frozenAt;
    this.#latest = Math.max(this.#latest, Date.now() + this.#offset);
    return this.#latest;
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** When the next thing happens; `undefined` where nothing is to come before {@link latestTime} is over. */
  get nextDueAt(): number | undefined {
    const times = [this.#queue.nextAt, this.#planned?.nextAfter(this.now())];
    const next = Math.min(...times.filter((time) => time !== undefined));
    return next <= latestTime ? next : undefined;
  }

  /** Runs everything that is due, in order of time, and what it makes due in turn. */
  settle(): void {
    if (this.#moment !== undefined) return;
    const now = this.now();
    try {
      for (let due = this.#queue.take(now); due; due = this.#queue.take(now)) {
        this.#moment = due.at;
        this.#run(due);
      }
    } finally {
      this.#moment = undefined;
    }
    this.#planned?.settled();
  }

  /** Runs what happens all at one moment: the clock shows the same time from its beginning to its end. */
  hold<T>(run: () => T): T {
    if (this.#moment !== undefined) return run();
    this.#moment = this.now();
    try {
      return run();
    } finally {
      this.#moment = undefined;
    }
  }

  /**
   * Moves the clock to `time` and settles.
   *
   * @throws RangeError where `time` is before now or beyond what a `Date` can hold.
   */
  moveTo(time: number): void {
    const now = this.now();
    if (time < now) throw new RangeError('The clock cannot go back.');
    if (!(time <= latestTime)) throw new RangeError('The clock cannot go beyond 9999-12-31T23:59:59.999Z.');
    if (this.#frozenAt !== undefined) this.#frozenAt = time;
    else this.#offset = time - Date.now();
    this.settle();
  }

  /** Moves the clock from one due entry to the next until nothing is to come that it can reach. */
  runUntilIdle(): void {
    this.settle();
    for (let next = this.nextDueAt; next !== undefined; next = this.nextDueAt) {
      this.moveTo(Math.max(next, this.now()));
    }
  }

  /**
   * Makes the clock stand still; one that does already stays where it is.
   *
   * @param now The present time, for whoever has read it.
   */
  freeze(now: number = this.now()): void {
    this.#frozenAt ??= now;
  }

  /** Lets a running clock start anew: from the time that it was told at first, else with the system clock. */
  restart(): void {
    if (this.#frozenAt !== undefined) return;
    this.#offset = this.#startAt === undefined ? 0 : this.#startAt - Date.now();
    this.#latest = Number.NEGATIVE_INFINITY;
  }

  /** Lets a frozen clock run on from where it stands. */
  resume(): void {
    if (this.#frozenAt === undefined) return;
    this.#offset = this.#frozenAt - Date.now();
    this.#latest = this.#frozenAt;
    this.#frozenAt = undefined;
  }

  get state(): ClockState {
    const latest = this.now();
    // While it is frozen, how far it is from the system clock says nothing but when somebody asked.
    return this.#frozenAt === undefined
      ? { offset: this.#offset, latest }
      : { offset: 0, latest, frozenAt: this.#frozenAt };
  }

  /** A clock that ran ahead of the system clock goes on from where it stood; any other follows the system clock again. */
  set state(state: ClockState) {
    this.#offset = state.offset === 0 ? 0 : state.latest - Date.now();
    this.#frozenAt = state.frozenAt;
    this.#latest = state.latest;
  }
}

let latestDate = { second: Number.NaN, text: '' };

/** A time as HTTP headers write it, to the second. Requests of one second share it. */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1_000);
  if (second !== latestDate.second) latestDate = { second, text: new Date(milliseconds).toUTCString() };
  return latestDate.text;
}
