import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call, type Given } from './control-plane.ts';
import type { AnswerOf } from './control-types.ts';
import { PagedList } from './paged-list.ts';
import { useSandbox } from './sandbox-context.ts';

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
  AnswerOf<Name> extends Readonly<Record<(typeof lists)[Name]['rows'], readonly (infer Row)[]>> ? Row : never;

/** A long list as components show it. */
export interface RowPages<Row, Answer = unknown> extends Pick<
  PagedList<Row, Answer>,
  'rows' | 'total' | 'waiting' | 'first' | 'problem' | 'more' | 'onWindow' | 'restart'
> {
  /** Identifies a row. */
  readonly keyOf: (row: Row) => string;
  /** Whether there is a search or a filter. */
  readonly isFiltered: boolean;
  /** Whether the rows still belong to an earlier search. */
  readonly isOld: boolean;
}

const searchDelayMs = 120;

/** Reads a list page by page, and again whenever something may have changed. */
export function useRowPages<Name extends ListName>(
  name: Name,
  filter: Readonly<Record<string, string>> = {},
  given?: Given<Name>,
): RowPages<RowOf<Name>, AnswerOf<Name>> {
  type List = PagedList<RowOf<Name>, AnswerOf<Name>>;
  const { caller, changes } = useSandbox();
  const [, setVersion] = useState(0);
  const keyOf = useCallback(
    (row: RowOf<Name>) => lists[name].key.map((field) => String(Reflect.get(row as object, field))).join(' '),
    [name],
  );
  const list = useMemo<List>(
    () =>
      new PagedList({
        read: (page, signal) =>
          call(caller, name, { ...given, ...filter, ...page } as Given<Name>, { signal }),
        rowsOf: (answer) => Reflect.get(answer, lists[name].rows) as readonly RowOf<Name>[],
        keyOf,
        onChange: () => setVersion((version) => version + 1),
      }),
    [caller, name, JSON.stringify({ ...given, ...filter })],
  );
  useEffect(() => {
    const timer = setTimeout(() => list.start(), shown.current === list ? 0 : searchDelayMs);
    return () => {
      clearTimeout(timer);
      list.close();
    };
  }, [list]);
  useEffect(() => void list.refresh(), [changes]);
  // Until a new search has rows, those of the last one stay on screen.
  const shown = useRef(list);
  if (list.rows) shown.current = list;
  return {
    ...shown.current,
    keyOf,
    problem: list.problem,
    isFiltered: Object.entries(filter).some(([part, value]) => value !== '' && part !== 'refused'),
    isOld: shown.current !== list,
  };
}
