import { longestTimer, Time, type WaitReason } from '../runtime/time.ts';
import { type EndTurn, priorities, type QueueThrottle, type TurnRequest } from '../options/throttle.ts';

/** A time in which no request may be sent. */
export interface Pause {
  /** Milliseconds; `Infinity` if another request must end first. */
  readonly wait: number;
  readonly reason: WaitReason;
}

/** Decides when the first call in the queue may send its request. */
export interface Admission {
  /**
   * Lets one request through, or returns how long to wait before the next try. The queue makes one try at a time, and
   * tries earlier if another request ends first. If it rejects, all calls in the queue fail with its reason, because
   * each would meet the same fault.
   */
  enter(): EndTurn | Pause | Promise<EndTurn | Pause>;
  /** Whether it always returns at once. Then a call that finds no queue waits for no promise. */
  readonly isImmediate?: boolean;
}

interface QueuedCall {
  take(end: EndTurn): void;
  fail(cause: unknown): void;
}

interface PriorityQueue {
  readonly retries: Set<QueuedCall>;
  readonly others: Set<QueuedCall>;
  /** Calls of other priorities that left since one of these did, while one had to wait. */
  passed: number;
}

/** Of this many calls that leave the queue, each priority with waiting calls gets at least one. */
const share = 10;

/**
 * Makes a throttle that sends requests in order of priority, then of arrival, but gives every priority at
 * least a tenth of the slots. Retries leave before first attempts, because their calls came earlier. A call
 * that is aborted leaves the queue at once.
 *
 * @param clock Default: the system's.
 */
export function queue(admission: Admission, clock: Time = new Time()): QueueThrottle {
  const calls = new CallQueue(admission, clock);
  return {
    get queued() {
      return calls.queued;
    },
    turnNow: () => calls.enterNow(),
    acquire: (signal, request) => calls.join(signal, request),
  };
}

class CallQueue {
  readonly #admission: Admission;
  readonly #clock: Time;
  readonly #byPriority: readonly PriorityQueue[] = priorities.map(() => ({
    retries: new Set(),
    others: new Set(),
    passed: 0,
  }));
  #isServing = false;
  /** Counts requests that ended and calls that left. */
  #changes = 0;
  #wake: () => void = () => undefined;
  queued = 0;

  constructor(admission: Admission, clock: Time) {
    this.#admission = admission;
    this.#clock = clock;
  }

  /** The slot of a call that need not wait. */
  enterNow(): EndTurn | undefined {
    if (this.#admission.isImmediate !== true || this.queued > 0 || this.#isServing) return undefined;
    const entry = this.#admission.enter();
    return typeof entry === 'function' ? this.#waking(entry) : undefined;
  }

  join(signal: AbortSignal, request?: TurnRequest): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const calls = this.#callsLike(request);
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        if (calls.delete(call)) this.queued -= 1;
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        call.fail(signal.reason);
        this.#changed();
      };
      const call: QueuedCall = {
        take: (end) => {
          leave();
          resolve(this.#waking(end));
        },
        fail(cause) {
          leave();
          reject(cause);
        },
      };
      calls.add(call);
      this.queued += 1;
      signal.addEventListener('abort', onAbort, { once: true });
      if (!this.#isServing) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.queued > 0) {
      const seen = this.#changes;
      try {
        const entry = await this.#admission.enter();
        const first = this.#next();
        if (typeof entry === 'function') {
          if (first) first.take(entry);
          else entry(false);
        } else if (seen === this.#changes) {
          await this.#pause(entry);
        }
      } catch (cause) {
        for (const { retries, others } of this.#byPriority) {
          for (const call of [...retries, ...others]) call.fail(cause);
        }
      }
    }
    this.#isServing = false;
  }

  /** Waits, or until something changes. */
  async #pause({ wait, reason }: Pause): Promise<void> {
    const woken = new AbortController();
    const change = new Promise<void>((resolve) => {
      this.#wake = () => {
        woken.abort();
        resolve();
      };
    });
    if (wait === Infinity) return change;
    try {
      await this.#clock.waiter().sleep(Math.min(wait, longestTimer), woken.signal, reason);
    } catch (error) {
      if (!woken.signal.aborted) throw error;
    }
  }

  #next(): QueuedCall | undefined {
    const waiting = this.#byPriority.filter(({ retries, others }) => retries.size + others.size > 0);
    const chosen = waiting.find(({ passed }) => passed >= share - 1) ?? waiting[0];
    if (!chosen) return undefined;
    for (const one of waiting) one.passed += 1;
    chosen.passed = 0;
    for (const calls of [chosen.retries, chosen.others]) for (const first of calls) return first;
    return undefined;
  }

  #callsLike({ priority, attempt }: TurnRequest = { priority: 'normal', attempt: 1 }): Set<QueuedCall> {
    const calls = this.#byPriority[priorities.indexOf(priority)];
    if (!calls) throw new RangeError(`there is no priority ${priority}`);
    return attempt > 1 ? calls.retries : calls.others;
  }

  #waking(end: EndTurn): EndTurn {
    return (...result) => {
      end(...result);
      this.#changed();
    };
  }

  #changed(): void {
    this.#changes += 1;
    this.#wake();
  }
}
