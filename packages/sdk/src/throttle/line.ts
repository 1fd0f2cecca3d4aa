import { after } from '../runtime.ts';
import type { EndTurn, Throttle } from '../throttle.ts';

/** What those who wait in line wait for. Asked for the first of them only, one question at a time. */
export interface Gate {
  /**
   * Lets one request through, or says after how many milliseconds to ask again; it is asked earlier
   * where a turn ends before. Where it rejects, the first in line fails.
   */
  enter(): EndTurn | number | Promise<EndTurn | number>;
}

/** One call that waits for its turn. */
interface Place {
  take(turn: EndTurn): void;
  fail(cause: unknown): void;
}

/** Makes a throttle of a gate: first come, first served, and whoever gives up leaves the line at once. */
export function line(gate: Gate): Throttle {
  const waiting = new Set<Place>();
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
          waiting.delete(place);
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          place.fail(signal.reason);
          changed();
        };
        const place: Place = {
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
        waiting.add(place);
        signal.addEventListener('abort', onAbort, { once: true });
        if (!serving) void serve();
      }),
  };
}
