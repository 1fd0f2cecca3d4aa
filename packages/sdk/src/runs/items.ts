import { isMailrigError } from '../errors/guards.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import { now } from '../runtime.ts';
import { endsRun, nameItem } from './item-errors.ts';
import { isOutage, mayBeDone } from './patience.ts';
import type { Task } from './pool.ts';
import type { ItemResult, RunContext } from './run.ts';
import type { Numbered } from './sources.ts';

/** What a journal knows of an item: when it was first started, or its result. */
export type PastItem<Value> = { readonly startedAt: number } | { readonly value: Value };

/** One item, for the code that does it. */
export interface OpenItem<Item> {
  readonly item: Item;
  /** Name of the item in the journal. `undefined` if it is too malformed to have one. */
  readonly key: string | undefined;
  /** When it was first started, by now or by an earlier start, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Whether an earlier start began it and did not learn the outcome. */
  readonly isResumed: boolean;
}

/** An item that is done. */
export interface DoneItem<Value> {
  readonly value: Value;
  readonly skipped: boolean;
}

/** How to do the items of one kind of run. */
export interface ItemWork<Item, Value> {
  /** What two starts of a run recognise an item by. `undefined` if it is too malformed to tell. */
  readonly identify: (item: Item) => string | undefined | Promise<string | undefined>;
  readonly perform: (
    item: OpenItem<Item>,
    past: ReadonlyMap<string, PastItem<Value>>,
  ) => Promise<DoneItem<Value>>;
}

/** Entry of the journal: an item was started at a time, or has a result, or was certainly not done. */
interface ItemEntry<Value> {
  readonly item: string;
  readonly at?: number;
  readonly value?: Value;
  readonly skipped?: boolean;
}

/** How many items of the source to look for in a journal. */
const lookAhead = 100;

/**
 * The tasks of a run that does one item after the other. Before an item is started, the journal says so; when
 * it is done, the journal has the result. Items are recognised by what they are, not by their position, so
 * the source may give them in another order or have more of them on the next start.
 */
export async function* itemTasks<Item, Value>(
  context: RunContext<Item>,
  { identify, perform }: ItemWork<Item, Value>,
): AsyncGenerator<Task<ItemResult<Item, Value>>, void, undefined> {
  const { reader, journal } = context;
  const past = new Map<string, PastItem<Value> & { readonly skipped?: boolean }>();
  for await (const entry of journal.replay()) {
    const { item: key, at, value, skipped = false } = entry as unknown as ItemEntry<Value>;
    if (value !== undefined) past.set(key, { value, skipped });
    else if (at !== undefined) past.set(key, { startedAt: at });
    else past.delete(key);
  }
  await checkSource(context, past.size, async (item) => past.has(`${await identify(item)}#1`));

  /** How often each item was read: equal items are different ones. */
  const copies = new Map<string, number>();
  const keyOf = async (item: Item) => {
    if (journal.id === undefined) return undefined;
    const name = await identify(item);
    if (name === undefined) return undefined;
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    return `${name}#${copy}`;
  };

  const run = async (numbered: Numbered<Item>, key: string | undefined): Promise<ItemResult<Item, Value>> => {
    const before = key === undefined ? undefined : past.get(key);
    if (before && 'value' in before) {
      const { value, skipped = false } = before;
      return { ok: true, ...numbered, value, skipped, resumed: true };
    }
    const startedAt = before?.startedAt ?? now();
    if (key !== undefined && !before) await journal.write({ item: key, at: startedAt });
    try {
      const open = { item: numbered.item, key, startedAt, isResumed: before !== undefined };
      const { value, skipped } = await perform(open, past);
      if (key !== undefined) journal.note({ item: key, value, ...(skipped && { skipped }) });
      return { ok: true, ...numbered, value, skipped, resumed: false };
    } catch (error) {
      if (key !== undefined && !mayBeDone(error)) journal.note({ item: key });
      return { ok: false, ...numbered, error: nameItem(itemError(context, error), numbered.index) };
    }
  };

  for (;;) {
    const numbered = await reader.next();
    if (numbered === undefined) return;
    const key = await keyOf(numbered.item);
    yield async () => [await run(numbered, key)];
  }
}

/**
 * The error of an item that failed.
 *
 * @throws the error if it ends the run: it concerns every item, an outage lasted too long, or the run was
 * stopped before the outcome was known.
 */
export function itemError<Item>({ patience, stop }: RunContext<Item>, error: unknown): MailrigError {
  if (!isMailrigError(error) || endsRun(error) || patience.isExhaustedBy(error)) throw error;
  if (stop.waits.aborted && isOutage(error)) throw error;
  return error;
}

/**
 * Refuses a journal that knows none of the first 100 items, because it was made for another source.
 *
 * @param known Number of items in the journal.
 * @throws MailrigError with code `JOURNAL_MISMATCH`.
 */
export async function checkSource<Item>(
  { reader, journal, isNamed }: RunContext<Item>,
  known: number,
  isKnown: (item: Item) => boolean | Promise<boolean>,
): Promise<void> {
  if (known === 0 || isNamed || (await reader.some(lookAhead, isKnown))) return;
  throw journal.mismatch(
    `belongs to another source: it knows none of the first ${lookAhead} items (option name allows it)`,
  );
}
