import { afterTurn } from '../service/kernel/timers.ts';

/**
 * Postpones work to the end of this turn of the event loop and then does all of it in order.
 *
 * Requests that arrive together are answered one after another, without reading or writing sockets in
 * between: alternating would evict the sandbox from the processor's caches each time (record 0018).
 */
export function respondTogether(): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  const workOff = () => {
    const all = waiting;
    waiting = [];
    for (const work of all) work();
  };
  return (work) => {
    if (waiting.push(work) === 1) afterTurn(workOff);
  };
}
