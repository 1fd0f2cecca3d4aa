import { after, longestTimer } from '../runtime.ts';
import { type EndTurn, priorities, type Throttle, type TurnRequest } from '../throttle.ts';

/** Decides when the first call in the queue may send its request. */
export interface Gate {
  /**
   * Lets one request through, or returns the milliseconds to wait before the next try. The queue tries
   * earlier if another request ends first, and makes one try at a time. If it rejects, the first call in
   * the queue fails with its reason.
   */
  enter(): EndTurn | number | Promise<EndTurn | number>;
}

/** A call in the queue. */
interface QueuedCall {
  take(turn: EndTurn): void;
  fail(cause: unknown): void;
}

/**
 * Makes a throttle that sends requests in order of priority, then of arrival. Retries leave before first
 * attempts, because their calls came earlier. A call that is aborted leaves the queue at once.
 */
export function queue(gate: Gate): Throttle {
  /** For each priority, the retries and then the first attempts. */
  const lanes = priorities.flatMap(() => [new Set<QueuedCall>(), new Set<QueuedCall>()]);
  let queued = 0;
  let serving = false;
  let changes = 0;
  let wake: () => void = () => undefined;

  const laneOf = ({ priority, attempt }: TurnRequest = { priority: 'normal', attempt: 1 }) => {
    const rank = 2 * priorities.indexOf(priority) + (attempt > 1 ? 0 : 1);
    const lane = lanes[rank];
    if (!lane) throw new RangeError(`there is no priority ${priority}`);
    return lane;
  };

  const next = () => {
    for (const lane of lanes) for (const first of lane) return first;
    return undefined;
  };

  const changed = () => {
    changes += 1;
    wake();
  };

  const serve = async () => {
    serving = true;
    while (queued > 0) {
      const seen = changes;
      try {
        const answer = await gate.enter();
        const first = next();
        if (typeof answer !== 'number') {
          if (first) first.take(answer);
          else answer(false);
        } else if (seen === changes) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (answer === Infinity) return;
            const cancel = after(Math.min(answer, longestTimer), resolve);
            wake = () => {
              cancel();
              resolve();
            };
          });
        }
      } catch (cause) {
        next()?.fail(cause);
      }
    }
    serving = false;
  };

  return {
    get queued() {
      return queued;
    },
    acquire: (signal, request) =>
      new Promise((resolve, reject) => {
        const lane = laneOf(request);
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          if (lane.delete(call)) queued -= 1;
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          call.fail(signal.reason);
          changed();
        };
        const call: QueuedCall = {
          take(turn) {
            leave();
            resolve((...end) => {
              turn(...end);
              changed();
            });
          },
          fail(cause) {
            leave();
            reject(cause);
          },
        };
        lane.add(call);
        queued += 1;
        signal.addEventListener('abort', onAbort, { once: true });
        if (!serving) void serve();
      }),
  };
}
