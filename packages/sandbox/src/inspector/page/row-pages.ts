import { useRef } from 'preact/hooks';
import { call, type Caller, type Given } from './control-plane.ts';
import type { PageView, ResponseOf } from './control-types.ts';
import { Resource, useResource } from './reads.ts';

/** The long lists of the control plane: the field of a response with the rows, and the fields that identify a row. */
const lists = {
  listAttachments: ['attachments', 'id'],
  listContacts: ['contacts', 'id'],
  listCreditEntries: ['entries', 'at', 'balance', 'change'],
  listMessages: ['messages', 'id'],
  listRequests: ['requests', 'requestId'],
  listSuppressions: ['suppressions', 'email'],
  listVerificationAddresses: ['addresses', 'email'],
  listVerifications: ['verifications', 'id'],
} as const;

/** The verb of a long list. */
export type ListName = keyof typeof lists;

/** A row of a long list. */
export type RowOf<Name extends ListName> =
  ResponseOf<Name> extends Readonly<Record<(typeof lists)[Name][0], readonly (infer Row)[]>> ? Row : never;

/** The first pages of a long list. */
interface Pages<Row, Page> {
  /** The first of them. */
  readonly first: Page;
  /** The rows from the newest on. */
  readonly rows: readonly Row[];
  /** The cursor of each page, then that of the page to load next. */
  readonly cursors: readonly (string | undefined)[];
  /** How many rows match in all, without those that wait. */
  readonly total: number;
  /** How many rows arrived while the reader was further down; they are not in `rows`. */
  readonly waiting: number;
}

/** A long list as components show it. Until a new search has rows, those of the last one stay. */
export interface RowPages<Row, Page = unknown> extends Partial<Pages<Row, Page>> {
  readonly problem: string | undefined;
  /** Whether there is a search or a filter. */
  readonly isFiltered: boolean;
  /** Whether the rows still belong to an earlier search. */
  readonly isOld: boolean;
  /** Identifies a row. */
  readonly keyOf: (row: Row) => string;
  /** Loads the next page, if there is one. */
  readonly more: () => Promise<void>;
  /** Reports which rows are on screen: a refresh reads their pages. */
  readonly onWindow: (first: number, last: number) => void;
  /** Scrolls to the top, and shows the rows that are waiting. */
  readonly restart: () => void;
}

const pageSize = 50;
const searchDelayMs = 120;

/**
 * A long list, of which the first pages are loaded. A refresh reads the first page again and the pages on screen. At
 * the top, the list then starts over with the new first page. Further down, the rows on screen are updated in place
 * and new rows wait, so that nothing moves under the pointer.
 */
class PagedList<Name extends ListName, Page extends PageView = ResponseOf<Name> & PageView> extends Resource<
  Pages<RowOf<Name>, Page>
> {
  readonly #pageAt: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>;
  readonly #name: Name;
  #onScreen = { first: 0, last: 0 };
  #isLoadingMore = false;

  constructor(caller: Caller, name: Name, given: object, delay: number) {
    super((signal) => this.#reread(signal), delay);
    this.#name = name;
    this.#pageAt = (cursor, signal) => {
      const query = { ...given, cursor, limit: pageSize } as Given<Name>;
      return call(caller, name, query, signal && { signal }) as Promise<unknown> as Promise<Page>;
    };
  }

  readonly keyOf = (row: RowOf<Name>): string => {
    const [, ...keys] = lists[this.#name];
    return keys.map((key) => String(Reflect.get(Object(row), key))).join(' ');
  };

  readonly onWindow = (first: number, last: number): void => {
    this.#onScreen = { first, last };
  };

  readonly restart = (): void => {
    this.onWindow(0, 0);
    this.refresh();
  };

  readonly more = async (): Promise<void> => {
    const cursor = this.#loaded?.cursors.at(-1);
    if (cursor === undefined || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    // Scrolling on tries again.
    const page = await this.#pageAt(cursor).catch(() => undefined);
    this.#isLoadingMore = false;
    const before = this.#loaded;
    // The list may have started over.
    if (!page || !before || before.cursors.at(-1) !== cursor) return;
    const rows = [...before.rows, ...this.#rowsOf(page)];
    this.state.value = { response: { ...before, rows, cursors: [...before.cursors, page.cursor] } };
  };

  get #loaded(): Pages<RowOf<Name>, Page> | undefined {
    return this.state.peek()?.response;
  }

  #rowsOf(page: Page): readonly RowOf<Name>[] {
    return Reflect.get(page, lists[this.#name][0]) as readonly RowOf<Name>[];
  }

  async #reread(signal: AbortSignal): Promise<Pages<RowOf<Name>, Page>> {
    const first = await this.#pageAt(undefined, signal);
    const firstRows = this.#rowsOf(first);
    const { total = firstRows.length } = first;
    const known = this.#loaded;
    // If rows were removed, the cursors of the pages no longer fit.
    const isShorter = known && total < known.total + known.waiting;
    if (!known || this.#onScreen.first === 0 || isShorter) {
      this.onWindow(0, 0);
      return { first, rows: firstRows, cursors: [undefined, first.cursor], total, waiting: 0 };
    }
    const updates = new Map(firstRows.map((row) => [this.keyOf(row), row]));
    const [from, to] = [this.#onScreen.first, this.#onScreen.last].map((row) => Math.floor(row / pageSize));
    for (const cursor of known.cursors.slice(0, -1).slice(Math.max(1, from ?? 0), (to ?? 0) + 1)) {
      for (const row of this.#rowsOf(await this.#pageAt(cursor, signal))) updates.set(this.keyOf(row), row);
    }
    // More may have loaded meanwhile.
    const { rows, ...pages } = this.#loaded ?? known;
    const updated = rows.map((row) => updates.get(this.keyOf(row)) ?? row);
    return { ...pages, first, rows: updated, waiting: total - known.total };
  }
}

/** Reads a list page by page, and again whenever something may have changed. */
export function useRowPages<Name extends ListName>(
  name: Name,
  filter: Readonly<Record<string, string>> = {},
  given?: Given<Name>,
): RowPages<RowOf<Name>, ResponseOf<Name>> {
  const query = { ...given, ...filter };
  const [list] = useResource(
    (caller, delay) => new PagedList(caller, name, query, delay),
    [name, JSON.stringify(query)],
    { again: true, delay: searchDelayMs },
  );
  const { keyOf, more, onWindow, restart, state } = list;
  const isFiltered = Object.entries(filter).some(([name, value]) => value !== '' && name !== 'refused');
  const { response, problem } = state.value ?? {};
  const pages = useRef(response);
  pages.current = response ?? pages.current;
  return { ...pages.current, problem, isFiltered, isOld: !response, keyOf, more, onWindow, restart };
}
