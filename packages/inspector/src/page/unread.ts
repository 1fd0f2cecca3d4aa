import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from './control-types.ts';
import type { RowOf } from './row-pages.ts';
import { call, type Caller } from './control-plane.ts';
import { isTexts, keepValue, keptValue } from './kept.ts';

/** Which messages nobody has read in this browser. */
export interface Unread {
  readonly count: number;
  /** The number that the next message gets; `undefined` until it is known. */
  readonly next: number | undefined;
  readonly isUnread: (message: MessageRow) => boolean;
  /** Marks an unread message as read. */
  readonly read: (message: MessageRow) => void;
  readonly readAll: () => void;
  /** Counts a message as deleted. */
  readonly forget: (id: string) => void;
}

/** What the browser stores. */
interface Kept {
  /** Messages before this number are read. */
  readonly since: number;
  /** Of the others, the ids of those that are read. */
  readonly ids: readonly string[];
  /** How many of them are deleted. */
  readonly gone: number;
}

/** Before the first answer, everything counts as read. */
const nothingKnown: Kept = { since: Number.MAX_SAFE_INTEGER, ids: [], gone: 0 };

export const UnreadContext = createContext<Unread>({
  count: 0,
  next: undefined,
  isUnread: () => false,
  read: () => {},
  readAll: () => {},
  forget: () => {},
});

type MessageRow = RowOf<'listMessages'>;

export const useUnreadMail = () => useContext(UnreadContext);

/** Counts the unread messages of an account, whenever something may have changed. */
export function useUnread(caller: Caller, changes: number): Unread {
  const name = `unread-${caller.account ?? 'default'}`;
  // What is there on the first visit counts as read.
  const [kept, setKept] = useState<Kept>();
  const [{ total, next }, setLatest] = useState<{ total: number; next?: number }>({ total: 0 });
  const keep = useCallback(
    (value: Kept) => {
      keepValue(name, value);
      setKept(value);
    },
    [name],
  );

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const count = async (): Promise<void> => {
      const since = keptValue(name, isKept)?.since;
      const path = `/messages?limit=0&since=${since ?? 0}`;
      const answer = await call<AnswerOf<'listMessages'>>(caller, path, { signal });
      const { next: upcoming = 0, total: found = 0 } = answer;
      if (signal.aborted) return;
      const known = keptValue(name, isKept) ?? { since: upcoming, ids: [], gone: 0 };
      // Numbers start again in a new sandbox.
      if (upcoming < known.since) keep({ since: 0, ids: [], gone: 0 });
      if (upcoming < known.since || (since !== undefined && since !== known.since)) return count();
      const isAllRead = since === undefined || found <= readOf(known);
      keep(isAllRead ? { since: upcoming, ids: [], gone: 0 } : known);
      setLatest({ total: isAllRead ? 0 : found, next: upcoming });
    };
    // The next change counts again.
    count().catch(() => {});
    return () => left.abort();
  }, [caller, changes, name, keep]);

  return useMemo(() => {
    const known = kept ?? nothingKnown;
    const { since, ids, gone } = known;
    const isUnread = ({ id, number, status }: MessageRow) =>
      number >= since && status !== 'refused' && !ids.includes(id);
    return {
      count: Math.max(0, total - readOf(known)),
      next,
      isUnread,
      read: (message) => {
        if (isUnread(message)) keep({ since, ids: [...ids, message.id], gone });
      },
      readAll: () => {
        if (next === undefined) return;
        keep({ since: next, ids: [], gone: 0 });
        setLatest({ total: 0, next });
      },
      forget: (id) => {
        if (ids.includes(id)) keep({ since, ids, gone: gone + 1 });
      },
    };
  }, [kept, total, next, keep]);
}

/** How many of the messages that are counted are read. */
function readOf({ ids, gone }: Kept): number {
  return ids.length - gone;
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'since' in value &&
    typeof value.since === 'number' &&
    'ids' in value &&
    isTexts(value.ids) &&
    'gone' in value &&
    typeof value.gone === 'number'
  );
}
