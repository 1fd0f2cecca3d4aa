import { longestTimer, Time } from '../runtime/time.ts';
import { type EndTurn, priorities, type QueueThrottle, type TurnRequest } from '../options/throttle.ts';

/** Decides when the first call in the queue may send its request. */
export interface Gate {
  /**
   * Lets one request through, or returns the milliseconds to wait before the next try. The queue makes one try
   * at a time, and tries earlier if another request ends first. If it rejects, all calls in the queue fail with
   * its reason, because each would meet the same fault.
   */
  enter(): EndTurn | number | Promise<EndTurn | number>;
  /** Whether it always returns at once. Then a call that finds no queue waits for no promise. */
  readonly isImmediate?: boolean;
}

interface QueuedCall {
  take(turn: EndTurn): void;
  fail(cause: unknown): void;
}

/** The calls of one priority. */
interface Lane {
  readonly retries: Set<QueuedCall>;
  readonly others: Set<QueuedCall>;
  /** Turns of other calls since one of these left, while one had to wait. */
  passed: number;
}

/** A waiting priority gets at least one of this many turns. */
const share = 10;

/**
 * Makes a throttle that sends requests in order of priority, then of arrival, but gives every priority at
 * least a tenth of the turns. Retries leave before first attempts, because their calls came earlier. A call
 * that is aborted leaves the queue at once.
 *
 * @param clock Default: the system's.
 */
export function queue(gate: Gate, clock: Time = new Time()): QueueThrottle {
  const lanes: readonly Lane[] = priorities.map(() => ({ retries: new Set(), others: new Set(), passed: 0 }));
  let queued = 0;
  let serving = false;
  let changes = 0;
  let wake: () => void = () => undefined;

  const placeOf = ({ priority, attempt }: TurnRequest = { priority: 'normal', attempt: 1 }) => {
    const lane = lanes[priorities.indexOf(priority)];
    if (!lane) throw new RangeError(`there is no priority ${priority}`);
    return attempt > 1 ? lane.retries : lane.others;
  };

  const next = () => {
    const waiting = lanes.filter(({ retries, others }) => retries.size + others.size > 0);
    const chosen = waiting.find(({ passed }) => passed >= share - 1) ?? waiting[0];
    if (!chosen) return undefined;
    for (const lane of waiting) lane.passed += 1;
    chosen.passed = 0;
    for (const calls of [chosen.retries, chosen.others]) for (const first of calls) return first;
    return undefined;
  };

  const changed = () => {
    changes += 1;
    wake();
  };

  const serve = async () => {
    serving = true;
    const waiter = clock.waiter();
    while (queued > 0) {
      const seen = changes;
      try {
        const entry = await gate.enter();
        const first = next();
        if (typeof entry !== 'number') {
          if (first) first.take(entry);
          else entry(false);
        } else if (seen === changes) {
          const woken = new AbortController();
          const isOver = new Promise<void>((resolve) => {
            wake = () => {
              woken.abort();
              resolve();
            };
          });
          const wait = Math.min(entry, longestTimer);
          const timer = entry === Infinity ? isOver : waiter.sleep(wait, woken.signal);
          await timer.catch((error: unknown) => {
            if (!woken.signal.aborted) throw error;
          });
        }
      } catch (cause) {
        for (const { retries, others } of lanes) for (const call of [...retries, ...others]) call.fail(cause);
      }
    }
    serving = false;
  };

  const ending =
    (turn: EndTurn): EndTurn =>
    (...end) => {
      turn(...end);
      changed();
    };

  return {
    get queued() {
      return queued;
    },
    turnNow() {
      if (gate.isImmediate !== true || queued > 0 || serving) return undefined;
      const turn = gate.enter();
      return typeof turn === 'function' ? ending(turn) : undefined;
    },
    acquire: (signal, request) =>
      new Promise((resolve, reject) => {
        const place = placeOf(request);
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          if (place.delete(call)) queued -= 1;
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          call.fail(signal.reason);
          changed();
        };
        const call: QueuedCall = {
          take(turn) {
            leave();
            resolve(ending(turn));
          },
          fail(cause) {
            leave();
            reject(cause);
          },
        };
        place.add(call);
        queued += 1;
        signal.addEventListener('abort', onAbort, { once: true });
        if (!serving) void serve();
      }),
  };
}
