import { elapsed, pause } from '../service/kernel/timers.ts';
import type { Sandbox } from '../control/sandbox.ts';
import type { Case } from '../sweep/case.ts';
import type { Printed } from '../sweep/steps.ts';
import type { Scheduler, Stuck, Tasks } from '../sweep/trial.ts';
import { Waiting } from '../sweep/waiting.ts';
import type { SweptProgram } from './swept-program.ts';

/**
 * Runs a whole program in real time. It handles one request at a time, with its response, so that programs that send
 * several at once do the same each time; with a fault, everything passes at once.
 */
export class ProgramScheduler implements Scheduler {
  readonly readByChecks: ReadonlySet<string> = new Set();
  readonly timers = 0;
  readonly changes = [];
  readonly printed: Printed[] = [];
  readonly #case: Case;
  readonly #program: SweptProgram;
  readonly #timeout: number;
  readonly #waiting: Waiting;
  #isAtWork = false;

  constructor(
    fork: Sandbox,
    one: Case,
    options: { readonly program: SweptProgram; readonly timeout: number },
  ) {
    this.#waiting = new Waiting(fork, { linesOfUser: () => [] });
    this.#case = one;
    this.#program = options.program;
    this.#timeout = options.timeout;
    this.#program.onOutput = (text) => this.#note(text);
  }

  get steps() {
    // With a fault, the order depends on real time.
    return this.#case.rule ? [] : this.#waiting.steps;
  }

  async run(tasks: Tasks): Promise<Stuck | undefined> {
    let current = this.#start(tasks);
    let hasCrashed = false;
    while (!current.isOver || tasks.repeat(tasks.names).length > 0) {
      if (current.isOver) current = this.#start(tasks);
      if (elapsed() - current.startedAt > this.#timeout) {
        await this.#end(current);
        return { what: `is still running after ${this.#timeout / 1_000} seconds`, why: '' };
      }
      const index = this.#next();
      // What the program printed before arrives through a pipe, so it gets a moment to do so.
      await pause(1);
      if (index < 0) continue;
      if (!hasCrashed && this.#waiting.passed === this.#case.crash) {
        hasCrashed = true;
        await this.#end(current);
        tasks.crash(tasks.names);
        current = this.#start(tasks);
      } else this.#pass(index);
    }
    return undefined;
  }

  async alone<R>(work: () => R | PromiseLike<R>): Promise<R> {
    return work();
  }

  #start(tasks: Tasks): Execution {
    this.#isAtWork = false;
    const [name = ''] = tasks.names;
    const current: Execution = { startedAt: elapsed(), isOver: false, ended: Promise.resolve() };
    current.ended = tasks.start(name, this.#waiting.sandboxOf(name)).then(() => {
      current.isOver = true;
    });
    return current;
  }

  async #end(current: Execution): Promise<void> {
    this.#program.kill();
    this.#waiting.crash();
    await current.ended;
  }

  /** The index of what may pass now; -1 if nothing may. */
  #next(): number {
    const { queue } = this.#waiting;
    if (this.#isAtWork && !this.#case.rule) return queue.findIndex(({ kind }) => kind === 'response');
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

  #pass(index: number): void {
    this.#isAtWork = !this.#isAtWork;
    this.#waiting.release(() => index);
  }
}

/** Characters that are kept of what a program prints between two steps. */
const mostPrinted = 4_000;

interface Execution {
  readonly startedAt: number;
  isOver: boolean;
  /** Resolves when nothing of it is left. */
  ended: Promise<void>;
}
