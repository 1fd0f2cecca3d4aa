import type { Case } from './case.ts';
import { chooserOf, ordersOf, sizesOf } from './choice.ts';
import { count, counted, inWords } from './counts.ts';
import type { Invariant } from './invariants.ts';
import { Reduction } from './reduction.ts';
import { overlapsIn } from './overlaps.ts';
import type { SweepOptions } from './options.ts';
import { OrderDependence } from './order-dependent.ts';
import { orderOf, orderToken } from './order-token.ts';
import type { Baseline } from './baseline.ts';
import { foreignReplay } from './replay.ts';
import { listed } from './scenario.ts';
import { serializable } from './serializable.ts';
import { choicesIn, type Step } from './steps.ts';
import type { Judged, Strategy, SweepOrders, Tried } from './strategy.ts';

type Round<T> = Generator<readonly Case[], void, readonly Judged<T>[]>;

/**
 * The orders in which requests and answers can pass, those with the fewest changes first. The normal order is that
 * of their arrival; with a change, the oldest waits while another passes. When all orders with one change more would be
 * beyond the limit, the rest of the runs have random orders. Orders that cannot differ are run once.
 */
export function orderStrategy<T>(baseline: Baseline<T>, options: SweepOptions<never, never>): Strategy<T> {
  const { serial } = baseline;
  const dependence = new OrderDependence(baseline);
  return {
    name: 'orders',
    isExact: true,
    rules: {
      own: (trial) => (serial.length > 0 ? serializable(trial, baseline) : dependence.verdictOn(trial)),
    },
    tokenOf: (steps) => orderToken(choicesIn(steps).map(({ place }) => place)),
    rounds: () => new Orders(baseline, options, dependence).rounds(),
  };
}

/** An order that was tried: its changes, and how many waited at each choice. */
interface Known {
  readonly order: readonly number[];
  readonly waiting: readonly number[];
}

/** How an order went, and how many waited at each choice. */
interface TriedOrder<T> extends Omit<Known, 'order'> {
  readonly judged: Judged<T>;
}

/** Orders that are followed for each run that may be made. */
const mostFollowed = 6;

/** Tries orders until all are tried, or as many as the limit allows. */
class Orders<T> {
  readonly #baseline: Baseline<T>;
  readonly #options: SweepOptions<never, never>;
  readonly #dependence: OrderDependence<T>;
  readonly #reduction = new Reduction<Judged<T>>();
  readonly #limit: number;
  readonly #seed: number;
  readonly #most: number;
  #runs = 0;
  #skipped = 0;
  #random = 0;
  #last: readonly Known[] = [];
  /** Orders that were tried when all with the same number of changes had been. */
  #systematic = 0;
  #overlaps = { sameTime: false, samePlace: false };

  constructor(baseline: Baseline<T>, options: SweepOptions<never, never>, dependence: OrderDependence<T>) {
    const { orders, limit = 1_000, seed = 1 } = options;
    this.#baseline = baseline;
    this.#options = options;
    this.#dependence = dependence;
    this.#limit = limit;
    this.#seed = seed;
    this.#most = typeof orders === 'object' ? (orders.changes ?? 2) : 2;
  }

  *rounds(): Generator<readonly Case[], Tried, readonly Judged<T>[]> {
    const { replay } = this.#options;
    if (replay !== undefined) return yield* this.#again(replay);
    let changes = 0;
    yield* this.#tryAll([[]]);
    this.#systematic = 1;
    for (let share = 1; changes < this.#most; changes += 1) {
      // To follow them takes time, too.
      if (this.#last.reduce((sum, one) => sum + changesAfter(one), 0) > this.#limit * mostFollowed) break;
      const next = this.#last.flatMap(oneMoreChange);
      const unknown = next.filter((order) => !this.#reduction.follow(chooserOf({ order }))).length;
      if (this.#runs + Math.ceil(unknown * share) > this.#limit) break;
      const runs = this.#runs;
      yield* this.#tryAll(next);
      if (this.#last.length < next.length) break;
      this.#systematic += next.length;
      // Each change makes a new order with about the same chance, so two do with its square.
      share = unknown === 0 ? 1 : ((this.#runs - runs) / unknown) ** ((changes + 2) / (changes + 1));
    }
    const complete = changes === this.#most;
    if (!complete) yield* this.#tryRandom();
    return this.#tried({ changes, complete });
  }

  /** Runs one order again. */
  *#again(replay: string): Generator<readonly Case[], Tried, readonly Judged<T>[]> {
    const order = orderOf(replay);
    for (const { trial } of yield [orderCase(order)]) checkFollowed(order, trial.steps, replay);
    return { text: `1 order of ${this.#subject}` };
  }

  *#tryAll(orders: readonly (readonly number[])[]): Round<T> {
    const known: Known[] = [];
    for (const order of orders) {
      const tried = yield* this.#try(orderCase(order));
      if (!tried) break;
      known.push({ order, waiting: tried.waiting });
    }
    this.#last = known;
  }

  *#tryRandom(): Round<T> {
    const sizes = sizesOf(this.#baseline.trial.steps);
    const shortened = new Set<Invariant>();
    for (let draws = this.#limit - this.#runs; draws > 0 && this.#runs < this.#limit; draws -= 1) {
      this.#random += 1;
      const seed = `${this.#seed}/${this.#random}`;
      const one = { plan: { random: { seed, sizes } }, token: 'order:random', orders: { count: 1 } };
      const judged = (yield* this.#try(one))?.judged;
      for (const { invariant } of judged?.verdicts ?? []) {
        if (judged && !shortened.has(invariant)) yield* this.#shorten(judged, invariant);
        shortened.add(invariant);
      }
    }
  }

  /** Takes the changes out of a random order, one by one from the end, as long as it breaks what it broke. */
  *#shorten({ trial }: Judged<T>, invariant: Invariant): Round<T> {
    let order: readonly number[] = choicesIn(trial.steps).map(({ place }) => place);
    for (let at = order.length - 1; at >= 0; at -= 1) {
      if ((order[at] ?? 0) === 0) continue;
      const shorter = orderOf(orderToken(order.with(at, 0)));
      const tried = yield* this.#try(orderCase(shorter));
      this.#random += tried ? 1 : 0;
      if (tried?.judged.verdicts.some((verdict) => verdict.invariant === invariant)) order = shorter;
    }
  }

  /** Runs an order, unless its end is known; `undefined` beyond the limit. */
  *#try(one: Case): Generator<readonly Case[], TriedOrder<T> | undefined, readonly Judged<T>[]> {
    const foretold = this.#options.repeat ? undefined : this.#reduction.follow(chooserOf(one.plan));
    if (foretold) {
      this.#skipped += 1;
      const { orders } = foretold.same.case;
      if (orders) orders.count += 1;
      this.#dependence.count(foretold.same);
      return { judged: foretold.same, waiting: foretold.waiting };
    }
    if (this.#runs === this.#limit) return undefined;
    this.#runs += 1;
    const [judged] = yield [one];
    if (!judged) return undefined;
    const { steps, aside } = judged.trial;
    this.#dependence.count(judged);
    if (!this.#options.repeat) this.#reduction.learn(steps, aside, judged);
    this.#overlaps = overlapsIn(steps, this.#overlaps);
    return { judged, waiting: choicesIn(steps).map(({ waiting }) => waiting) };
  }

  #tried({ changes, complete }: Pick<SweepOrders, 'changes' | 'complete'>): Tried {
    const [runs, skipped, random] = [this.#runs, this.#skipped, this.#random];
    const conclusion = this.#dependence.conclusion();
    return {
      text: this.#text(changes),
      orders: { runs, changes, complete, random, seed: this.#seed, skipped },
      notes: this.#notes(),
      ...(conclusion !== undefined && { conclusions: { 'order-dependent': conclusion } }),
    };
  }

  #text(changes: number): string {
    if (!this.#overlaps.sameTime) return `The only order of ${this.#subject}`;
    const parts = [
      changes === 0
        ? `The normal order of ${this.#subject}`
        : `All ${count(this.#systematic)} orders of ${this.#subject} with up to ${inWords(changes, 'change')}`,
    ];
    const more = this.#runs + this.#skipped - this.#systematic - this.#random;
    if (more > 0) parts.push(`${count(more)} of those with ${inWords(changes + 1, 'change')}`);
    if (this.#random > 0) {
      const all = count(ordersOf(this.#baseline.trial.steps));
      parts.push(`${count(this.#random)} of about ${all} at random (uniform, seed ${this.#seed})`);
    }
    const skipped = this.#skipped === 0 ? '' : `, in ${counted(this.#runs, 'run')}`;
    return `${parts.join(' and ')}${skipped}`;
  }

  get #subject(): string {
    const { isFunction, names } = this.#baseline.scenario;
    return isFunction
      ? 'its requests'
      : names.length === 1
        ? `the requests of ${listed(names)}`
        : listed(names);
  }

  /** What a pass does not say. */
  #notes(): string[] {
    if (!this.#overlaps.sameTime) {
      return ['No two requests were open at the same time, so there was no order to change.'];
    }
    if (!this.#overlaps.samePlace) {
      return [
        'No two requests that were open at the same time touched the same record of the service: only the state of your own code could differ.',
      ];
    }
    return [];
  }
}

/** A case with this order. */
function orderCase(order: readonly number[]): Case {
  return { plan: { order }, token: orderToken(order), orders: { count: 1 } };
}

/** How many orders there are with one change more, after those of this order. */
function changesAfter({ order, waiting }: Known): number {
  return waiting.slice(order.length).reduce((sum, choices) => sum + choices - 1, 0);
}

/** All orders with one change more, after those of this order. */
function oneMoreChange({ order, waiting }: Known): number[][] {
  return waiting.slice(order.length).flatMap((count, index) => {
    const before = [...order, ...Array<number>(index).fill(0)];
    return Array.from({ length: count - 1 }, (_, place) => [...before, place + 1]);
  });
}

/** @throws Error if a run could not follow its order. */
function checkFollowed(order: readonly number[], steps: readonly Step[], replay: string): void {
  const places = choicesIn(steps).map(({ place }) => place);
  if (order.every((place, index) => places[index] === place)) return;
  throw foreignReplay(replay, 'fewer requests wait at some point');
}
