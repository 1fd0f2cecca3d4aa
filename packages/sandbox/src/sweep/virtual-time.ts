import type * as fakeTimers from '@sinonjs/fake-timers';
import { Random } from '../service/kernel/random.ts';
import { waitBy } from '../service/kernel/timers.ts';
import { replace, shareBuiltins } from './process.ts';

type Moved = (milliseconds: number) => void;

/** Time that passes only when it is moved. Timers, `Date`, `performance.now`, `AbortSignal.timeout`, `Math.random` follow it. */
export class VirtualTime {
  readonly #fakeTimers: fakeTimers.Clock;
  readonly #putBack: readonly (() => void)[];
  #random = new Random('');

  /** @throws Error if something else has faked the timers, or in a browser. */
  static async start(now = Date.now()): Promise<VirtualTime> {
    if (areTimersFaked()) {
      throw new Error(
        "The test has faked its timers, and a sweep in virtual time does that itself. Restore them before the sweep (vi.useRealTimers(), jest.useRealTimers(), mock.timers.reset()), or sweep in real time: { time: 'real' }",
      );
    }
    // Loaded here: only sweeps need it.
    const { install }: Partial<typeof fakeTimers> = await import('@sinonjs/fake-timers');
    if (!install) throw new Error("A browser has no virtual time for a sweep: use { time: 'real' }");
    return new VirtualTime(install, now);
  }

  private constructor(install: typeof fakeTimers.install, start: number) {
    const sinceStart = performance.now();
    this.#fakeTimers = install({
      now: start,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'Temporal'],
      ignoreMissingTimers: true,
      // Timers from before the sweep stay real.
      shouldClearNativeTimers: true,
    });
    this.#putBack = [
      replace(Math, 'random', () => this.#random.next() / 2 ** 32),
      replace(performance, 'now', () => sinceStart + this.now - start),
      replace(AbortSignal, 'timeout', timeoutSignal),
      waitBy({ setTimeout, clearTimeout }),
    ];
    shareBuiltins();
  }

  get now(): number {
    return this.#fakeTimers.now;
  }

  get hasNext(): boolean {
    return this.#fakeTimers.countTimers() > 0;
  }

  restart(now: number): void {
    this.#fakeTimers.reset();
    this.#fakeTimers.setSystemTime(now);
  }

  reseed(seed: string): void {
    this.#random = new Random(seed);
  }

  /** Does work after some milliseconds, unless the returned function is called before. */
  schedule(milliseconds: number, work: () => void): () => void {
    const timer = this.#fakeTimers.setTimeout(work, milliseconds);
    return () => this.#fakeTimers.clearTimeout(timer);
  }

  /** Moves to the next timer, or by some milliseconds, runs all timers until then, and ends with a turn. */
  async pass(milliseconds: number | undefined, moved: Moved, turn: () => Promise<void>): Promise<void> {
    if (milliseconds === undefined) this.#next(moved);
    let isOver = false;
    // Comes after all others of this moment.
    this.#fakeTimers.setTimeout(() => (isOver = true), milliseconds ?? 0);
    while (!isOver && this.hasNext) {
      await turn();
      this.#next(moved);
    }
  }

  end(): void {
    this.#fakeTimers.uninstall();
    for (const undo of this.#putBack) undo();
    shareBuiltins();
  }

  #next(moved: Moved): void {
    const before = this.now;
    try {
      this.#fakeTimers.next();
    } catch (error) {
      // As when a timer throws in real time: nothing catches it.
      queueMicrotask(() => {
        throw error;
      });
    }
    moved(this.now - before);
  }
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
