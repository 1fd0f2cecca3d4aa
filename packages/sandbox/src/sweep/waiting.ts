import { type Endpoints, type Operation, operationsOf } from '@mailrig/contract';
import { sleep } from '../service/kernel/timers.ts';
import { Random } from '../service/kernel/random.ts';
import { type Interceptor, Sandbox } from '../control/sandbox.ts';
import { type Router, routerOf } from '../service/routing/routes.ts';
import { type ExchangeResult, statusOf } from '../service/routing/exchange-result.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import type { Store } from '../service/state/store.ts';
import { sandboxOfTask } from './process.ts';
import { effectsBetween } from './effects.ts';
import { clock, emptyFootprint, type Footprint, requestLog, watchLocations } from './footprint.ts';
import { type Call, continuingAfter, type Item, type Step, type Choose } from './steps.ts';

const routers: { [E in Endpoints]?: Router<Operation> } = {};
/** Milliseconds until a response that does not come ends in an error: `fetch` in Node waits no longer. */
const longestHang = 300_000;

interface Held extends Item {
  readonly pass: () => void;
}

/** A step that is under way: what happens until the next one belongs to it. */
type Current = Footprint & Pick<Item, 'path' | 'task'> & { readonly made: Item[] };

/** What else to find out about each request, which takes time. */
export interface Tracing {
  linesOfUser(): readonly string[];
}

/** Holds each request and response until it may pass. What happens then is one step; a crash begins a new epoch. */
export class Waiting {
  readonly steps: Step[] = [];
  /** How many requests and responses have passed, and crashes. */
  passed = 0;
  /** How often time passed; moves from which nothing follows count as one with the next. */
  waits = 0;
  /** What waits, the oldest first. */
  readonly queue: Held[] = [];
  readonly checks = emptyFootprint();
  readonly #fork: Sandbox;
  readonly #store: Store;
  readonly #route: Router<Operation>;
  readonly #tracing: Tracing | undefined;
  /** Ids of the service depend on the step alone: requests that do not affect each other get the same ids in each order. */
  readonly #seed: string;
  readonly #sandboxes = new Map<Sandbox, Pick<Call, 'task' | 'epoch'>>();
  #calls: Call[] = [];
  #epoch = 1;
  #starts = 0;
  #current: Current | undefined;
  #footprint: Footprint | undefined;
  /** A task whose request was answered by what another one has mounted, and that one. */
  crossing: readonly [string, string] | undefined;

  constructor(fork: Sandbox, tracing?: Tracing) {
    this.#fork = fork;
    this.#store = Sandbox.storeOf(fork);
    this.#route = routers[fork.endpoints] ??= routerOf(operationsOf(fork.endpoints));
    this.#tracing = tracing;
    this.#seed = this.#store.random.state.join(' ');
    watchLocations(this.#store, () => this.#footprint);
  }

  isRefused(name: string): boolean {
    return this.#calls.some(({ task, isRefused }) => task === name && isRefused);
  }

  sandboxOf(task: string): Sandbox {
    const of = { task, epoch: this.#epoch };
    const fork = Sandbox.intercepted(this.#fork, (request, respond) => this.#through(of, request, respond));
    this.#sandboxes.set(fork, of);
    return fork;
  }

  taskOf(sandbox: Sandbox | undefined): string | undefined {
    const of = sandbox && this.#sandboxes.get(sandbox);
    return of?.epoch === this.#epoch ? of.task : undefined;
  }

  start(task: string): Promise<void> {
    this.#starts += 1;
    return this.#hold({ kind: 'start', task, epoch: this.#epoch }, `${task}#${this.#starts}`);
  }

  release(choose: Choose): void {
    const waiting = this.queue.length;
    const continuing = continuingAfter(this.#current, this.queue);
    const position = waiting > 1 ? choose(this.queue, continuing) : 0;
    const [held] = this.queue.splice(position, 1);
    if (!held) return;
    const { pass, ...item } = held;
    this.#begin({ ...item, choice: { waiting, position, continuing } });
    pass();
  }

  /** Notes that time moves now, because nothing waits. If nothing came of the last move, it is the same wait. */
  letTimePass(): void {
    const last = this.steps.at(-1);
    if (last?.kind === 'time' && isIdle(last)) return;
    this.waits += 1;
    this.#begin({ kind: 'time', task: '', epoch: this.#epoch, path: `time#${this.steps.length}` });
  }

  moved(milliseconds: number): void {
    const last = this.steps.at(-1);
    if (last) last.milliseconds = (last.milliseconds ?? 0) + milliseconds;
  }

  /** Notes that what happens from now on belongs to no step. */
  endStep(footprint?: Footprint): void {
    this.#current = undefined;
    this.#footprint = footprint;
  }

  /** Ends this epoch: requests that wait or are still sent in it get no response. */
  crash(): void {
    // Whether a request arrived before its process was killed depends on real time, so it has no number.
    const unseen = this.queue.flatMap(({ kind, call }) => (kind === 'request' && call ? [call] : []));
    this.#calls = this.#calls.filter((call) => !unseen.includes(call));
    const [next] = this.queue;
    const cut = next?.kind === 'request' && next.call ? { call: next.call } : {};
    this.#begin({ kind: 'crash', task: next?.task ?? '', epoch: this.#epoch, path: 'crash', ...cut });
    this.#epoch += 1;
    this.queue.length = 0;
  }

  #begin(item: Omit<Step, 'made' | keyof Footprint>): void {
    const step = { ...item, made: [], ...emptyFootprint() };
    this.steps.push(step);
    if (step.kind !== 'start' && step.kind !== 'time') this.passed += 1;
    this.#current = step;
    this.#footprint = step;
    this.#store.random.state = new Random(`${this.#seed} ${step.path}`).state;
  }

  async #through(
    mounted: Pick<Call, 'task' | 'epoch'>,
    request: IncomingRequest,
    respond: Parameters<Interceptor>[1],
  ): Promise<ExchangeResult> {
    const caller = sandboxOfTask();
    const of = (request.isMocked && caller && this.#sandboxes.get(caller)) || mounted;
    if (of.task !== mounted.task) this.crossing ??= [of.task, mounted.task];
    // The control plane is not a part of the service: a scenario may read it at any time.
    if (request.path.startsWith('/_sandbox')) return respond();
    if (of.epoch !== this.#epoch) return new Promise(() => {});
    const [name, lines] = [this.#nameOf(request), this.#tracing?.linesOfUser() ?? []];
    const call: Call = { ...of, name, lines, isFromOutside: caller === undefined };
    this.#calls.push(call);
    await this.#hold({ kind: 'request', ...of, call });
    this.#footprint?.writes.add(requestLog);
    this.#footprint?.reads.add(clock);
    const result = await (this.#tracing ? this.#traced(call, respond) : respond());
    call.isRefused = (statusOf(result) ?? 500) >= 400;
    await this.#hold({ kind: 'response', ...of, call });
    call.isGivenUp = request.signal?.aborted === true;
    if (!('network' in result && result.network === 'hang')) return result;
    await sleep(longestHang, request.signal);
    return { network: 'drop' };
  }

  async #traced(call: Call, respond: Parameters<Interceptor>[1]): Promise<ExchangeResult> {
    const before = this.#unseen(() => this.#fork.snapshot());
    const result = await respond();
    const after = this.#unseen(() => this.#fork.snapshot());
    call.effects = this.#unseen(() => effectsBetween(before, after, this.#store));
    const { requestId, status, sentId, sequence = 0 } = after.requests.array.at(-1) ?? {};
    if (sequence > before.requests.sequence) call.entry = { requestId, status, sentId };
    return result;
  }

  #unseen<R>(work: () => R): R {
    const footprint = this.#footprint;
    this.#footprint = undefined;
    const result = work();
    this.#footprint = footprint;
    return result;
  }

  #hold(item: Omit<Item, 'path'>, path = this.#nextPath()): Promise<void> {
    return new Promise((pass) => {
      if (item.epoch !== this.#epoch) return;
      const whole = { ...item, path };
      this.#current?.made.push(whole);
      this.queue.push({ ...whole, pass });
    });
  }

  #nextPath(): string {
    return `${this.#current?.path ?? ''}.${this.#current?.made.length ?? this.#calls.length}`;
  }

  #nameOf({ method, path }: IncomingRequest): string {
    const row = this.#route(path)?.methods[method];
    const name = row?.name ?? `${method} ${path}`;
    const number = this.#calls.filter((call) => call.name.startsWith(`${name} #`)).length + 1;
    return `${name} #${number}`;
  }
}

const isIdle = ({ made, reads, writes }: Step) => made.length + reads.size + writes.size === 0;
