import { isMailrigError, mayBeDone, isAPIError } from '../errors/guards.ts';
import { sourceFailed } from '../errors/client-errors.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';
import type { OpenJournal } from './journals/journal.ts';
import { isOutage } from './outages.ts';
import type { Task } from './pool.ts';
import type { RunContext } from './perform.ts';
import type { ItemResult, ItemSuccess } from './item-result.ts';
import type { Numbered } from './sources.ts';
import type { FieldError } from '@mailrig/contract';

/** What happened to an item; see `ItemSuccess`. */
export type DoneItem<Value> = Pick<ItemSuccess<unknown, Value>, 'value' | 'skipped' | 'inferred'>;

/** An item in the journal: when it was started and its digest, or its result. */
export type PastItem<Value> =
  | { readonly startedAt: number; readonly digest: string | undefined }
  | DoneItem<Value>;

/** One item, for the code that does it. */
export interface OpenItem<Item> {
  readonly item: Item;
  /** Name of the item in the journal. `undefined` if it is too malformed to have one. */
  readonly key: string | undefined;
  /** When it was first started, by now or by an earlier start, in milliseconds since 1970. */
  readonly startedAt: number;
  /** See `ItemWork.digestOf`. `undefined` without a journal. */
  readonly digest: string | undefined;
  /** Whether an earlier start began it, and its outcome is unknown. */
  readonly isResumed: boolean;
  /** Stores that it is begun again, and that all earlier tries had no effect. */
  readonly restart: () => Promise<void>;
}

/** How to do the items of one kind of run. */
export interface ItemWork<Item, Value> {
  /** Text that identifies an item in every start of a run. `undefined` if the item is too malformed. */
  readonly identify: (item: Item) => string | undefined | Promise<string | undefined>;
  /** Text for all that the service shows of a done item. Different items may have the same digest. */
  readonly digestOf?: (item: Item) => Promise<string | undefined>;
  readonly perform: (
    item: OpenItem<Item>,
    past: ReadonlyMap<string, PastItem<Value>>,
  ) => Promise<DoneItem<Value>>;
}

/** Entry of the journal: an item was started at a time, or has a result, or was certainly not done. */
interface ItemEntry<Value> extends Partial<DoneItem<Value>> {
  readonly item: string;
  readonly at?: number;
  readonly digest?: string;
}

/** How many items of the source to look for in a journal. */
const lookAhead = 100;

/**
 * The tasks of a run that does one item after the other. The journal notes each item before it is started,
 * and its result when it is done. Items are recognised by what they are, not by their position, so
 * the source may give them in another order or have more of them on the next start.
 */
export async function* itemTasks<Item, Value>(
  context: RunContext<Item>,
  { identify, digestOf, perform }: ItemWork<Item, Value>,
): AsyncGenerator<Task<ItemResult<Item, Value>>, void, undefined> {
  const { reader, journal, time } = context;
  const past = await pastItems<Value>(journal);
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
    const { item } = numbered;
    const before = key === undefined ? undefined : past.get(key);
    if (before && 'value' in before) return { ok: true, ...numbered, ...before, resumed: true };
    const startedAt = before?.startedAt ?? time.now();
    try {
      const digest = key === undefined ? undefined : (before?.digest ?? (await digestOf?.(item)));
      const begin = async (at: number) => {
        if (key !== undefined) await journal.write({ item: key, at, digest });
      };
      if (!before) await begin(startedAt);
      const open = {
        item,
        key,
        startedAt,
        digest,
        isResumed: before !== undefined,
        restart: () => begin(time.now()),
      };
      const { value, skipped, inferred } = await perform(open, past);
      if (key !== undefined) {
        journal.note({ item: key, value, ...(skipped && { skipped }), ...(inferred && { inferred }) });
      }
      return { ok: true, ...numbered, value, skipped, inferred, resumed: false };
    } catch (cause) {
      const { operation, stop } = context;
      // A getter of the item may throw anything, and a wait that is stopped throws the reason of its signal.
      const error = stop.waits.aborted
        ? cause
        : sourceFailed(operation, 'item cannot be read', 'not-sent', cause);
      if (key !== undefined && !mayBeDone(error)) journal.note({ item: key });
      return { ok: false, ...numbered, error: nameItem(itemError(context, error), numbered.index) };
    }
  };

  for (;;) {
    const numbered = await reader.next();
    if (numbered === undefined) return;
    const key = await keyOf(numbered.item);
    yield () =>
      run(numbered, key)
        .then((result) => [result])
        .finally(() => reader.done(numbered));
  }
}

/** What the journal has about the items of earlier starts, by their names. */
async function pastItems<Value>(journal: OpenJournal): Promise<ReadonlyMap<string, PastItem<Value>>> {
  const past = new Map<string, PastItem<Value>>();
  for await (const entry of journal.replay()) {
    const stored = entry as unknown as ItemEntry<Value>;
    const { item, at, digest, value, skipped = false, inferred = false } = stored;
    if (value !== undefined) past.set(item, { value, skipped, inferred });
    else if (at !== undefined) past.set(item, { startedAt: at, digest });
    else past.delete(item);
  }
  return past;
}

/**
 * The error of an item that failed.
 *
 * @throws the error if it ends the run: it concerns every item, an outage lasted too long, or the run was
 * stopped before the outcome was known.
 */
export function itemError<Item>({ outages, stop }: RunContext<Item>, error: unknown): MailrigError {
  if (!isMailrigError(error) || endsRun(error) || outages.isExhaustedBy(error)) throw error;
  if (stop.waits.aborted && isOutage(error)) throw error;
  return error;
}

/**
 * Refuses a journal with none of the first 100 items, because it was made for another source.
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
    `belongs to another source: it has none of the first ${lookAhead} items (option name allows it)`,
  );
}

/** Codes of failures that every other item would share. */
const common: ReadonlySet<string> = new Set([
  'CLOCK_FROZEN',
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'INSUFFICIENT_CREDITS',
  'LIST_NOT_FOUND',
  'INVALID_OPTIONS',
  'HOOK_FAILED',
  'JOURNAL_FAILED',
  'JOURNAL_MISMATCH',
]);

/** Whether a failure ends the run, because every other item would fail in the same way. */
function endsRun({ code, name }: MailrigError): boolean {
  return common.has(code) || name === 'PermissionError' || name === 'AbortError';
}

/** Puts the position of an item into the names of the wrong fields: `items[17].to`. Changes the error. */
function nameItem(error: MailrigError, index: number): MailrigError {
  if (!isAPIError(error)) return error;
  const [first, ...others] = error.fieldErrors();
  if (first === undefined) return error;
  const { operation, code, message, stack } = error;
  const named = (field: string) => (field === '' ? `items[${index}]` : `items[${index}].${field}`);
  const start = `${operation}: ${code}: `;
  const reason = message.slice(start.length).replace(/^the request /, '');
  const subject = named(first.field);
  // The client's own messages begin with the field; those of the service are sentences.
  const problem = reason.startsWith(`${first.field} `)
    ? reason.slice(first.field.length)
    : `${error.status === undefined ? ' ' : ': '}${reason}`;
  const renamed = `${start}${subject}${problem}`;
  return Object.assign(error, {
    message: renamed,
    details: {
      ...error.details,
      field: subject,
      errors: [first, ...others].map((one): FieldError => ({ ...one, field: named(one.field) })),
    },
    ...(typeof stack === 'string' && { stack: stack.replace(message, () => renamed) }),
  });
}
