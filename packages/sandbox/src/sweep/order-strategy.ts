import { count, counted, inWords } from './counts.ts';
import type { Invariant, Verdict } from './comparison.ts';
import { type Followed, Reduction } from './reduction.ts';
import { isRateLimit, requestLog } from './footprint.ts';
import type { AnyOptions } from './options.ts';
import { orderVerdicts } from './judge.ts';
import { type Case, foreignReplay, lateStartOf, ordersIn, spread, withoutLast } from './case.ts';
import type { Baseline } from './baseline.ts';
import { listed } from './scenario.ts';
import {
  choicesIn,
  choosing,
  choosingAtRandom,
  isPreemption,
  ordersOf,
  sizesOf,
  type Step,
} from './steps.ts';
import type { Judged, Rounds, Strategy, Tried } from './strategy.ts';
import type { Trial } from './trial.ts';

const beforeRepeat =
  'That was before a task that had failed ran once more. If a queue always runs it again: { repeat: true }.';

/** How many orders are predicted for each run that the limit allows. */
const mostFollowed = 6;
const mostRandom = 100;
const usualPreemptions = 2;

/**
 * The orders in which requests and responses can pass. The first is that of their arrival. Then all orders without a
 * preemption, with one, with two: a task continues until it waits or ends, unless another one preempts it. What is left of
 * the limit goes to orders with one preemption more, then to random ones. Orders that cannot differ are run once.
 */
export class OrderStrategy implements Strategy {
  readonly name = 'orders';
  readonly #baseline: Baseline;
  readonly #options: AnyOptions;
  readonly #reduction = new Reduction<Judged>();
  readonly #judged: Judged[] = [];
  readonly #limit: number;
  readonly #seed: number;
  readonly #mostPreemptions: number | undefined;
  #skipped = 0;
  #random = 0;
  #lateStarts = 0;
  #shortened = 0;
  /** How many orders were tried systematically, by the number of their preemptions. */
  readonly #tried: number[] = [];
  #isExhausted = false;

  constructor(baseline: Baseline, options: AnyOptions) {
    const { orders, limit = 1_000, seed = 1 } = options;
    this.#baseline = baseline;
    this.#options = options;
    this.#limit = limit;
    this.#seed = seed;
    this.#mostPreemptions = typeof orders === 'object' ? orders.changes : undefined;
  }

  verdicts({ effects, effectsOnce }: Trial): Verdict[] {
    const verdicts = orderVerdicts(effects, this.#baseline);
    // Unless the options state that a failed task runs again, its race must be harmless without a second run.
    const isOnce = this.#baseline.serial.length > 0 && this.#options.repeat === undefined;
    if (verdicts.length > 0 || !isOnce) return verdicts;
    const once = orderVerdicts(effectsOnce, this.#baseline);
    return once.map((one) => ({ ...one, message: `${one.message}\n${beforeRepeat}` }));
  }

  *rounds(): Rounds<Tried> {
    const { replay, orders } = this.#options;
    if (replay !== undefined) return yield* this.#replay(replay);
    // If this order has few preemptions, it comes up again and is counted then.
    yield* this.#try(orderCase([], 'oldest', 0, 0));
    if (orders === false) return { text: `The normal order of ${this.#subject}` };
    const preemptions = yield* this.#trySystematically();
    const hasTriedMost = this.#mostPreemptions !== undefined && preemptions >= this.#mostPreemptions;
    if (!hasTriedMost && !this.#isExhausted) yield* this.#tryRandom(preemptions);
    if (this.#mostPreemptions === undefined) yield* this.#tryLateStarts();
    return this.#triedUpTo(preemptions);
  }

  /** Runs the orders of a replay again. Those of one program can only be compared with that of the arrival. */
  *#replay(replay: string): Rounds<Tried> {
    const late = lateStartOf(replay);
    if (late) {
      yield [late];
      return { text: `A late start of ${late.last}` };
    }
    const { orders, of } = ordersIn(replay);
    const isOfArrival = ({ positions }: (typeof orders)[number]) => positions.length === 0;
    const isAdded = this.#baseline.serial.length === 0 && !orders.some(isOfArrival);
    const all = isAdded
      ? [{ positions: [], count: 1 }, ...orders]
      : orders.toSorted((one, other) => Number(isOfArrival(other)) - Number(isOfArrival(one)));
    const judged = yield all.map(({ positions, count: number }) => ({
      ...orderCase(positions, 'oldest', 0),
      orders: { count: number, preemptions: 0, ...(of !== undefined && { of }) },
    }));
    for (const [index, { positions }] of all.entries()) {
      const passed = choicesIn(judged[index]?.steps ?? []);
      if (positions.some((position, at) => passed[at]?.position !== position)) {
        throw foreignReplay(replay, 'fewer requests wait at some point');
      }
    }
    return { text: `${counted(all.length, 'order')} of ${this.#subject}` };
  }

  /** Tries all orders with one preemption after the other. Returns the most with which all were tried; -1 if none. */
  *#trySystematically(): Rounds<number> {
    const isSmall = ordersOf(this.#baseline.trial.steps) <= this.#limit;
    const most = this.#mostPreemptions ?? (isSmall ? Infinity : usualPreemptions + 1);
    let [level, share]: [readonly (readonly number[])[], number] = [[[]], 1];
    for (let preemptions = 0; preemptions <= most; preemptions += 1) {
      const unknown = level.filter((order) => !this.#reduction.follow(choosing(order, 'continue'))).length;
      const runs = this.#judged.length;
      if (runs + Math.ceil(unknown * share) > this.#limit) return preemptions - 1;
      const next = yield* this.#tryLevel(level, preemptions);
      if (!next) return preemptions - 1;
      if (next.length === 0) {
        this.#isExhausted = true;
        return Math.max(preemptions, this.#mostPreemptions ?? usualPreemptions);
      }
      // Each preemption makes a new order with about the same chance, so two do with its square.
      if (preemptions > 0 && unknown > 0) {
        share = Math.min(1, ((this.#judged.length - runs) / unknown) ** ((preemptions + 1) / preemptions));
      }
      level = next;
    }
    return most;
  }

  /** Tries orders without further preemptions. Returns those with one more; `undefined` beyond the limit. */
  *#tryLevel(level: readonly (readonly number[])[], preemptions: number): Rounds<number[][] | undefined> {
    const [open, next]: [(readonly number[])[], number[][]] = [[...level], []];
    for (let tried = 0; ; tried += 1) {
      const start = open[tried];
      if (!start) return next;
      // Following them also takes time.
      if (tried > this.#limit * mostFollowed) return undefined;
      const followed = yield* this.#try(orderCase(start, 'continue', preemptions + 1));
      if (!followed) return undefined;
      this.#tried[preemptions] = (this.#tried[preemptions] ?? 0) + 1;
      const positions = followed.choices.map(({ position }) => position);
      for (const [index, choice] of followed.choices.entries()) {
        if (index < start.length) continue;
        for (let position = 0; position < choice.waiting; position += 1) {
          if (position === choice.position) continue;
          const other = [...positions.slice(0, index), position];
          (isPreemption(choice, position) ? next : open).push(other);
        }
      }
    }
  }

  *#tryRandom(preemptions: number): Rounds {
    const sizes = sizesOf(this.#baseline.trial.steps);
    const shortened = new Set<Invariant>();
    const isComplete = preemptions >= usualPreemptions;
    const most = Math.min(this.#limit - this.#judged.length, isComplete ? mostRandom : Infinity);
    for (let draws = most; draws > 0 && this.#judged.length < this.#limit; draws -= 1) {
      this.#random += 1;
      const seed = `${this.#seed}/${this.#random}`;
      const orders = { count: 1, preemptions: Infinity };
      const judged = (yield* this.#try({ chooser: () => choosingAtRandom(seed, sizes), orders }))?.result;
      for (const { invariant } of judged?.verdicts ?? []) {
        if (judged && !shortened.has(invariant)) yield* this.#shorten(judged, invariant);
        shortened.add(invariant);
      }
    }
  }

  /** Starts one task in each pause of the others, in at most as many runs as there were orders. */
  *#tryLateStarts(): Rounds {
    const most = Math.min(this.#judged.length, this.#limit - this.#judged.length);
    const cases = spread([...this.#baseline.lateStarts.values()], most);
    this.#lateStarts = cases.length;
    if (cases.length > 0) yield cases;
  }

  /** Sets the positions of a random order to 0, one by one from the end, as long as the same invariant breaks. */
  *#shorten({ steps }: Judged, invariant: Invariant): Rounds {
    let positions = choicesIn(steps).map(({ position }) => position);
    const deviations = (order: readonly number[]) => order.filter((position) => position > 0).length;
    for (let at = positions.length - 1; at >= 0; at -= 1) {
      if ((positions[at] ?? 0) === 0) continue;
      const shorter = withoutLast(positions.with(at, 0));
      const tried = yield* this.#try(orderCase(shorter, 'oldest', afterSystematic + deviations(shorter)));
      this.#shortened += tried ? 1 : 0;
      if (tried?.result.verdicts.some((verdict) => verdict.invariant === invariant)) positions = shorter;
    }
  }

  /** Runs an order, unless its end is known; `undefined` beyond the limit. */
  *#try(one: Case): Rounds<Followed<Judged> | undefined> {
    const foretold = one.chooser && this.#reduction.follow(one.chooser());
    if (foretold) {
      this.#skipped += 1;
      const { orders } = foretold.result.case;
      if (orders) orders.count += 1;
      return foretold;
    }
    if (this.#judged.length === this.#limit) return undefined;
    const [judged] = yield [one];
    if (!judged) return undefined;
    const { steps, readByChecks } = judged;
    this.#judged.push(judged);
    this.#reduction.learn(steps, readByChecks, judged);
    return { result: judged, choices: choicesIn(steps) };
  }

  /** What was tried, if that is all orders with up to this many preemptions. */
  #triedUpTo(preemptions: number): Tried {
    const runs = this.#judged.length + this.#lateStarts;
    const [skipped, random, seed] = [this.#skipped, this.#random, this.#seed];
    const complete = preemptions >= (this.#mostPreemptions ?? usualPreemptions);
    const isIn = (isSo: typeof isConflict) => this.#judged.some(({ steps }) => hasPair(steps, isSo));
    const alone = runs > 1 ? onlyStarts : withoutChoice;
    return {
      text: runs > 1 ? this.#text(preemptions, runs) : `The only order of ${this.#subject}`,
      orders: { runs, changes: preemptions, complete, random, seed, skipped },
      notes: isIn(isConflict) ? [] : [isIn(() => true) ? withoutConflict : alone],
    };
  }

  #text(preemptions: number, runs: number): string {
    const systematic = this.#tried.slice(0, preemptions + 1).reduce((sum, tried) => sum + tried, 0);
    const upTo = ` with ${preemptions > 0 ? 'up to ' : ''}${inWords(preemptions, 'preemption')}`;
    const all = `All ${count(systematic)} orders of ${this.#subject}${this.#isExhausted ? '' : upTo}`;
    const parts = [preemptions < 0 ? `The normal order of ${this.#subject}` : all];
    const { [preemptions + 1]: beyond } = this.#tried;
    if (beyond) parts.push(`${count(beyond)} of those with ${inWords(preemptions + 1, 'preemption')}`);
    // All numbers together are those of the runs.
    if (this.#judged[0]?.case.orders?.count === 0) parts.push('that of their arrival');
    if (this.#random > 0) {
      const about = count(ordersOf(this.#baseline.trial.steps));
      parts.push(`${count(this.#random)} of about ${about} at random (uniform, seed ${this.#seed})`);
    }
    if (this.#shortened > 0) parts.push(`${count(this.#shortened)} to shorten what broke`);
    const late = `${counted(this.#lateStarts, 'start')} of a task in a pause of another`;
    if (this.#lateStarts > 0) parts.push(late);
    return `${parts.join(' and ')}${this.#skipped === 0 ? '' : `, in ${counted(runs, 'run')}`}`;
  }

  get #subject(): string {
    const { isFunction, names } = this.#baseline.scenario;
    const tasks = names.length === 1 ? `the requests of ${listed(names)}` : listed(names);
    return isFunction ? 'its requests' : tasks;
  }
}

const onlyStarts =
  'No two requests were open at the same time, so only the order in which the tasks start was changed.';
const withoutChoice = 'No two requests were open at the same time, so there was no order to change.';
const withoutConflict =
  'No two requests that were open at the same time touched the same record of the service: only the state of your own code could differ.';

/** Ranks a random order that was shortened after all orders that were tried systematically. */
const afterSystematic = 1_000;

/** A case with this order. The fewer preemptions, the better it shows a break; that of the arrival shows it best. */
function orderCase(
  positions: readonly number[],
  then: 'oldest' | 'continue',
  preemptions: number,
  times = 1,
): Case {
  return { chooser: () => choosing(positions, then), orders: { count: times, preemptions } };
}

/** Whether two requests of a run are such a pair: neither followed from the other, and another order was possible. */
function hasPair(steps: readonly Step[], isSo: (one: Step, other: Step) => boolean): boolean {
  const requests = steps.filter(({ kind }) => kind === 'request');
  const isBehind = (one: Step, other: Step) => `${one.path}.`.startsWith(`${other.path}.`);
  const isPair = (one: Step, other: Step) =>
    !isBehind(one, other) && !isBehind(other, one) && isSo(one, other);
  const hasChoice = steps.some(({ kind, choice }) => kind !== 'start' && choice && choice.waiting > 1);
  return hasChoice && requests.some((one) => requests.some((other) => isPair(one, other)));
}

const isConflict = ({ writes }: Step, { reads }: Step) =>
  [...writes].some((location) => location !== requestLog && !isRateLimit(location) && reads.has(location));
