import { elapsed, pause } from '../service/kernel/timers.ts';
import type { Sandbox } from '../control/sandbox.ts';
import type { Plan, Stuck } from '../sweep/plan.ts';
import type { Printed } from '../sweep/steps.ts';
import type { Scheduler, Tasks } from '../sweep/trial.ts';
import { Waiting } from '../sweep/waiting.ts';
import type { SweptProgram } from './swept-program.ts';

/**
 * Runs a whole program in real time. It handles one request at a time, with its response, so that programs that send
 * several at once do the same each time; with a fault, everything passes at once.
 */
export class ProgramScheduler implements Scheduler {
  readonly aside: ReadonlySet<string> = new Set();
  readonly timers = 0;
  readonly printed: Printed[] = [];
  readonly #plan: Plan;
  readonly #program: SweptProgram;
  readonly #timeout: number;
  readonly #waiting: Waiting;
  #isAtWork = false;

  constructor(
    fork: Sandbox,
    plan: Plan,
    options: { readonly program: SweptProgram; readonly timeout: number },
  ) {
    this.#waiting = new Waiting(fork, { linesOfUser: () => [] });
    this.#plan = plan;
    this.#program = options.program;
    this.#timeout = options.timeout;
    this.#program.onOutput = (text) => this.#note(text);
  }

  get steps() {
    // With a fault, the order depends on real time.
    return this.#plan.injected ? [] : this.#waiting.steps;
  }

  async run(tasks: Tasks): Promise<Stuck | undefined> {
    let launch = this.#start(tasks);
    let hasCrashed = false;
    while (!launch.isOver || tasks.repeat(tasks.names).length > 0) {
      if (launch.isOver) launch = this.#start(tasks);
      if (elapsed() - launch.startedAt > this.#timeout) {
        await this.#end(launch);
        return { what: `is still running after ${this.#timeout / 1_000} seconds`, why: '' };
      }
      const place = this.#next();
      // What the program printed before arrives through a pipe, so it gets a moment to do so.
      await pause(1);
      if (place < 0) continue;
      if (!hasCrashed && this.#waiting.passed === this.#plan.crash) {
        hasCrashed = true;
        await this.#end(launch);
        tasks.crash(tasks.names);
        launch = this.#start(tasks);
      } else this.#pass(place);
    }
    return undefined;
  }

  async alone<R>(work: () => R | PromiseLike<R>): Promise<R> {
    return work();
  }

  #start(tasks: Tasks): Launch {
    this.#isAtWork = false;
    const [name = ''] = tasks.names;
    const launch: Launch = { startedAt: elapsed(), isOver: false, ended: Promise.resolve() };
    launch.ended = tasks.start(name, this.#waiting.sandboxOf(name)).then(() => {
      launch.isOver = true;
    });
    return launch;
  }

  async #end(launch: Launch): Promise<void> {
    this.#program.kill();
    this.#waiting.crash();
    await launch.ended;
  }

  /** The index of what may pass now; -1 if nothing may. */
  #next(): number {
    const { queue } = this.#waiting;
    if (this.#isAtWork && !this.#plan.injected) return queue.findIndex(({ kind }) => kind === 'response');
    return queue.length > 0 ? 0 : -1;
  }

  /** What it prints belongs to the step that follows. */
  #note(text: string): void {
    const step = this.#waiting.passed;
    const last = this.printed.at(-1);
    if (last?.step === step)
      this.printed.splice(-1, 1, { step, text: (last.text + text).slice(0, mostPrinted) });
    else this.printed.push({ step, text });
  }

  #pass(place: number): void {
    this.#isAtWork = !this.#isAtWork;
    this.#waiting.release(() => place);
  }
}

/** Characters that are kept of what a program prints between two steps. */
const mostPrinted = 4_000;

interface Launch {
  readonly startedAt: number;
  isOver: boolean;
  /** Resolves when nothing of it is left. */
  ended: Promise<void>;
}
