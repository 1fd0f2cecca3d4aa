import { NotRepeatableError } from './comparison.ts';
import { isFullTable } from '../service/tables/table.ts';
import { isRateLimit } from './footprint.ts';
import {
  type Choice,
  firstDifference,
  continuingAfter,
  type Item,
  type Step,
  stepName,
  type Choose,
} from './steps.ts';

type Reads = readonly (readonly [location: string, history: number | undefined])[];

/** What a step did. It does the same in each run in which the same has happened before. */
interface KnownStep {
  /** Its number among all known steps: equal numbers are equal steps with equal pasts. */
  readonly id: number;
  readonly reads: Reads;
  readonly writes: readonly string[];
  readonly made: readonly Item[];
  /** Names what it made wait, in the same order. */
  readonly names: readonly string[];
}

/** An order that was followed to its end. */
export interface Followed<R> {
  /** That of its run, or of one that did the same. */
  readonly result: R;
  /** What could have passed at each point at which several waited. */
  readonly choices: readonly Choice[];
}

/** Stands for the memory of the app: its code reads and changes it whenever it runs. */
const memory = 'memory';

/**
 * Predicts the outcomes of orders from earlier runs, so that orders that cannot differ are run once.
 *
 * A step depends on the step that made it wait, and on the history of every location that it reads. If it meets the same
 * histories again, it does the same again. For example, `a` sends an email, and `b` lists contacts: a run with `a` first also
 * shows how the order with `b` first ends, because `a` changed no contact.
 */
export class Reduction<R> {
  readonly #numbers = new Map<string, number>();
  readonly #steps = new Map<string, KnownStep[]>();
  readonly #ends = new Map<string, { readonly reads: Reads; readonly result: R }[]>();
  /** The locations that any step has read. The history of other locations does not matter. */
  readonly #reads = new Set<string>();
  #begin: readonly Item[] = [];
  /** Whether something happened that steps do not show: a response that took time, or a refusal for too many requests. */
  #isBlind = false;

  /** @throws Error if a step that met the same past as in another run did something else. */
  learn(steps: readonly Step[], readByChecks: ReadonlySet<string>, result: R): void {
    if (this.#begin.length === 0) this.#begin = startsOf(steps);
    const past = new Past(this.#numbers);
    past.expect(this.#begin, namesOf(this.#begin));
    for (const step of steps) {
      this.#isBlind ||= isBlindSpot(step);
      const name = past.nameOf(step);
      const known = this.#find(past, name);
      const [before, now] = [(known ?? step).made.map(labelOf), step.made.map(labelOf)];
      const difference = firstDifference(before, now, () => `what follows ${stepName(step)}`);
      if (difference !== undefined && !this.#isBlind) throw new NotRepeatableError(difference);
      const mine = known ?? this.#knownOf(step, past);
      if (!known) this.#steps.set(name, [...(this.#steps.get(name) ?? []), mine]);
      past.add(mine, step);
    }
    const { form } = past;
    const end = { reads: this.#historiesOf(locationsIn(readByChecks), past), result };
    this.#ends.set(form, [...(this.#ends.get(form) ?? []), end]);
  }

  /** Follows an order to its end; `undefined` if that needs a run. */
  follow(choose: Choose): Followed<R> | undefined {
    if (this.#isBlind || this.#begin.length === 0) return undefined;
    const past = new Past(this.#numbers, this.#reads);
    const queue = [...this.#begin];
    past.expect(queue, namesOf(queue));
    const choices: Choice[] = [];
    let last: Pick<Item, 'task' | 'path'> | undefined;
    for (;;) {
      const found = queue.length === 0 && this.#ends.get(past.form)?.find((end) => past.fits(end));
      if (found) return { result: found.result, choices };
      let position = 0;
      if (queue.length > 1) {
        const continuing = continuingAfter(last, queue);
        position = choose(queue, continuing);
        choices.push({ waiting: queue.length, position, continuing });
      }
      const [item = time] = queue.splice(position, 1);
      last = item;
      const known = this.#find(past, past.nameOf(item));
      if (!known) return undefined;
      past.add(known, item);
      queue.push(...known.made);
    }
  }

  #find(past: Past, name: string): KnownStep | undefined {
    return this.#steps.get(name)?.find((known) => past.fits(known));
  }

  #knownOf({ kind, reads, writes, made }: Step, past: Past): KnownStep {
    const inMemory = kind === 'request' ? [] : [memory];
    const id = numberOf(this.#numbers, `step ${this.#numbers.size}`);
    return {
      id,
      reads: this.#historiesOf([...inMemory, ...locationsIn(reads)], past),
      writes: [...inMemory, ...locationsIn(writes)],
      made,
      names: namesOf(made, id),
    };
  }

  #historiesOf(locations: readonly string[], past: Past): Reads {
    for (const location of locations) this.#reads.add(location);
    return locations.map((location) => [location, past.historyOf(location)] as const);
  }
}

const locationsIn = (all: ReadonlySet<string>) => [...all].filter((location) => !isRateLimit(location));

const time = { kind: 'time', task: '', path: '' } as const;

class Past {
  readonly #numbers: Map<string, number>;
  readonly #watched: ReadonlySet<string> | undefined;
  readonly #histories = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #ids: number[] = [];

  /** @param watched The locations whose history counts. Default: all. */
  constructor(numbers: Map<string, number>, watched?: ReadonlySet<string>) {
    this.#numbers = numbers;
    this.#watched = watched;
  }

  /** The same for all orders with the same steps, each with the same past. */
  get form(): string {
    return this.#ids.toSorted((one, other) => one - other).join(' ');
  }

  historyOf(location: string): number | undefined {
    return this.#histories.get(location);
  }

  /** What a step is, but for the locations that it reads. */
  nameOf({ kind, path }: Pick<Step, 'kind' | 'path'>): string {
    return (kind === 'time' ? undefined : this.#names.get(path)) ?? `time after ${this.form}`;
  }

  fits({ reads }: Pick<KnownStep, 'reads'>): boolean {
    return reads.every(([location, history]) => this.#histories.get(location) === history);
  }

  expect(items: readonly Item[], names: readonly string[]): void {
    for (const [nth, { path }] of items.entries()) this.#names.set(path, names[nth] ?? '');
  }

  add({ id, writes, made, names }: KnownStep, { path }: Pick<Step, 'path'>): void {
    this.#ids.push(id);
    for (const location of writes) {
      if (this.#watched?.has(location) === false) continue;
      const history = `${this.#histories.get(location) ?? ''}>${id}`;
      this.#histories.set(location, numberOf(this.#numbers, history));
    }
    this.#names.delete(path);
    this.expect(made, names);
  }
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

/** Names what a step made wait; without a step, what waits in the beginning. */
const namesOf = (items: readonly Item[], cause = 0): string[] =>
  items.map((item, nth) => `${cause} ${nth} ${labelOf(item)}`);

/** A step in words, without the number of its request, which depends on the order of those of other tasks. */
const labelOf = (item: Item) => stepName(item).replace(/ #\d+$/, '');

/** The starts that wait when a run begins, in the order in which they came. */
function startsOf(steps: readonly Step[]): Item[] {
  return steps
    .filter((step): step is Step & Item => step.kind === 'start')
    .toSorted((one, other) => Number(one.path.split('#').at(-1)) - Number(other.path.split('#').at(-1)));
}

/** Whether other things decide about a step than the locations that it reads. */
function isBlindSpot({ kind, made, reads, writes }: Step): boolean {
  const isRefused = (location: string) => isRateLimit(location) && !writes.has(location);
  const isBlind = [...reads].some((location) => isFullTable(location) || isRefused(location));
  return kind === 'request' && (isBlind || made.every((item) => item.kind !== 'response'));
}
