type Timers = Pick<
  typeof globalThis,
  'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'queueMicrotask' | 'performance'
> & { readonly setImmediate?: (work: () => void) => void };

const globals: Timers & { readonly process?: { getBuiltinModule?(name: string): Partial<Timers> } } =
  globalThis;

// Jest's legacy fake timers replace only the globals.
const nodeTimers = globals.process?.getBuiltinModule?.('node:timers');

/** The real one, even if Sinon, which Vitest and Jest also use, has replaced it: its clock holds the original. */
function real<Name extends keyof Timers>(name: Name): Timers[Name] {
  const present: Timers[Name] = nodeTimers?.[name] ?? globals[name];
  const { clock } = Object(present) as { readonly clock?: Readonly<Record<string, Timers[Name]>> };
  return clock?.[`_${name}`] ?? present;
}

// Captured at load, all in one place: fake timers may replace the globals later.
const startTimer = real('setTimeout');
const stopTimer = real('clearTimeout');
const startInterval = real('setInterval');
const stopInterval = real('clearInterval');
const startImmediate = real('setImmediate');
const afterTask = real('queueMicrotask');
const realPerformance = real('performance');

/** The timers that waits use: the real ones, unless a sweep moves time itself. */
let waiting: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
};

/** Lets {@link sleep} use other timers until you call the returned function. */
export function waitBy(timers: typeof waiting): () => void {
  const before = waiting;
  waiting = timers;
  return () => {
    waiting = before;
  };
}

/** The longest time that `setTimeout` takes, in milliseconds. */
const longest = 2_147_483_647;

/** Milliseconds that `setTimeout` takes without a warning. */
export function timerDelay(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), longest);
}

/** A timer of the sandbox's clock: like that clock, it follows faked timers. */
export class Alarm {
  readonly #wait: () => number | undefined;
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSet = false;

  /** @param wait Returns the real milliseconds until it should fire; `undefined` if it should not. */
  constructor(wait: () => number | undefined, ring: () => void) {
    this.#wait = wait;
    this.#ring = ring;
  }

  /** Calls `wait` again, once after the current task, however often it is called in that task. */
  set(): void {
    if (this.#isSet) return;
    this.#isSet = true;
    afterTask(() => {
      this.#isSet = false;
      clearTimeout(this.#timer);
      const wait = this.#wait();
      if (wait !== undefined) this.#timer = setTimeout(this.#ring, timerDelay(wait));
    });
  }
}

/** Waits in real time, even under fake timers, for callers who asked to wait; ends early with `signal`. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout: start, clearTimeout: stop } = waiting;
  return new Promise((resolve) => {
    const finish = () => {
      stop(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = start(finish, timerDelay(milliseconds));
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
  });
}

// In Node, Sinon puts a faked `now` on the real object.
const { now } = Object.getPrototypeOf(realPerformance) as { readonly now?: () => number };

/** Real milliseconds since a fixed moment, for deadlines and durations, even under fake timers. */
export const elapsed: () => number = now
  ? now.bind(realPerformance)
  : realPerformance.now.bind(realPerformance);

/** Calls `run` after some real milliseconds, even under fake timers, unless you call the returned function first. */
export function afterReal(milliseconds: number, run: () => void): () => void {
  const timer = startTimer(run, timerDelay(milliseconds));
  return () => stopTimer(timer);
}

/** Calls `run` every few real milliseconds, even under fake timers, until you call the returned function. */
export function every(milliseconds: number, run: () => void): () => void {
  const timer = startInterval(run, milliseconds);
  return () => stopInterval(timer);
}

/** Waits for a promise, but no longer than some real milliseconds, even under fake timers. */
export async function within<T>(
  milliseconds: number,
  promise: PromiseLike<T>,
): Promise<{ readonly value: T } | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const stop = afterReal(milliseconds, () => resolve(undefined));
  return Promise.race([over, promise.then((value) => ({ value }))]).finally(stop);
}

/** Lets other work run first, for some real milliseconds, even under fake timers. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    startTimer(resolve, milliseconds);
  });
}

/** Does some work when everything that can run now has run, even under fake timers. */
export const afterTurn: (work: () => void) => void = startImmediate ?? ((work) => void startTimer(work, 0));

/** Waits until everything that can run now has run, even under fake timers. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    afterTurn(resolve);
  });
}
