import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SandboxEvent, Summary } from './control-types.ts';
import { call, type Caller, CallError } from './control-plane.ts';
import { eventsUntil, keptEvents, listen, type StreamStatus } from './event-stream.ts';
import { Frame } from './frame.tsx';
import { areWanted, useMailNotifications } from './mail-notifications.ts';
import { Notices } from './parts/blocks.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Pace } from './pace.ts';
import { isSameEvent, rewindTo, usePast, usePeek } from './past.ts';
import { setParams, useParam } from './route.ts';
import { isNoResponse, type Notice, SandboxContext, type SandboxPage } from './sandbox-context.ts';
import { messageOf } from './sandbox-tables.ts';
import { type MailCount, UnreadContext, unreadSince, useUnread } from './unread.ts';

interface AppProps {
  readonly token: string | undefined;
  readonly onLocked: () => void;
}

/** The page, once it may call the control plane. */
export function App({ token, onLocked }: AppProps) {
  const [accountParam] = useParam('account');
  const chosen = accountParam === '' ? undefined : accountParam;
  const choose = useCallback((id: string | undefined) => setParams({ account: id ?? '' }), []);
  const [atParam] = useParam('at');
  const [peeked, peek] = usePeek();
  const chosenAt = atParam === '' ? undefined : Number(atParam);
  const at = peeked ?? chosenAt;
  const [present, setPresent] = useState<Summary>();
  const [logged, setLogged] = useState<readonly SandboxEvent[]>([]);
  const [changes, setChanges] = useState(0);
  const [mail, setMail] = useState<MailCount>();
  const [status, setStatus] = useState<StreamStatus>('connecting');
  const [seenAt, setSeenAt] = useState<Date>();
  const [problem, setProblem] = useState<string>();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const noticeCount = useRef(0);

  /** Calls that are about now, whatever the page shows. */
  const live = useMemo<Caller>(() => ({ account: chosen, token }), [chosen, token]);
  const caller = useMemo<Caller>(() => (at === undefined ? live : { ...live, at }), [live, at]);
  const pace = useRef<Pace | undefined>(undefined);
  // Whether lists may have changed since they were read.
  const isStale = useRef(false);
  const refresh = useCallback(() => {
    isStale.current = true;
    pace.current?.ask();
  }, []);
  const backUntil = useRef(0);
  const expectBack = useCallback(() => void (backUntil.current = performance.now() + 5_000), []);
  const notify = useCallback<SandboxPage['notify']>((text, kind = 'done') => {
    const id = ++noticeCount.current;
    const remove = () => setNotices((shown) => shown.filter((notice) => notice.id !== id));
    setNotices((shown) => [...shown.slice(-2), { id, text, kind }]);
    setTimeout(remove, kind === 'done' ? 2_500 : 8_000);
  }, []);

  // Events wait here for the next summary, so that a busy sandbox renders the page twice a second.
  const arrived = useRef<SandboxEvent[]>([]);
  const log = useRef<readonly SandboxEvent[]>([]);
  const latest = useRef<number | undefined>(undefined);
  useEffect(() => {
    const readSummary = async (signal: AbortSignal) => {
      const since = unreadSince(live);
      try {
        const summary = await call(live, 'getSummary', { since }, { signal });
        if (signal.aborted) return;
        setPresent(summary);
        setMail({ caller: live, since, ...summary.messages });
        setProblem(undefined);
        setSeenAt(new Date());
        if (isStale.current) setChanges((count) => count + 1);
        isStale.current = false;
        const newest = arrived.current.reverse();
        arrived.current = [];
        const at = summary.events.latest?.sequence ?? 0;
        if (at < (latest.current ?? 0) && performance.now() > backUntil.current) {
          notify('The sandbox was reset or taken back elsewhere: what came after that is gone.', 'problem');
        }
        latest.current = at;
        let events = withNew(newest, log.current, at);
        // If a rewind was taken back, the stream does not have what came back.
        if ((events[0]?.sequence ?? 0) < at) {
          events = await eventsUntil({ ...live, at }, signal).catch(() => events);
        }
        if (signal.aborted) return;
        log.current = events;
        setLogged(events);
      } catch (error) {
        if (signal.aborted || isNoResponse(error)) return;
        if (chosen !== undefined && error instanceof CallError && error.status === 404) choose(undefined);
        else setProblem(messageOf(error));
      }
    };
    const paced = new Pace(readSummary, areWanted);
    pace.current = paced;
    paced.ask();
    document.addEventListener('visibilitychange', paced.look);
    return () => {
      paced.stop();
      document.removeEventListener('visibilitychange', paced.look);
    };
  }, [live, chosen, choose, notify]);

  useEffect(() => {
    let isOpening = true;
    const stop = listen(
      { account: undefined, token },
      {
        onStatus: (status) => {
          if (status === 'locked') onLocked();
          // Each further attempt is still part of the same outage.
          else setStatus((before) => (before === 'lost' && status === 'connecting' ? before : status));
          if (status === 'live') setNotices((shown) => shown.filter(({ kind }) => kind !== 'outage'));
        },
        onEvent: (event) => {
          if (event) arrived.current = [...arrived.current.slice(-keptEvents), event];
          // The stream begins with what has happened before, and the first lists have that.
          const isKnown = event ? event.sequence <= (latest.current ?? Infinity) : isOpening;
          isOpening &&= event !== undefined;
          if (isKnown) pace.current?.ask();
          else refresh();
        },
      },
    );
    // Time passes without an event, so poll now and then.
    const polling = setInterval(refresh, 10_000);
    return () => {
      stop();
      clearInterval(polling);
    };
  }, [token, refresh, onLocked]);

  const onGone = useCallback(
    (error: unknown) => {
      rewindTo(undefined);
      notify(messageOf(error), 'problem');
    },
    [notify],
  );
  const past = usePast(caller, onGone);
  // After a reset, the numbers of events stand for others.
  const shownEvent = past?.events[0];
  const sameNumber = logged.find(({ sequence }) => sequence === shownEvent?.sequence);
  const isGone =
    chosenAt !== undefined &&
    present !== undefined &&
    (chosenAt > (present.events.latest?.sequence ?? 0) ||
      (peeked === undefined &&
        shownEvent !== undefined &&
        sameNumber !== undefined &&
        !isSameEvent(shownEvent, sameNumber)));
  useEffect(() => {
    if (!isGone) return;
    rewindTo(undefined);
    notify('That moment is gone: the sandbox was reset or taken back.', 'problem');
  }, [isGone, notify]);
  const elsewhere = useElsewhere(present, logged, chosen);
  const isLost = status === 'lost';
  const { accounts = none, clock, faults = none } = past?.summary ?? present ?? {};
  const oldest = present?.events.oldest;
  const last = present?.events.latest?.sequence ?? 0;
  const history = useSame({ oldest: oldest ?? last, latest: last });
  const page = useSame<SandboxPage>({
    caller,
    accounts,
    account: chosen === undefined ? accounts[0] : accounts.find(({ id }) => id === chosen),
    choose,
    // The past does not change.
    changes: at === undefined ? changes : 0,
    refresh,
    clock,
    isLost,
    history: history.oldest < history.latest ? history : undefined,
    events: past?.events ?? logged,
    eventCount: present && (at ?? last),
    faults,
    undo: present?.undo,
    elsewhere,
    peeked,
    peek,
    expectBack,
    notify,
  });

  const unread = useUnread(live, mail, refresh);
  useMailNotifications(live, unread.next);

  return (
    <SandboxContext.Provider value={page}>
      <UnreadContext.Provider value={unread}>
        <Frame page={page} live={status} seenAt={seenAt} problem={problem} />
        <Shortcuts />
        <Notices notices={notices} />
      </UnreadContext.Provider>
    </SandboxContext.Provider>
  );
}

/** For lists that have not loaded. */
const none: readonly never[] = [];

/** The object of the last render, as long as all its fields are the same. */
function useSame<T extends object>(next: T): T {
  const kept = useRef(next);
  const isSame = ([name, value]: [string, unknown]) => Object.is(value, Reflect.get(kept.current, name));
  if (!Object.entries(next).every(isSame)) kept.current = next;
  return kept.current;
}

/** Mail that came in other accounts since the page was opened or last showed them. */
function useElsewhere(
  present: Summary | undefined,
  events: readonly SandboxEvent[],
  chosen: string | undefined,
): SandboxPage['elsewhere'] {
  const seen = useRef(new Map<unknown, number>());
  const start = useRef<number | undefined>(undefined);
  return useMemo(() => {
    const { accounts = [], events: { latest } = {} } = present ?? {};
    const own = chosen ?? accounts[0]?.id;
    const until = latest?.sequence ?? 0;
    if (present) start.current ??= until;
    for (const { id } of accounts) {
      const before = seen.current.get(id) ?? start.current;
      seen.current.set(id, id === own ? until : Math.min(before ?? until, until));
    }
    return accounts.flatMap(({ id: account }) => {
      const isNew = ({ type, sequence, data }: SandboxEvent) =>
        type === 'email.queued' &&
        data['accountId'] === account &&
        sequence > (seen.current.get(account) ?? 0);
      const count = account === own ? 0 : events.filter(isNew).length;
      return count === 0 ? [] : [{ account, count }];
    });
  }, [present, events, chosen]);
}

/**
 * Puts new events before the known ones. Numbers go back with a reset or a rewind, so known events that are later
 * than the latest or the first new one go.
 */
function withNew(
  newest: readonly SandboxEvent[],
  known: readonly SandboxEvent[],
  latest: number,
): readonly SandboxEvent[] {
  const first = Math.min(newest.at(-1)?.sequence ?? Infinity, latest + 1);
  if (newest.length === 0 && (known[0]?.sequence ?? 0) < first) return known;
  return [...newest, ...known.filter(({ sequence }) => sequence < first)].slice(0, keptEvents);
}
