import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { RowOf } from './row-pages.ts';
import type { Caller } from './control-plane.ts';
import { isTexts, keepValue, keptValue, keyOf } from './kept.ts';

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

/** What a summary says about the messages of an account. */
export interface MailCount {
  readonly caller: Caller;
  /** The number from which on it counts; `undefined` on the first visit. */
  readonly since: number | undefined;
  readonly total: number;
  readonly next: number;
}

const nameFor = ({ account }: Caller) => `unread-${account ?? 'default'}`;

/** The number from which on messages of an account may be unread. */
export function unreadSince(caller: Caller): number | undefined {
  return keptValue(nameFor(caller), isKept)?.since;
}

/**
 * Counts the unread messages of an account, from what the last summary says.
 *
 * @param again Asks for another summary.
 */
export function useUnread(caller: Caller, mail: MailCount | undefined, again: () => void): Unread {
  const name = nameFor(caller);
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
    if (!mail || mail.caller !== caller) return;
    const { since, total: found, next: upcoming } = mail;
    const known = keptValue(name, isKept) ?? { since: upcoming, ids: [], gone: 0 };
    // Numbers start again in a new sandbox.
    if (upcoming < known.since) keep({ since: 0, ids: [], gone: 0 });
    if (upcoming < known.since || (since !== undefined && since !== known.since)) return again();
    const isAllRead = since === undefined || found <= readOf(known);
    keep(isAllRead ? { since: upcoming, ids: [], gone: 0 } : known);
    setLatest({ total: isAllRead ? 0 : found, next: upcoming });
  }, [caller, mail, name, keep, again]);

  useEffect(() => {
    // Another tab read something.
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== keyOf(name)) return;
      setKept(keptValue(name, isKept));
      again();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [name, again]);

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
