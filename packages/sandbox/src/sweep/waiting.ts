import { operationsOf } from '@mailrig/contract';
import { type Gate, Sandbox } from '../control/sandbox/sandbox.ts';
import { routerOf } from '../service/routing/routes.ts';
import type { Reply } from '../service/routing/reply.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import { effectsBetween } from './effects.ts';
import type { Call, Step } from './steps.ts';

/** Something that waits. */
interface Held extends Omit<Step, 'waiting' | 'place'> {
  readonly pass: () => void;
}

/**
 * Holds requests when they arrive and answers before they leave. Whoever schedules lets them pass, one at a time.
 * In each life, requests pass through doors of their own: those of a past life go nowhere.
 */
export class Waiting {
  readonly steps: Step[] = [];
  readonly #fork: Sandbox;
  readonly #route;
  #calls: Call[] = [];
  #queue: Held[] = [];
  #life = 1;
  /** Two requests of one task that were open at the same time. */
  overlap: readonly [string, string] | undefined;

  constructor(fork: Sandbox) {
    this.#fork = fork;
    this.#route = routerOf(operationsOf(fork.endpoints));
  }

  /** How many wait. */
  get count(): number {
    return this.#queue.length;
  }

  /** Requests and answers that have passed; starts do not count. */
  get passed(): number {
    return this.steps.filter(({ kind }) => kind !== 'start').length;
  }

  /** The place of the oldest answer that waits; -1 if none does. */
  get answer(): number {
    return this.#queue.findIndex(({ kind }) => kind === 'answer');
  }

  /** Whether the next to pass in the normal order is the start of a task. */
  get startsNext(): boolean {
    return this.#queue[0]?.kind === 'start';
  }

  /** Requests of this life without an answer. */
  get open(): readonly Call[] {
    return this.#calls.filter(({ life, isAnswered }) => life === this.#life && !isAnswered);
  }

  /** What a task uses as its sandbox. */
  doorOf(task: string): Sandbox {
    const life = this.#life;
    return Sandbox.behind(this.#fork, (request, answer) => this.#through({ task, life }, request, answer));
  }

  /** Resolves when the task may start. */
  start(task: string): Promise<void> {
    return this.#hold({ kind: 'start', task, life: this.#life });
  }

  /** Lets one pass, by its place in the queue; the youngest if there are fewer. */
  release(wanted: number): void {
    const place = Math.min(wanted, this.#queue.length - 1);
    const [held] = this.#queue.splice(place, 1);
    if (!held) return;
    const { pass, ...step } = held;
    this.steps.push({ ...step, place, waiting: this.#queue.length + 1 });
    pass();
  }

  /** Ends this life: whatever waits, and whatever is still sent in it, goes nowhere. */
  die(): void {
    // Whether a request arrived before its process was killed depends on real time, so it has no number.
    const unseen = this.#queue.flatMap(({ kind, call }) => (kind === 'request' && call ? [call] : []));
    this.#calls = this.#calls.filter((call) => !unseen.includes(call));
    this.#life += 1;
    this.#queue = [];
  }

  async #through(
    of: Pick<Call, 'task' | 'life'>,
    request: IncomingRequest,
    answer: Parameters<Gate>[1],
  ): Promise<Reply> {
    // The control plane is no part of the service: a scenario may look at it at any time.
    if (request.path.startsWith('/_sandbox')) return answer();
    if (of.life !== this.#life) return new Promise(() => {});
    const call: Call = { ...of, name: this.#nameOf(request) };
    const open = this.open.find(({ task }) => task === call.task);
    if (open) this.overlap ??= [open.name, call.name];
    this.#calls.push(call);
    // Nobody waits for it any more.
    request.signal?.addEventListener('abort', () => {
      call.isAnswered = true;
    });
    await this.#hold({ kind: 'request', ...of, call });
    const before = this.#fork.snapshot();
    const reply = await answer();
    const after = this.#fork.snapshot();
    call.effects = () => effectsBetween(before, after, Sandbox.storeOf(this.#fork));
    const entry = after.requests.array.at(-1);
    if (entry && entry.sequence > before.requests.sequence) {
      const { requestId, status, sentId } = entry;
      call.entry = {
        requestId,
        ...(status !== undefined && { status }),
        ...(sentId !== undefined && { sentId }),
      };
    }
    await this.#hold({ kind: 'answer', ...of, call });
    if (!('network' in reply && reply.network === 'hang')) call.isAnswered = true;
    return reply;
  }

  #hold(step: Omit<Held, 'pass'>): Promise<void> {
    return new Promise((pass) => {
      if (step.life === this.#life) this.#queue.push({ ...step, pass });
    });
  }

  #nameOf({ method, path }: IncomingRequest): string {
    const row = this.#route(path)?.methods[method];
    const name = row?.name ?? `${method} ${path}`;
    const number = this.#calls.filter((call) => call.name.startsWith(`${name} #`)).length + 1;
    return `${name} #${number}`;
  }
}
