import { useEffect, useRef } from 'preact/hooks';
import { ClockBar } from './clock-bar.tsx';
import type { StreamStatus } from './event-stream.ts';
import { Menu } from './menu.tsx';
import { Palette } from './palette.tsx';
import { ConfirmButton } from './parts/button.tsx';
import { Select } from './parts/form.tsx';
import { iconWith, Logo, Problem } from './parts/blocks.tsx';
import { momentOf } from './past.ts';
import { hrefOf, useRoute } from './route.ts';
import { Strip } from './strip.tsx';
import { type SandboxPage, useAction } from './sandbox-context.ts';
import { useUnreadMail } from './unread.ts';
import { views } from './views.ts';

interface FrameProps {
  readonly page: SandboxPage;
  readonly live: StreamStatus;
  /** When the sandbox last answered. */
  readonly seenAt: Date | undefined;
  readonly problem: string | undefined;
}

/** Header, menu and the chosen view. */
export function Frame({ page, live, seenAt, problem }: FrameProps) {
  const { accounts, account, choose, caller, events, clock } = page;
  const route = useRoute();
  const act = useAction();
  const view = views.find(({ name }) => name === route.view) ?? views[0];
  const main = useRef<HTMLElement>(null);
  const { count } = useUnreadMail();
  // What is unread is a matter of now.
  const unread = caller.at === undefined ? count : 0;
  const [event] = events;
  const moment =
    caller.at === undefined || !event ? '' : `As of ${momentOf(event, clock?.now).split(',', 1)[0]} · `;
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', iconWith(unread));
    document.title = `${moment}${unread > 0 ? `(${unread}) ` : ''}${view?.title ?? ''} · Mailrig sandbox`;
  }, [view, unread, moment]);
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    window.scrollTo(0, 0);
  }, [view]);
  return (
    <div class="page">
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to content
      </a>
      <header class="top line">
        <a class="brand line" href={hrefOf('messages')} aria-label="Mailrig sandbox">
          <Logo />
          <span>
            Mailrig <span class="brand-what">sandbox</span>
          </span>
        </a>
        <span class="live line fine" data-status={live} role="status">
          {{ live: 'Live', connecting: 'Connecting', lost: 'Disconnected', locked: 'Locked' }[live]}
        </span>
        <ClockBar />
        <div class="top-end">
          <Palette />
          {accounts.length > 1 && (
            <Select
              label="Account"
              value={account?.id ?? ''}
              options={accounts.map(({ id, domain }) => [id, domain.name])}
              onChange={(id) => choose(id === accounts[0]?.id ? undefined : id)}
            />
          )}
          <ConfirmButton
            label="Reset"
            question="Reset all?"
            onConfirm={() => {
              choose(undefined);
              void act('reset', {}, { done: 'Sandbox reset' });
            }}
          />
        </div>
      </header>
      <Strip seenAt={seenAt} />
      <Menu view={view} />
      <main ref={main} id="main" tabIndex={-1} class={view?.isSplit ? 'split' : 'flow'}>
        <Problem text={problem} />
        {/* Read after the stream is open, nothing is missed, and no list is read twice. */}
        {view && live !== 'connecting' && (
          <view.View key={`${view.name} ${page.caller.account}`} item={route.item} />
        )}
      </main>
    </div>
  );
}
