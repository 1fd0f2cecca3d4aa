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

/** The journal of a running run. Without option `journal`, it stores nothing. */
export class OpenJournal {
  readonly #journal: Journal | undefined;
  readonly #identity: JournalHeader;
  #id: string | undefined;
  #isOpen = false;
  #waiting: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: Journal | undefined, identity: JournalHeader) {
    this.#journal = journal;
    this.#identity = identity;
  }

  /** Id of the run, the same on every start. `undefined` without a journal. */
  get id(): string | undefined {
    return this.#id;
  }

  /**
   * Reads the entries of earlier starts, or starts a new journal.
   *
   * @throws MailrigError with code `JOURNAL_MISMATCH` if it is the journal of another run, or `JOURNAL_FAILED` if it
   * cannot be read.
   */
  async *replay(): AsyncGenerator<Fields, void, undefined> {
    if (!this.#journal) return;
    for await (const entry of this.#entriesOf(this.#journal)) {
      if (this.#id === undefined) this.#id = this.#idIn(entry);
      else yield entry;
    }
    if (this.#id !== undefined) return;
    this.#id = uuid();
    await this.write({ journal: 1, id: this.#id, ...this.#identity });
  }

  /**
   * Stores an entry. Entries that arrive while others are being stored are stored together.
   *
   * @throws MailrigError with code `JOURNAL_FAILED`; from then on, nothing more is stored.
   */
  async write(entry: object): Promise<void> {
    if (!this.#journal) return;
    this.#waiting.push(JSON.stringify(entry));
    await (this.#next ??= this.#append(this.#journal));
  }

  /** Stores an entry without waiting for it. A failure shows up in the next `write`, or in `flush`. */
  note(entry: object): void {
    void this.write(entry).catch(() => undefined);
  }

  /** Waits until everything is stored. */
  async flush(): Promise<void> {
    await (this.#next ?? this.#last);
  }

  /** Stores what is left and closes the journal. Never rejects. */
  async close(): Promise<void> {
    await this.flush().catch(() => undefined);
    if (this.#isOpen) await (async () => this.#journal?.close?.())().catch(() => undefined);
  }

  /** The error for a journal that was made for something else. */
  mismatch(reason: string): MailrigError {
    const facts = { code: 'JOURNAL_MISMATCH', outcome: 'not-sent' } as const;
    return failure(this.#identity.run, `${this.#called} ${reason}; give each run its own journal`, facts);
  }

  async *#entriesOf(journal: Journal): AsyncGenerator<Fields, void, undefined> {
    let count = 0;
    try {
      for await (const text of await journal.read()) {
        this.#isOpen = true;
        yield fieldsOf(JSON.parse(text));
        count += 1;
      }
      this.#isOpen = true;
    } catch (cause) {
      if (count === 0 && cause instanceof SyntaxError) throw this.mismatch(notOfRun);
      throw this.#failed(`cannot be read after entry ${count}`, cause);
    }
  }

  #idIn(header: Fields): string {
    if (header['journal'] !== 1 || typeof header['id'] !== 'string') throw this.mismatch(notOfRun);
    const keys = ['run', 'list', 'service', 'environment', 'name'] as const;
    const differing = keys.filter((key) => header[key] !== this.#identity[key]);
    if (differing.length === 0) return header['id'];
    const named = differing.map((key) => `${key} ${JSON.stringify(header[key] ?? null)}`);
    const ours = differing.map((key) => JSON.stringify(this.#identity[key] ?? null));
    throw this.mismatch(`belongs to another run: ${named.join(', ')} instead of ${ours.join(', ')}`);
  }

  async #append(journal: Journal): Promise<void> {
    await this.#last;
    const entries = this.#waiting;
    this.#waiting = [];
    this.#next = undefined;
    const appended = (async () => journal.append(entries))().catch((cause: unknown) => {
      throw this.#failed('cannot be written', cause);
    });
    this.#last = appended;
    await appended;
  }

  get #called(): string {
    return this.#journal?.name === undefined ? 'the journal' : `the journal ${this.#journal.name}`;
  }

  #failed(reason: string, cause: unknown): MailrigError {
    const facts = { code: 'JOURNAL_FAILED', outcome: 'unknown', cause } as const;
    return failure(this.#identity.run, `${this.#called} ${reason}${reasonOf(cause)}`, facts);
  }
}

const notOfRun = 'was not made by a run';
