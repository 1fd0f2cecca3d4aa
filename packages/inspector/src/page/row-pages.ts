import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call, query } from './control-plane.ts';
import type { AnswerOf, PageView } from './control-types.ts';
import { isNoResponse, messageOf, useSandbox } from './sandbox-context.ts';

/** The long lists of the control plane: the field of an answer with the rows, and the fields that identify a row. */
const lists = {
  listAttachments: { path: '/attachments', rows: 'attachments', key: ['id'] },
  listContacts: { path: '/contacts', rows: 'contacts', key: ['id'] },
  listCreditEntries: { path: '/credits/ledger', rows: 'entries', key: ['at', 'balance', 'change'] },
  listMessages: { path: '/messages', rows: 'messages', key: ['id'] },
  listRequests: { path: '/requests', rows: 'requests', key: ['requestId'] },
  listSuppressions: { path: '/suppressions', rows: 'suppressions', key: ['email'] },
  listVerificationAddresses: { path: '', rows: 'addresses', key: ['email'] },
  listVerifications: { path: '/verifications', rows: 'verifications', key: ['id'] },
} as const;

/** The verb of a long list. */
export type ListName = keyof typeof lists;

/** A row of a long list. */
export type RowOf<Name extends ListName> =
  AnswerOf<Name> extends Readonly<Record<(typeof lists)[Name]['rows'], readonly (infer Row)[]>> ? Row : never;

/** A long list, of which the page has loaded the first pages. */
export interface RowPages<Row, Answer = unknown> {
  /** The rows from the newest on; `undefined` until the first ones have loaded. */
  readonly rows: readonly Row[] | undefined;
  /** Identifies a row. */
  readonly keyOf: (row: Row) => string;
  /** How many rows match in all. */
  readonly total: number;
  /** How many rows arrived while the reader was further down; they are not in `rows`. */
  readonly waiting: number;
  /** The answer with the first page. */
  readonly first: Answer | undefined;
  readonly problem: string | undefined;
  /** Whether there is a search or a filter. */
  readonly isFiltered: boolean;
  /** Whether the rows still belong to an earlier search. */
  readonly isOld: boolean;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** Reports which rows are on screen: a refresh reads their pages. */
  readonly onWindow: (first: number, last: number) => void;
  /** Goes to the top, with the rows that are waiting. */
  readonly restart: () => void;
}

interface State<Row, Answer> {
  readonly key: string;
  readonly pages: readonly (readonly Row[])[];
  /** The cursor of each page, then that of the page to load next. */
  readonly cursors: readonly (string | undefined)[];
  readonly total: number;
  readonly waiting: number;
  readonly first: Answer;
}

const pageSize = 50;
const searchDelayMs = 120;

/**
 * Reads a list page by page. When something may have changed, it reads the first page again and the pages on
 * screen. At the top, the list starts over from the new first page. Further down, the rows on screen are updated in
 * place and new rows wait, so that nothing moves under the pointer.
 */
export function useRowPages<Name extends ListName>(
  name: Name,
  filter: Readonly<Record<string, string>> = {},
  path: string = lists[name].path,
): RowPages<RowOf<Name>, AnswerOf<Name>> {
  type Row = RowOf<Name>;
  type Answer = AnswerOf<Name>;
  const { caller, changes } = useSandbox();
  const [state, setState] = useState<State<Row, Answer>>();
  const [problem, setProblem] = useState<string>();
  const [restarts, setRestarts] = useState(0);
  const shown = useRef({ first: 0, last: 0 });
  const loading = useRef<string | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  const wanted = `${caller.account} ${path}${query(filter)}`;
  const rowsOf = (answer: Answer) => Reflect.get(answer, lists[name].rows) as readonly Row[];
  const keyOf = useCallback(
    (row: Row) => lists[name].key.map((field) => String(Reflect.get(row as object, field))).join(' '),
    [name],
  );
  const reload = useRef<(() => Promise<void>) | undefined>(undefined);

  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      call<Answer & PageView>(caller, `${path}${query({ ...filter, limit: pageSize, cursor })}`, { signal }),
    [caller, wanted],
  );

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const load = async () => {
      const known = latest.current?.key === wanted ? latest.current : undefined;
      const answer = await read(undefined, signal);
      const isAtTop = known === undefined || shown.current.first === 0;
      // If rows were removed, the cursors of the pages no longer fit.
      if (isAtTop || (answer.total ?? 0) < known.total + known.waiting) {
        shown.current = { first: 0, last: 0 };
        return freshState(wanted, answer, rowsOf(answer));
      }
      const updates = new Map(rowsOf(answer).map((row) => [keyOf(row), row]));
      const from = Math.max(1, Math.floor(shown.current.first / pageSize));
      const to = Math.min(known.pages.length - 1, Math.floor(shown.current.last / pageSize));
      for (let page = from; page <= to; page++) {
        for (const row of rowsOf(await read(known.cursors[page], signal))) updates.set(keyOf(row), row);
      }
      // Further pages may have loaded meanwhile.
      const current = latest.current?.key === wanted ? latest.current : known;
      return {
        ...current,
        first: answer,
        waiting: (answer.total ?? 0) - current.total,
        pages: current.pages.map((rows) => rows.map((row) => updates.get(keyOf(row)) ?? row)),
      };
    };
    const run = oneAtATime(async () => {
      if (signal.aborted) return;
      try {
        const next = await load();
        if (signal.aborted) return;
        setState(next);
        setProblem(undefined);
      } catch (error) {
        // Without a response, the last rows stay and the banner says why.
        if (signal.aborted) return;
        if (!isNoResponse(error)) setProblem(messageOf(error));
      }
    });
    const timer = setTimeout(
      () => {
        reload.current = run;
        void run();
      },
      latest.current === undefined ? 0 : searchDelayMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
      reload.current = undefined;
    };
  }, [read]);

  useEffect(() => void reload.current?.(), [changes, restarts]);

  const more = useCallback(() => {
    const before = latest.current;
    const cursor = before?.cursors[before.pages.length];
    if (!before || before.key !== wanted || cursor === undefined || loading.current === cursor) return;
    loading.current = cursor;
    read(cursor, new AbortController().signal)
      .then((answer) => {
        const current = latest.current;
        if (current?.key !== wanted || current.cursors[current.pages.length] !== cursor) return;
        setState({
          ...current,
          pages: [...current.pages, rowsOf(answer)],
          cursors: [...current.cursors, answer.cursor],
        });
      })
      // Scrolling on tries again.
      .catch(() => {})
      .finally(() => (loading.current = undefined));
  }, [read, wanted]);

  const onWindow = useCallback((first: number, last: number) => {
    shown.current = { first, last };
  }, []);
  const restart = useCallback(() => {
    shown.current = { first: 0, last: 0 };
    setRestarts((count) => count + 1);
  }, []);
  return {
    rows: state?.pages.flat(),
    keyOf,
    total: state?.total ?? 0,
    waiting: state?.waiting ?? 0,
    first: state?.first,
    problem,
    isFiltered: Object.values(filter).some((value) => value !== ''),
    isOld: state !== undefined && state.key !== wanted,
    more,
    onWindow,
    restart,
  };
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

/** A list of which the first page was read. */
function freshState<Row, Answer extends PageView>(
  key: string,
  answer: Answer,
  rows: readonly Row[],
): State<Row, Answer> {
  return {
    key,
    pages: [rows],
    cursors: [undefined, answer.cursor],
    total: answer.total ?? rows.length,
    waiting: 0,
    first: answer,
  };
}
