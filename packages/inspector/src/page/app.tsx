import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Account, AnswerOf, Clock, SandboxEvent } from './control-types.ts';
import { call, type Caller } from './control-plane.ts';
import { ClockBar } from './clock-bar.tsx';
import { listen, type StreamStatus } from './event-stream.ts';
import { ConfirmButton } from './parts/button.tsx';
import { Select } from './parts/form.tsx';
import { Menu } from './menu.tsx';
import { iconWith, Logo } from './parts/logo.tsx';
import { useMailNotifications } from './mail-notifications.ts';
import { type Notice, Notices } from './parts/notices.tsx';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Problem } from './parts/problem.tsx';
import { hrefOf, setParams, useParam, useRoute } from './route.ts';
import { isNoResponse, messageOf, SandboxContext, type SandboxPage, useAction } from './sandbox-context.ts';
import { UnreadContext, useUnread, useUnreadMail } from './unread.ts';
import { views } from './views.ts';

const keptEvents = 500;

/** Least milliseconds between two refreshes for events. */
const busiestMs = 500;

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
  const [live, setLive] = useState<StreamStatus>('connecting');
  const [seenAt, setSeenAt] = useState<Date>();
  const [problem, setProblem] = useState<string>();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const noticeCount = useRef(0);

  const caller = useMemo<Caller>(() => ({ account: chosen, token }), [chosen, token]);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const notify = useCallback<SandboxPage['notify']>((text, kind = 'done') => {
    const id = ++noticeCount.current;
    setNotices((shown) => [...shown.slice(-2), { id, text, kind }]);
    setTimeout(
      () => setNotices((shown) => shown.filter((notice) => notice.id !== id)),
      kind === 'problem' ? 8_000 : 2_500,
    );
  }, []);

  useEffect(() => {
    let batch: number | undefined;
    let arrived: SandboxEvent[] = [];
    let flushedAt = -Infinity;
    const flush = () => {
      batch = undefined;
      flushedAt = performance.now();
      const newest = arrived.reverse();
      arrived = [];
      setEvents((known) => withNew(newest, known));
      refresh();
    };
    const stop = listen(
      { account: undefined, token },
      {
        onStatus: (status) => {
          if (status === 'locked') onLocked();
          // Each further attempt is still part of the same outage.
          else setLive((before) => (before === 'lost' && status === 'connecting' ? before : status));
        },
        onEvent: (event) => {
          if (event) arrived.push(event);
          batch ??= window.setTimeout(flush, Math.max(60, flushedAt + busiestMs - performance.now()));
        },
      },
    );
    // Some changes send no event, such as a reset by another client, so poll while the page is visible.
    const poll = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', poll);
    const polling = setInterval(poll, 10_000);
    return () => {
      stop();
      clearTimeout(batch);
      clearInterval(polling);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [token, refresh, onLocked]);

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const anyAccount = { account: undefined, token };
    Promise.all([
      call<Clock>(anyAccount, '/clock', { signal }),
      call<AnswerOf<'listAccounts'>>(anyAccount, '/accounts', { signal }),
    ]).then(
      ([time, known]) => {
        if (signal.aborted) return;
        setClock(time);
        setAccounts(known.accounts);
        setProblem(undefined);
        setSeenAt(new Date());
        if (chosen !== undefined && !known.accounts.some(({ id }) => id === chosen)) choose(undefined);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setProblem(isNoResponse(error) ? undefined : messageOf(error));
      },
    );
    return () => left.abort();
  }, [token, changes, chosen]);

  const account = chosen === undefined ? accounts[0] : accounts.find(({ id }) => id === chosen);
  const isLost = live === 'lost';
  const page = useMemo<SandboxPage>(
    () => ({ caller, accounts, account, choose, changes, refresh, clock, isLost, events, notify }),
    [caller, accounts, account, choose, changes, refresh, clock, isLost, events, notify],
  );

  const unread = useUnread(caller, changes);
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
