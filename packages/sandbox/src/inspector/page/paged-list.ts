import type { PageView } from './control-types.ts';
import { isNoResponse, shownProblem } from './control-plane.ts';

const pageSize = 50;

/** How to read a list. */
export interface ListReader<Row, Answer> {
  readonly read: (
    page: { readonly limit: number; readonly cursor: string | undefined },
    signal: AbortSignal,
  ) => Promise<Answer & PageView>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  /** Identifies a row. */
  readonly keyOf: (row: Row) => string;
  /** Called whenever the list has changed. */
  readonly onChange: () => void;
}

/**
 * A long list, of which the first pages are loaded. A refresh reads the first page again and the pages on screen. At
 * the top, the list then starts over with the new first page. Further down, the rows on screen are updated in place
 * and new rows wait, so that nothing moves under the pointer.
 */
export class PagedList<Row, Answer> {
  /** The rows from the newest on; `undefined` until the first ones have loaded. */
  rows: readonly Row[] | undefined;
  /** How many rows match in all, without those that wait. */
  total = 0;
  /** How many rows arrived while the reader was further down; they are not in `rows`. */
  waiting = 0;
  /** The answer with the first page. */
  first: Answer | undefined;
  problem: string | undefined;

  readonly #reader: ListReader<Row, Answer>;
  readonly #closed = new AbortController();
  #pages: readonly (readonly Row[])[] = [];
  /** The cursor of each page, then that of the page to load next. */
  #cursors: readonly (string | undefined)[] = [];
  #onScreen = { first: 0, last: 0 };
  #hasStarted = false;
  #isLoadingMore = false;

  constructor(reader: ListReader<Row, Answer>) {
    this.#reader = reader;
  }

  /** Loads the first page. */
  start(): void {
    this.#hasStarted = true;
    void this.refresh();
  }

  /** Reads again what may have changed, once it has started. */
  readonly refresh = oneAtATime(async () => {
    if (!this.#hasStarted) return;
    try {
      const answer = await this.#read(undefined);
      // If rows were removed, the cursors of the pages no longer fit.
      const isShorter = (answer.total ?? 0) < this.total + this.waiting;
      if (this.#onScreen.first === 0 || isShorter) this.#startOver(answer);
      else await this.#update(answer);
      this.problem = undefined;
    } catch (error) {
      // Without a response, the last rows stay and the banner says why.
      if (!this.first || !isNoResponse(error)) this.problem = shownProblem(error);
    }
    this.#changed();
  });

  /** Loads the next page, if there is one. */
  readonly more = async (): Promise<void> => {
    const page = this.#pages.length;
    const cursor = this.#cursors[page];
    if (cursor === undefined || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    // Scrolling on tries again.
    const answer = await this.#read(cursor).catch(() => undefined);
    this.#isLoadingMore = false;
    // The list may have started over.
    if (!answer || this.#cursors[page] !== cursor || this.#pages.length !== page) return;
    this.#pages = [...this.#pages, this.#reader.rowsOf(answer)];
    this.#cursors = [...this.#cursors, answer.cursor];
    this.#changed();
  };

  /** Reports which rows are on screen: a refresh reads their pages. */
  readonly onWindow = (first: number, last: number): void => {
    this.#onScreen = { first, last };
  };

  /** Goes to the top, with the rows that are waiting. */
  readonly restart = (): void => {
    this.onWindow(0, 0);
    void this.refresh();
  };

  /** Ends all requests: nothing changes from now on. */
  close(): void {
    this.#closed.abort();
  }

  #read(cursor: string | undefined): Promise<Answer & PageView> {
    return this.#reader.read({ limit: pageSize, cursor }, this.#closed.signal);
  }

  #startOver(answer: Answer & PageView): void {
    const rows = this.#reader.rowsOf(answer);
    this.onWindow(0, 0);
    this.first = answer;
    this.#pages = [rows];
    this.#cursors = [undefined, answer.cursor];
    this.total = answer.total ?? rows.length;
    this.waiting = 0;
  }

  async #update(answer: Answer & PageView): Promise<void> {
    const { rowsOf, keyOf } = this.#reader;
    const updates = new Map(rowsOf(answer).map((row) => [keyOf(row), row]));
    const from = Math.max(1, Math.floor(this.#onScreen.first / pageSize));
    const to = Math.min(this.#pages.length - 1, Math.floor(this.#onScreen.last / pageSize));
    for (let page = from; page <= to; page++) {
      for (const row of rowsOf(await this.#read(this.#cursors[page]))) updates.set(keyOf(row), row);
    }
    this.first = answer;
    this.waiting = (answer.total ?? 0) - this.total;
    this.#pages = this.#pages.map((rows) => rows.map((row) => updates.get(keyOf(row)) ?? row));
  }

  #changed(): void {
    if (this.#closed.signal.aborted) return;
    this.rows = this.first && this.#pages.flat();
    this.#reader.onChange();
  }
}

/** Calls during a run queue one more run: a slow search ends before the next one starts. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isQueued = false;
  const run = async (): Promise<void> => {
    isQueued = isRunning;
    if (isRunning) return;
    isRunning = true;
    await work();
    isRunning = false;
    if (isQueued) await run();
  };
  return run;
}
