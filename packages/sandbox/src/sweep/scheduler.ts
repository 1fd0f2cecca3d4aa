import { type Choose, shortestPause } from './steps.ts';
import { elapsed, pause, within } from '../service/kernel/timers.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import { count } from './counts.ts';
import { asTask, sandboxOfTask } from './process.ts';
import type { Case } from './case.ts';
import type { RealWaits } from './quiet.ts';
import type { Scheduler, Stuck, Tasks } from './trial.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Tracing, Waiting } from './waiting.ts';

/** Everything runs at once, and waits take as long as they take. */
export function realScheduler(
  fork: Sandbox,
  { timeout, restartAfter }: Pick<Virtual, 'timeout' | 'restartAfter'>,
): Scheduler {
  return {
    steps: [],
    timers: 0,
    changes: [],
    readByChecks: new Set(),
    run: async (tasks) => {
      for (let names = tasks.names; names.length > 0; names = tasks.repeat(names)) {
        if (names !== tasks.names) await pause(restartAfter);
        const all = Promise.all(names.map((name) => tasks.start(name, fork)));
        if (await within(timeout, all)) continue;
        return { what: `is still running after ${milliseconds(timeout)}`, why: '' };
      }
      return undefined;
    },
    alone: async (work) => work(),
  };
}

interface Virtual {
  /** Real milliseconds that a run may take in real time, and in virtual time wait for what is outside of it. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds until a task that failed or crashed starts again. */
  readonly restartAfter: number;
  readonly time: VirtualTime;
  readonly realWaits: RealWaits;
  readonly ownChanges: { rollBack(): void };
  readonly tracing: Tracing | undefined;
}

const mostDays = 30;
/** Timers that a run may set, besides one for every {@link timerInterval} of its virtual time. */
const mostTimers = 10_000;
/** Milliseconds. Schedulers that wake by themselves, such as croner, do so every 30 seconds. */
const timerInterval = 29_000;
const mostWaits = 10_000;
const day = 86_400_000;

/** Lets one request or response pass when nothing else can run, and time when nothing waits: a run is repeatable. */
export class VirtualScheduler implements Scheduler {
  readonly steps: Scheduler['steps'];
  readonly readByChecks: Scheduler['readByChecks'];
  own: Sandbox | undefined;
  once: Snapshot | undefined;
  timers = 0;
  readonly changes: Scheduler['changes'][number][] = [];
  readonly #fork: Sandbox;
  readonly #case: Case;
  readonly #virtual: Virtual;
  readonly #waiting: Waiting;
  readonly #choose: Choose;
  #hasCrashed = false;
  /** The tasks that had not ended when one of them reached the change at which everything crashes. */
  #crashing: readonly string[] | undefined;
  #tasks: Tasks | undefined;
  #startLater: string[] = [];
  #open = new Set<string>();

  constructor(fork: Sandbox, one: Case, virtual: Virtual) {
    this.#fork = fork;
    this.#case = one;
    this.#virtual = virtual;
    this.#waiting = new Waiting(fork, virtual.tracing);
    this.steps = this.#waiting.steps;
    this.readByChecks = this.#waiting.checks.reads;
    this.#choose = one.chooser?.() ?? (() => 0);
  }

  async run(tasks: Tasks): Promise<Stuck | undefined> {
    const { inTurn, last, pause = Infinity, crash } = this.#case;
    this.#tasks = tasks;
    this.#startLater = last === undefined ? (inTurn?.slice(1) ?? []) : [last];
    this.#open = new Set(inTurn?.slice(0, 1) ?? tasks.names.filter((name) => name !== last));
    for (const name of this.#open) this.#start(name, tasks);
    let [pauses, endPause]: [number, (() => void) | undefined] = [0, undefined];
    const pass = () => {
      endPause?.();
      endPause = undefined;
      const { passed, queue } = this.#waiting;
      const isCrash = passed === crash && queue[0]?.kind !== 'start' && !this.#hasCrashed;
      if (isCrash || this.#crashing) this.#crash(tasks);
      else this.#waiting.release(this.#choose);
    };
    const timePasses = () => {
      if (this.#startLater.length > 0 && pause < Infinity)
        endPause ??= this.#virtual.time.schedule(shortestPause - 1, () => {
          if ((pauses += 1) >= pause) this.#startNext();
        });
      this.#waiting.letTimePass();
    };
    const stuck = await this.#untilDone(() => this.#open.size === 0, pass, timePasses);
    this.#waiting.endStep();
    if (this.#waiting.crossing) throw crossed(this.#waiting.crossing);
    return stuck;
  }

  /** Whether a task may change a file or a database now: not after a crash, nor if everything crashes here. */
  mayChange(name: string): boolean {
    const taskSandbox = sandboxOfTask();
    if (taskSandbox === undefined || taskSandbox === this.#fork) return true;
    if (this.#crashing || this.#waiting.taskOf(taskSandbox) === undefined) return false;
    const number = this.changes.filter((one) => one.name.startsWith(`${name} #`)).length + 1;
    const change = { name: `${name} #${number}`, after: this.steps.at(-1)?.call?.name };
    const isCrash = this.changes.push(change) - 1 === this.#case.change;
    if (isCrash) this.#crashing = [...this.#open];
    return !isCrash;
  }

  /** Takes an error that nothing caught as that of the task whose code runs, if it is known. */
  fail(error: unknown): void {
    const taskSandbox = sandboxOfTask();
    const task = this.#waiting.taskOf(taskSandbox);
    if (task !== undefined || taskSandbox === undefined) this.#tasks?.fail(task ?? [...this.#open][0], error);
  }

  async alone<R>(work: () => R | PromiseLike<R>): Promise<R> {
    this.#waiting.endStep(this.#waiting.checks);
    let isOver = false;
    const result = asTask(this.#fork, async () => work()).finally(() => (isOver = true));
    result.catch(() => {});
    const pass = () => this.#waiting.release(() => 0);
    const stuck = await this.#untilDone(() => isOver, pass);
    this.#waiting.endStep();
    if (stuck && !isOver) throw new Error(`it ${stuck.what}${stuck.why}`);
    return result;
  }

  async #untilDone(isDone: () => boolean, pass: () => void, timePasses?: () => void) {
    const { time, realWaits, timeout, signal } = this.#virtual;
    const slow = (what: string): Stuck => ({ what, why: realWaits.reason, isSlow: true });
    const move = (passed: number) => {
      this.#waiting.moved(passed);
      moveFrozen(this.#fork, passed);
    };
    let [startedAt, waitedBefore, movedAt, hasMoved] = [time.now, realWaits.waited, elapsed(), false];
    for (;;) {
      const hasOutsideRequest = () => this.#waiting.queue.some(({ call }) => call?.isFromOutside);
      const canPass = () => this.#waiting.queue.length > 0;
      const isQuiet = hasMoved && realWaits.isSame;
      const ending = isQuiet ? 'quiet' : await realWaits.untilQuiet(hasOutsideRequest, canPass);
      signal?.throwIfAborted();
      if (ending === 'busy') return slow(`is still busy after ${milliseconds(timeout)} without a pause`);
      hasMoved = false;
      if (ending === 'quiet' && (this.#waiting.queue.length > 0 || this.#crashing)) {
        [waitedBefore, movedAt] = [realWaits.waited, elapsed()];
        pass();
        continue;
      }
      if (ending === 'quiet' && isDone()) {
        if (!this.#startNext()) return undefined;
        startedAt = time.now;
        continue;
      }
      const remaining = timeout - (realWaits.waited - waitedBefore);
      if (!time.hasNext && ending === 'quiet') {
        if (await realWaits.receives(elapsed() + remaining)) continue;
        return { what: 'never ends', why: unwakable, isAfterCrash: this.#hasCrashed };
      }
      if (remaining < 0) return slow(`is still waiting after ${milliseconds(timeout)} of real time`);
      timePasses?.();
      // Virtual time follows the clock of a process that wakes the app again and again.
      const real = ending === 'awake' ? Math.round(elapsed() - movedAt) : undefined;
      await time.pass(real, move, () => realWaits.work.wait(false));
      [movedAt, hasMoved] = [elapsed(), true];
      this.timers += 1;
      const passed = time.now - startedAt;
      if (passed > mostDays * day) return endless(`${mostDays} days of virtual time`);
      const most = this.#case.mostTimers ?? mostTimers + Math.floor(passed / timerInterval);
      if (this.timers >= most) return endless(`${count(most)} timers`);
      if (this.#waiting.waits >= mostWaits) return endless(`${count(mostWaits)} waits between requests`);
    }
  }

  #startNext(): boolean {
    const name = this.#startLater.shift();
    if (name === undefined || !this.#tasks) return false;
    const [tasks, { gap = 0 }] = [this.#tasks, this.#case];
    this.#open.add(name);
    if (gap === 0) this.#start(name, tasks);
    else this.#virtual.time.schedule(gap, () => this.#start(name, tasks));
    return true;
  }

  #start(name: string, tasks: Tasks): void {
    const [taskSandbox, open] = [this.#waiting.sandboxOf(name), this.#open];
    this.own = taskSandbox;
    void this.#waiting
      .start(name)
      .then(() => asTask(taskSandbox, () => tasks.start(name, taskSandbox)))
      .then(() => {
        if (this.#crashing) return;
        const isUnexpected = this.#waiting.isRefused(name) || isMistake(tasks.failures.get(name));
        if (tasks.repeat([name]).length > 0) this.#startAgain([name], tasks, isUnexpected);
        else open.delete(name);
      });
  }

  #startAgain(names: readonly string[], tasks: Tasks, isUnexpected = false): void {
    if (names.length === 0) return;
    const { time, restartAfter } = this.#virtual;
    time.schedule(this.#case.restartAfter ?? restartAfter, () => {
      // A task that throws although nothing was refused has found a conflict itself: it is meant to run again.
      if (isUnexpected && this.#open.size === names.length) this.once ??= this.#fork.snapshot();
      for (const name of names) this.#start(name, tasks);
    });
  }

  /** Ends all tasks, with their requests and timers. Those that had not ended, or had failed, start again. */
  #crash(tasks: Tasks): void {
    this.#hasCrashed = true;
    this.#waiting.crash();
    const { time, realWaits, ownChanges } = this.#virtual;
    realWaits.work.forget();
    time.restart(time.now);
    ownChanges.rollBack();
    this.#open = new Set([...(this.#crashing ?? this.#open), ...tasks.failures.keys()]);
    this.#crashing = undefined;
    tasks.crash([...this.#open]);
    this.#startAgain([...this.#open], tasks);
  }
}

const unwakable = ': no request is open and no timer is set, so nothing can wake it';

/** Whether an error is of a class that the language throws, and hardly any code throws on purpose. */
const isMistake = (error: unknown): boolean =>
  [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);

function crossed([task, other]: readonly [string, string]): Error {
  return new Error(
    `A request of ${task} was answered by what ${other} has mounted: MSW patches the whole process, and ends for all tasks when one of them closes it. Mount handlers(sandbox) once, before the sweep`,
  );
}

/** Moves a frozen clock along with virtual time; any other follows `Date`. */
export function moveFrozen(fork: Sandbox, milliseconds: number): void {
  const { clock } = Sandbox.storeOf(fork);
  if (clock.frozen) clock.moveTo(clock.now() + milliseconds);
}

function endless(limit: string): Stuck {
  return { what: `is still waiting after ${limit}`, why: ': it sets one timer after the other' };
}

const milliseconds = (number: number) => `${count(number)} ms`;
