import { after } from '../runtime.ts';
import type { EndTurn, Throttle } from '../throttle.ts';

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

/** Makes a throttle that sends requests in order of arrival. A call that is aborted leaves the queue at once. */
export function queue(gate: Gate): Throttle {
  const waiting = new Set<QueuedCall>();
  let serving = false;
  let changes = 0;
  let wake: () => void = () => undefined;

  const changed = () => {
    changes += 1;
    wake();
  };

  const serve = async () => {
    serving = true;
    while (waiting.size > 0) {
      const seen = changes;
      try {
        const answer = await gate.enter();
        const [first] = waiting;
        if (typeof answer !== 'number') {
          if (first) first.take(answer);
          else answer(false);
        } else if (seen === changes) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (answer === Infinity) return;
            const cancel = after(answer, resolve);
            wake = () => {
              cancel();
              resolve();
            };
          });
        }
      } catch (cause) {
        const [first] = waiting;
        first?.fail(cause);
      }
    }
    serving = false;
  };

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          waiting.delete(queued);
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          queued.fail(signal.reason);
          changed();
        };
        const queued: QueuedCall = {
          take(turn) {
            leave();
            resolve((sent, headers) => {
              turn(sent, headers);
              changed();
            });
          },
          fail(cause) {
            leave();
            reject(cause);
          },
        };
        waiting.add(queued);
        signal.addEventListener('abort', onAbort, { once: true });
        if (!serving) void serve();
      }),
  };
}
