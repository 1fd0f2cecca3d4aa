import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Account, Clock, SandboxEvent, Summary } from './control-types.ts';
import { call, CallError, type Caller, query } from './control-plane.ts';
import { ClockBar } from './clock-bar.tsx';
import { listen, type StreamStatus } from './event-stream.ts';
import { ConfirmButton } from './parts/button.tsx';
import { Select } from './parts/form.tsx';
import { Menu } from './menu.tsx';
import { iconWith, Logo } from './parts/logo.tsx';
import { areWanted, useMailNotifications } from './mail-notifications.ts';
import { Notices } from './parts/notices.tsx';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Problem } from './parts/problem.tsx';
import { Pace } from './pace.ts';
import { hrefOf, setParams, useParam, useRoute } from './route.ts';
import {
  isNoResponse,
  messageOf,
  type Notice,
  SandboxContext,
  type SandboxPage,
  useAction,
} from './sandbox-context.ts';
import { type MailCount, UnreadContext, unreadSince, useUnread, useUnreadMail } from './unread.ts';
import { views } from './views.ts';

const keptEvents = 500;

/** The page, once it may call the control plane. */
export function App({
  token,
  onLocked,
}: {
  readonly token: string | undefined;
  readonly onLocked: () => void;
}) {
  const [accountParam] = useParam('account');
  const chosen = accountParam === '' ? undefined : accountParam;
  const choose = useCallback((id: string | undefined) => setParams({ account: id ?? '' }), []);
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const [clock, setClock] = useState<Clock>();
  const [events, setEvents] = useState<readonly SandboxEvent[]>([]);
  const [changes, setChanges] = useState(0);
  const [mail, setMail] = useState<MailCount>();
  const [live, setLive] = useState<StreamStatus>('connecting');
  const [seenAt, setSeenAt] = useState<Date>();
  const [problem, setProblem] = useState<string>();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const noticeCount = useRef(0);

  const caller = useMemo<Caller>(() => ({ account: chosen, token }), [chosen, token]);
  const pace = useRef<Pace | undefined>(undefined);
  const refresh = useCallback(() => pace.current?.ask(), []);
  const notify = useCallback<SandboxPage['notify']>((text, kind = 'done', undo) => {
    const id = ++noticeCount.current;
    const remove = () => setNotices((shown) => shown.filter((notice) => notice.id !== id));
    const taken = undo && { undo: () => (remove(), undo()) };
    setNotices((shown) => [...shown.slice(-2), { id, text, kind, ...taken }]);
    setTimeout(remove, undo ? 15_000 : kind === 'done' ? 2_500 : 8_000);
  }, []);

  // Events wait here for the next summary, so that a busy sandbox renders the page twice a second.
  const arrived = useRef<SandboxEvent[]>([]);
  useEffect(() => {
    const readSummary = async (signal: AbortSignal) => {
      const since = unreadSince(caller);
      try {
        const summary = await call<Summary>(caller, `/summary${query({ since })}`, { signal });
        if (signal.aborted) return;
        setClock(summary.clock);
        setAccounts(summary.accounts);
        setMail({ caller, since, ...summary.messages });
        setProblem(undefined);
        setSeenAt(new Date());
        setChanges((count) => count + 1);
        const newest = arrived.current.reverse();
        arrived.current = [];
        if (newest.length > 0) setEvents((known) => withNew(newest, known));
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
  }, [caller, chosen, choose]);

  useEffect(() => {
    const stop = listen(
      { account: undefined, token },
      {
        onStatus: (status) => {
          if (status === 'locked') onLocked();
          // Each further attempt is still part of the same outage.
          else setLive((before) => (before === 'lost' && status === 'connecting' ? before : status));
          if (status === 'live') setNotices((shown) => shown.filter(({ kind }) => kind !== 'outage'));
        },
        onEvent: (event) => {
          if (event) arrived.current = [...arrived.current.slice(-keptEvents), event];
          refresh();
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

  const account = chosen === undefined ? accounts[0] : accounts.find(({ id }) => id === chosen);
  const isLost = live === 'lost';
  const page = useMemo<SandboxPage>(
    () => ({ caller, accounts, account, choose, changes, refresh, clock, isLost, events, notify }),
    [caller, accounts, account, choose, changes, refresh, clock, isLost, events, notify],
  );

  const unread = useUnread(caller, mail, refresh);
  useMailNotifications(caller, unread.next);

  return (
    <SandboxContext.Provider value={page}>
      <UnreadContext.Provider value={unread}>
        <Frame page={page} live={live} seenAt={seenAt} problem={problem} onReset={() => setEvents([])} />
        <Shortcuts />
        <Notices notices={notices} />
      </UnreadContext.Provider>
    </SandboxContext.Provider>
  );
}

/**
 * Puts new events before the known ones. Numbers start again after a reset, so known events with the same
 * or higher numbers go.
 */
function withNew(newest: readonly SandboxEvent[], known: readonly SandboxEvent[]): readonly SandboxEvent[] {
  const first = newest.at(-1)?.sequence ?? Infinity;
  const older = known.filter(({ sequence }) => sequence < first);
  return [...newest, ...older].slice(0, keptEvents);
}

function Frame({
  page,
  live,
  seenAt,
  problem,
  onReset,
}: {
  readonly page: SandboxPage;
  readonly live: StreamStatus;
  /** When the sandbox last answered. */
  readonly seenAt: Date | undefined;
  readonly problem: string | undefined;
  readonly onReset: () => void;
}) {
  const { accounts, account, choose } = page;
  const route = useRoute();
  const act = useAction();
  const view = views.find(({ name }) => name === route.view) ?? views[0];
  const main = useRef<HTMLElement>(null);
  const { count: unread } = useUnreadMail();
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', iconWith(unread));
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${view?.title ?? ''} · Mailrig sandbox`;
  }, [view, unread]);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    window.scrollTo(0, 0);
  }, [view]);
  return (
    <div class="page">
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={hrefOf('messages')}>
          <Logo />
          <span>
            Mailrig <span class="brand-what">sandbox</span>
          </span>
        </a>
        <span class="live" data-status={live} role="status">
          {{ live: 'Live', connecting: 'Connecting', lost: 'Disconnected', locked: 'Locked' }[live]}
        </span>
        <ClockBar />
        <div class="top-end">
          <Palette />
          <Select
            label="Account"
            value={account?.id ?? ''}
            options={accounts.map(({ id, domain }) => [id, domain.name])}
            onChange={(id) => choose(id === accounts[0]?.id ? undefined : id)}
          />
          <ConfirmButton
            label="Reset"
            question="Reset everything?"
            onConfirm={() => {
              onReset();
              choose(undefined);
              void act('POST /reset', { done: 'Sandbox reset' });
            }}
          />
        </div>
      </header>
      <Menu view={view} />
      <main ref={main} id="main" tabIndex={-1} class={view?.isSplit ? 'split' : 'flow'}>
        {page.isLost && (
          <p class="banner" role="alert">
            <strong>The sandbox does not respond.</strong>{' '}
            {seenAt
              ? `This is its state from ${seenAt.toLocaleTimeString('en-GB')}. `
              : 'Check that it is running. '}
            The page continues as soon as it is back.
          </p>
        )}
        <Problem text={problem} />
        {view && <view.View key={`${view.name} ${page.caller.account}`} item={route.item} />}
      </main>
    </div>
  );
}
