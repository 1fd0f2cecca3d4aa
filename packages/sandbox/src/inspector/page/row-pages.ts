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
  /** Goes to the top, with the rows that are waiting. */
  readonly restart: () => void;
}

const pageSize = 50;
const searchDelayMs = 120;

/**
 * A long list, of which the first pages are loaded. A refresh reads the first page again and the pages on screen. At
 * the top, the list then starts over with the new first page. Further down, the rows on screen are updated in place
 * and new rows wait, so that nothing moves under the pointer.
 */
function pagedList<Name extends ListName>(caller: Caller, name: Name, given: object, delay: number) {
  type Page = ResponseOf<Name> & PageView;
  type Row = RowOf<Name>;
  const [field, ...keys] = lists[name];
  let onScreen = { first: 0, last: 0 };
  let isLoadingMore = false;

  const keyOf = (row: Row) => keys.map((key) => String(Reflect.get(Object(row), key))).join(' ');
  const pageAt = (cursor: string | undefined, signal?: AbortSignal) =>
    call(
      caller,
      name,
      { ...given, cursor, limit: pageSize } as Given<Name>,
      signal && { signal },
    ) as Promise<Page>;
  const rowsOf = (page: Page) => Reflect.get(page, field) as readonly Row[];
  const loaded = () => list.state.peek()?.response;

  const reread = async (signal: AbortSignal): Promise<Pages<Row, Page>> => {
    const first = await pageAt(undefined, signal);
    const firstRows = rowsOf(first);
    const { total = firstRows.length } = first;
    const known = loaded();
    // If rows were removed, the cursors of the pages no longer fit.
    const isShorter = known && total < known.total + known.waiting;
    if (!known || onScreen.first === 0 || isShorter) {
      onWindow(0, 0);
      return { first, rows: firstRows, cursors: [undefined, first.cursor], total, waiting: 0 };
    }
    const updates = new Map(firstRows.map((row) => [keyOf(row), row]));
    const [from, to] = [Math.floor(onScreen.first / pageSize), Math.floor(onScreen.last / pageSize)];
    for (const cursor of known.cursors.slice(0, -1).slice(Math.max(1, from), to + 1)) {
      for (const row of rowsOf(await pageAt(cursor, signal))) updates.set(keyOf(row), row);
    }
    // More may have loaded meanwhile.
    const { rows, ...pages } = loaded() ?? known;
    const updated = rows.map((row) => updates.get(keyOf(row)) ?? row);
    return { ...pages, first, rows: updated, waiting: total - known.total };
  };
  const list = new Resource(reread, delay);

  const more = async (): Promise<void> => {
    const cursor = loaded()?.cursors.at(-1);
    if (cursor === undefined || isLoadingMore) return;
    isLoadingMore = true;
    // Scrolling on tries again.
    const page = await pageAt(cursor).catch(() => undefined);
    isLoadingMore = false;
    const before = loaded();
    // The list may have started over.
    if (!page || !before || before.cursors.at(-1) !== cursor) return;
    const rows = [...before.rows, ...rowsOf(page)];
    list.state.value = { response: { ...before, rows, cursors: [...before.cursors, page.cursor] } };
  };
  const onWindow = (first: number, last: number): void => {
    onScreen = { first, last };
  };
  const restart = (): void => {
    onWindow(0, 0);
    list.refresh();
  };
  return Object.assign(list, { keyOf, more, onWindow, restart });
}

/** Reads a list page by page, and again whenever something may have changed. */
export function useRowPages<Name extends ListName>(
  name: Name,
  filter: Readonly<Record<string, string>> = {},
  given?: Given<Name>,
): RowPages<RowOf<Name>, ResponseOf<Name>> {
  const asked = { ...given, ...filter };
  const [list] = useResource(
    (caller, delay) => pagedList(caller, name, asked, delay),
    [name, JSON.stringify(asked)],
    { again: true, delay: searchDelayMs },
  );
  const { keyOf, more, onWindow, restart, state } = list;
  const isFiltered = Object.entries(filter).some(([part, value]) => value !== '' && part !== 'refused');
  const { response, problem } = state.value ?? {};
  const pages = useRef(response);
  pages.current = response ?? pages.current;
  return { ...pages.current, problem, isFiltered, isOld: !response, keyOf, more, onWindow, restart };
}
