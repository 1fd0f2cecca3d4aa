import type * as fakeTimers from '@sinonjs/fake-timers';
import { Random } from '../service/kernel/random.ts';
import { waitBy } from '../service/kernel/timers.ts';
import { replace, shareBuiltins } from './process.ts';

/** Time that passes only when it is moved. */
export type VirtualTime = Awaited<ReturnType<typeof startVirtualTime>>;

/** Replaces timers, `Date`, `performance.now`, `AbortSignal.timeout` and `Math.random`. Throws if something else has. */
export async function startVirtualTime(start = Date.now()) {
  if (areTimersFaked()) {
    throw new Error(
      "The test has faked its timers, and a sweep in virtual time does that itself. Restore them before the sweep (vi.useRealTimers(), jest.useRealTimers(), mock.timers.reset()), or sweep in real time: { time: 'real' }",
    );
  }
  // Loaded here: only sweeps need it.
  const { install }: Partial<typeof fakeTimers> = await import('@sinonjs/fake-timers');
  if (!install) throw new Error("A browser has no virtual time for a sweep: use { time: 'real' }");
  const sinceStart = performance.now();
  const clock = install({
    now: start,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'Temporal'],
    ignoreMissingTimers: true,
    // Timers from before the sweep stay real.
    shouldClearNativeTimers: true,
  });
  let random = new Random('');
  const putBack = [
    replace(Math, 'random', () => random.next() / 2 ** 32),
    replace(performance, 'now', () => sinceStart + clock.now - start),
    replace(AbortSignal, 'timeout', timeoutSignal),
    waitBy({ setTimeout, clearTimeout }),
  ];
  shareBuiltins();
  const next = (moved: (milliseconds: number) => void) => {
    const before = clock.now;
    try {
      clock.next();
    } catch (error) {
      // As when a timer throws in real time: nothing catches it.
      queueMicrotask(() => {
        throw error;
      });
    }
    moved(clock.now - before);
  };
  return {
    get now() {
      return clock.now;
    },
    restart(now: number) {
      clock.reset();
      clock.setSystemTime(now);
    },
    reseed(seed: string) {
      random = new Random(seed);
    },
    later: (milliseconds: number, work: () => void) => {
      const timer = clock.setTimeout(work, milliseconds);
      return () => clock.clearTimeout(timer);
    },
    get hasNext() {
      return clock.countTimers() > 0;
    },
    /** Moves to the next timer, or by some milliseconds, runs all timers until then, and ends with a turn. */
    async pass(
      milliseconds: number | undefined,
      moved: (milliseconds: number) => void,
      turn: () => Promise<void>,
    ) {
      if (milliseconds === undefined) next(moved);
      let isOver = false;
      // Comes after all others of this moment.
      clock.setTimeout(() => (isOver = true), milliseconds ?? 0);
      while (!isOver && clock.countTimers() > 0) {
        await turn();
        next(moved);
      }
    },
    end() {
      clock.uninstall();
      for (const undo of putBack) undo();
      shareBuiltins();
    },
  };
}

function areTimersFaked(): boolean {
  const marks = ['clock', 'isFake', 'isMock', '_isMockFunction'];
  const isFaked = (one: object & { name: string }) =>
    marks.some((mark) => mark in one) || one.name.startsWith('bound ');
  return [setTimeout, setInterval, Date].some(isFaked);
}

function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}
