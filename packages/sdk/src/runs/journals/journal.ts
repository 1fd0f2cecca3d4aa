import { type Fields, fieldsOf } from '@mailrig/contract';
import { failure, type MailrigError, reasonOf } from '../../errors/mailrig-error.ts';
import { uuid } from '../../runtime/time.ts';

/**
 * Remembers what a run has done, so that a new start continues where the last one ended. `fileJournal` of
 * `mailrig/node` is one; a Redis list or a table is one as well:
 *
 * ```ts
 * const journal: Journal = {
 *   read: () => redis.lrange('newsletter-7', 0, -1),
 *   append: (entries) => redis.rpush('newsletter-7', ...entries),
 * };
 * ```
 *
 * Give each run its own journal, and use it in one process at a time. It holds ids, and the addresses of
 * `verifyMany`, but neither the content of emails and contacts nor the API key.
 */
export interface Journal {
  /** Name for error messages, for example a path. */
  readonly name?: string | undefined;
  /** All entries, in the order in which they were appended. Called once, before anything else. */
  read(): Iterable<string> | AsyncIterable<string> | PromiseLike<Iterable<string>>;
  /**
   * Adds entries at the end, all in this order. Each is a line of JSON. Resolves when they are stored safely.
   * Called again only after that.
   *
   * @param entries What to store, in order.
   */
  append(entries: readonly string[]): PromiseLike<unknown>;
  /** Called once, when the run has ended, unless the first entry could not be read. */
  close?(): PromiseLike<void> | void;
}

/** Identifies a run. A journal works only for the run that it was made for. */
export interface JournalHeader {
  readonly run: string;
  /** Id of the contact list. */
  readonly list?: string | undefined;
  /** Origin of the service. */
  readonly service: string;
  /** Environment of the API key. */
  readonly environment: string;
  /** Option `name`. */
  readonly name?: string | undefined;
}

/** The journal of a running run. */
export type OpenJournal = ReturnType<typeof openJournal>;

/** Opens the journal of a run. Without option `journal`, it stores nothing. */
export function openJournal(journal: Journal | undefined, identity: JournalHeader) {
  const { run: operation } = identity;
  const called = journal?.name === undefined ? 'the journal' : `the journal ${journal.name}`;
  let id: string | undefined;
  let isOpen = false;
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const failed = (reason: string, cause: unknown): MailrigError => {
    const facts = { code: 'JOURNAL_FAILED', outcome: 'unknown', cause } as const;
    return failure(operation, `${called} ${reason}${reasonOf(cause)}`, facts);
  };

  /** The error for a journal that was made for something else. */
  const mismatch = (reason: string): MailrigError =>
    failure(operation, `${called} ${reason}; give each run its own journal`, {
      code: 'JOURNAL_MISMATCH',
      outcome: 'not-sent',
    });

  const foreign = () => mismatch('was not made by a run');

  const idIn = (header: Fields): string => {
    if (header['journal'] !== 1 || typeof header['id'] !== 'string') throw foreign();
    const keys = ['run', 'list', 'service', 'environment', 'name'] as const;
    const differing = keys.filter((key) => header[key] !== identity[key]);
    if (differing.length === 0) return header['id'];
    const named = differing.map((key) => `${key} ${JSON.stringify(header[key] ?? null)}`);
    const ours = differing.map((key) => JSON.stringify(identity[key] ?? null));
    throw mismatch(`belongs to another run: ${named.join(', ')} instead of ${ours.join(', ')}`);
  };

  async function* entriesOf(given: Journal): AsyncGenerator<Fields, void, undefined> {
    let count = 0;
    try {
      for await (const text of await given.read()) {
        isOpen = true;
        yield fieldsOf(JSON.parse(text));
        count += 1;
      }
      isOpen = true;
    } catch (cause) {
      if (count === 0 && cause instanceof SyntaxError) throw foreign();
      throw failed(`cannot be read after entry ${count}`, cause);
    }
  }

  const append = async (given: Journal) => {
    await last;
    const entries = waiting;
    waiting = [];
    next = undefined;
    const appended = (async () => given.append(entries))().catch((cause: unknown) => {
      throw failed('cannot be written', cause);
    });
    last = appended;
    await appended;
  };

  /**
   * Stores an entry. Entries that arrive while others are being stored are stored together.
   *
   * @throws MailrigError with code `JOURNAL_FAILED`; from then on, nothing more is stored.
   */
  const write = async (entry: object): Promise<void> => {
    if (!journal) return;
    waiting.push(JSON.stringify(entry));
    await (next ??= append(journal));
  };

  /** Waits until everything is stored. */
  const flush = async (): Promise<void> => void (await (next ?? last));

  return {
    /** Id of the run, the same on every start. `undefined` without a journal. */
    get id() {
      return id;
    },
    mismatch,
    write,
    flush,

    /**
     * Reads the entries of earlier starts, or starts a new journal.
     *
     * @throws MailrigError with code `JOURNAL_MISMATCH` if it is the journal of another run, or
     * `JOURNAL_FAILED` if it cannot be read.
     */
    async *replay(): AsyncGenerator<Fields, void, undefined> {
      if (!journal) return;
      for await (const entry of entriesOf(journal)) {
        if (id === undefined) id = idIn(entry);
        else yield entry;
      }
      if (id !== undefined) return;
      id = uuid();
      await write({ journal: 1, id, ...identity });
    },

    /** Stores an entry without waiting for it. A failure shows up in the next `write`, or in `flush`. */
    note: (entry: object): void => void write(entry).catch(() => undefined),

    /** Stores what is left and closes the journal. Never rejects. */
    async close(): Promise<void> {
      await flush().catch(() => undefined);
      if (isOpen) await (async () => journal?.close?.())().catch(() => undefined);
    },
  };
}
