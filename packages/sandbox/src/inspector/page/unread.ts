import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { RowOf } from './row-pages.ts';
import type { Caller } from './control-plane.ts';
import { isTexts, keepValue, keptValue, keyOf } from './kept.ts';

/**
 * Which messages are unread in this browser. It stores a number, and the ids of the messages after it that were read:
 * all before the number are read. Once none is unread, the number moves on and the ids go, so little is stored. Refused
 * sends have no numbers: the ids of those that were read are stored.
 */
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
  /** The refused sends that are read. */
  readonly refused: readonly string[];
}

/** Before the first response, everything counts as read. */
const nothingKnown: Kept = { since: Number.MAX_SAFE_INTEGER, ids: [], gone: 0, refused: [] };

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
  readonly refused: readonly string[];
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
  const [{ total, next, refused }, setLatest] = useState<{
    total: number;
    next?: number;
    refused: readonly string[];
  }>({ total: 0, refused: [] });
  const keep = useCallback(
    (value: Kept) => {
      keepValue(name, value);
      setKept(value);
    },
    [name],
  );

  useEffect(() => {
    if (!mail || mail.caller !== caller) return;
    const { since, total: found, next: upcoming, refused: listed } = mail;
    const known = keptValue(name, isKept) ?? { since: upcoming, ids: [], gone: 0, refused: listed };
    // Numbers start again in a new sandbox.
    if (upcoming < known.since) keep({ since: 0, ids: [], gone: 0, refused: [] });
    if (upcoming < known.since || (since !== undefined && since !== known.since)) return again();
    const isAllRead = since === undefined || found <= readOf(known);
    const stillRead = known.refused.filter((id) => listed.includes(id));
    keep({ ...(isAllRead ? { since: upcoming, ids: [], gone: 0 } : known), refused: stillRead });
    setLatest({ total: isAllRead ? 0 : found, next: upcoming, refused: listed });
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
    const unreadRefused = refused.filter((id) => !known.refused.includes(id));
    const isUnread = ({ id, number, status }: MessageRow) =>
      status === 'refused' ? unreadRefused.includes(id) : number >= since && !ids.includes(id);
    return {
      count: kept ? Math.max(0, total - readOf(known)) + unreadRefused.length : 0,
      next,
      isUnread,
      read: (message) => {
        if (!isUnread(message)) return;
        if (message.status === 'refused') keep({ ...known, refused: [...known.refused, message.id] });
        else keep({ ...known, ids: [...ids, message.id] });
      },
      readAll: () => {
        if (next === undefined) return;
        keep({ since: next, ids: [], gone: 0, refused });
        setLatest({ total: 0, next, refused });
      },
      forget: (id) => {
        if (ids.includes(id)) keep({ ...known, gone: gone + 1 });
      },
    };
  }, [kept, total, next, refused, keep]);
}

/** How many of the messages that are counted are read. */
function readOf({ ids, gone }: Kept): number {
  return ids.length - gone;
}

function isKept(value: unknown): value is Kept {
  const { since, gone, ids, refused } = Object(value) as Partial<Record<keyof Kept, unknown>>;
  return typeof since === 'number' && typeof gone === 'number' && isTexts(ids) && isTexts(refused);
}
