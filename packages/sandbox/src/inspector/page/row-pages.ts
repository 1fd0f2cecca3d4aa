import { useCallback, useRef } from 'preact/hooks';
import { call, type Given } from './control-plane.ts';
import type { ResponseOf, PageView } from './control-types.ts';
import { Resource, useResource } from './reads.ts';

/** The long lists of the control plane: the field of a response with the rows, and the fields that identify a row. */
const lists = {
  listAttachments: { rows: 'attachments', key: ['id'] },
  listContacts: { rows: 'contacts', key: ['id'] },
  listCreditEntries: { rows: 'entries', key: ['at', 'balance', 'change'] },
  listMessages: { rows: 'messages', key: ['id'] },
  listRequests: { rows: 'requests', key: ['requestId'] },
  listSuppressions: { rows: 'suppressions', key: ['email'] },
  listVerificationAddresses: { rows: 'addresses', key: ['email'] },
  listVerifications: { rows: 'verifications', key: ['id'] },
} as const;

/** The verb of a long list. */
export type ListName = keyof typeof lists;

/** A row of a long list. */
export type RowOf<Name extends ListName> =
  ResponseOf<Name> extends Readonly<Record<(typeof lists)[Name]['rows'], readonly (infer Row)[]>>
    ? Row
    : never;

/** A long list as components show it. */
export interface RowPages<Row, Page = unknown> {
  /** The rows from the newest on; `undefined` until the first ones have loaded. */
  readonly rows: readonly Row[] | undefined;
  /** How many rows match in all, without those that wait. */
  readonly total: number;
  /** How many rows arrived while the reader was further down; they are not in `rows`. */
  readonly waiting: number;
  /** The answer with the first page. */
  readonly first: Page | undefined;
  readonly problem: string | undefined;
  /** Identifies a row. */
  readonly keyOf: (row: Row) => string;
  /** Whether there is a search or a filter. */
  readonly isFiltered: boolean;
  /** Whether the rows still belong to an earlier search. */
  readonly isOld: boolean;
  /** Loads the next page, if there is one. */
  readonly more: () => Promise<void>;
  /** Reports which rows are on screen: a refresh reads their pages. */
  readonly onWindow: (first: number, last: number) => void;
  /** Goes to the top, with the rows that are waiting. */
  readonly restart: () => void;
}

const pageSize = 50;
const searchDelayMs = 120;

/** The first pages of a long list. */
interface Pages<Row, Page> {
  /** The answer with the first of them. */
  readonly first: Page;
  readonly rows: readonly Row[];
  /** The cursor of each page, then that of the page to load next. */
  readonly cursors: readonly (string | undefined)[];
  readonly total: number;
  readonly waiting: number;
}

/**
 * A long list, of which the first pages are loaded. A refresh reads the first page again and the pages on screen. At
 * the top, the list then starts over with the new first page. Further down, the rows on screen are updated in place
 * and new rows wait, so that nothing moves under the pointer.
 */
class PagedList<Row, Page extends PageView> extends Resource<Pages<Row, Page>> {
  readonly #page: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>;
  readonly #rowsOf: (response: Page) => readonly Row[];
  readonly #keyOf: (row: Row) => string;
  #onScreen = { first: 0, last: 0 };
  #isLoadingMore = false;

  constructor(
    page: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>,
    rowsOf: (response: Page) => readonly Row[],
    keyOf: (row: Row) => string,
    delay: number,
  ) {
    super((signal) => this.#reread(signal), delay);
    this.#page = page;
    this.#rowsOf = rowsOf;
    this.#keyOf = keyOf;
  }

  get #pages(): Pages<Row, Page> | undefined {
    return this.state.peek()?.response;
  }

  readonly more = async (): Promise<void> => {
    const cursor = this.#pages?.cursors.at(-1);
    if (cursor === undefined || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    // Scrolling on tries again.
    const response = await this.#page(cursor).catch(() => undefined);
    this.#isLoadingMore = false;
    const before = this.#pages;
    // The list may have started over.
    if (!response || !before || before.cursors.at(-1) !== cursor) return;
    const rows = [...before.rows, ...this.#rowsOf(response)];
    this.state.value = { response: { ...before, rows, cursors: [...before.cursors, response.cursor] } };
  };

  readonly onWindow = (first: number, last: number): void => {
    this.#onScreen = { first, last };
  };

  readonly restart = (): void => {
    this.onWindow(0, 0);
    this.refresh();
  };

  async #reread(signal: AbortSignal): Promise<Pages<Row, Page>> {
    const first = await this.#page(undefined, signal);
    const firstRows = this.#rowsOf(first);
    const { total = firstRows.length } = first;
    const known = this.#pages;
    // If rows were removed, the cursors of the pages no longer fit.
    const isShorter = known && total < known.total + known.waiting;
    if (!known || this.#onScreen.first === 0 || isShorter) {
      this.onWindow(0, 0);
      return { first, rows: firstRows, cursors: [undefined, first.cursor], total, waiting: 0 };
    }
    const updates = new Map(firstRows.map((row) => [this.#keyOf(row), row]));
    const [from, to] = [this.#onScreen.first, this.#onScreen.last].map((row) => Math.floor(row / pageSize));
    for (const cursor of known.cursors.slice(0, -1).slice(Math.max(1, from ?? 0), (to ?? 0) + 1)) {
      for (const row of this.#rowsOf(await this.#page(cursor, signal))) updates.set(this.#keyOf(row), row);
    }
    // More may have loaded meanwhile.
    const { rows, ...pages } = this.#pages ?? known;
    return {
      ...pages,
      first,
      rows: rows.map((row) => updates.get(this.#keyOf(row)) ?? row),
      waiting: total - known.total,
    };
  }
}

/** Reads a list page by page, and again whenever something may have changed. */
export function useRowPages<Name extends ListName>(
  name: Name,
  filter: Readonly<Record<string, string>> = {},
  given?: Given<Name>,
): RowPages<RowOf<Name>, ResponseOf<Name>> {
  const asked = { ...given, ...filter, limit: pageSize };
  const keyOf = useCallback(
    (row: RowOf<Name>) => lists[name].key.map((field) => String(Reflect.get(row as object, field))).join(' '),
    [name],
  );
  const [list] = useResource(
    (caller, delay) =>
      new PagedList<RowOf<Name>, ResponseOf<Name> & PageView>(
        (cursor, signal) => call(caller, name, { ...asked, cursor } as Given<Name>, signal && { signal }),
        (response) => Reflect.get(response, lists[name].rows) as readonly RowOf<Name>[],
        keyOf,
        delay,
      ),
    [name, JSON.stringify(asked)],
    { again: true, delay: searchDelayMs },
  );
  const { response, problem } = list.state.value ?? {};
  // Until a new search has rows, those of the last one stay on screen.
  const shown = useRef(response);
  if (response) shown.current = response;
  const { rows, total = 0, waiting = 0, first } = shown.current ?? {};
  const { more, onWindow, restart } = list;
  return {
    rows,
    total,
    waiting,
    first,
    problem,
    keyOf,
    more,
    onWindow,
    restart,
    isFiltered: Object.entries(filter).some(([part, value]) => value !== '' && part !== 'refused'),
    isOld: !response,
  };
}
