import { useEffect, useState } from 'preact/hooks';
import { ClockBar } from './clock-bar.tsx';
import { hrefOf, model } from './model.ts';
import { Palette } from './palette.tsx';
import { Icon } from './parts/badge.tsx';
import { Button } from './parts/button.tsx';
import { Select } from './parts/form.tsx';
import { Logo } from './parts/logo.tsx';
import { momentOf } from './past.ts';
import { menu, type View } from './views.ts';

interface ViewProps {
  readonly view: View | undefined;
}

/** The name of the page, the state of the connection, the clock, and what is about the whole sandbox. */
export function Header({ view }: ViewProps) {
  const { accounts, account, choose, status, act } = model;
  useTitle(view);
  return (
    <header class="top row">
      <a class="brand line" href={hrefOf('messages')} aria-label="Mailrig sandbox">
        <Logo />
        <span>Mailrig</span>
      </a>
      <span class="live line fine" data-status={status} role="status">
        {{ live: 'Live', connecting: 'Connecting', lost: 'Disconnected', locked: 'Locked' }[status]}
      </span>
      <ClockBar />
      <div class="top-end line push">
        <Palette />
        {accounts.length > 1 && (
          <Select
            label="Account"
            value={account?.id ?? ''}
            options={accounts.map(({ id, domain }) => [id, domain.name])}
            onChange={choose}
          />
        )}
        <Button
          class="large"
          label="Reset"
          question="Reset all?"
          onClick={() => {
            choose(undefined);
            void act('reset', {}, { done: 'Sandbox reset' });
          }}
        />
      </div>
    </header>
  );
}

/** Updates the title of the browser's tab. */
function useTitle(view: View | undefined): void {
  const { caller, clock, unreadCount: unread } = model;
  const [event] = model.events;
  const moment =
    caller.at === undefined || !event ? '' : `As of ${momentOf(event, clock?.now).split(',', 1)[0]} · `;
  useEffect(() => {
    document.title = `${moment}${unread > 0 ? `(${unread}) ` : ''}${view?.title ?? ''} · Mailrig sandbox`;
  }, [view, unread, moment]);
}

/** The links to all views. On a phone, a button with the name of the current view unfolds them. */
export function Menu({ view }: ViewProps) {
  const { events } = model;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(close, [view]);
  return (
    <nav
      class={`menu ${isOpen ? 'open' : ''}`}
      aria-label="Views"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls="views"
        onClick={() => setOpen(!isOpen)}
      >
        <span class="hidden">Views, now </span>
        {view?.title}
      </button>
      <div id="views" class="menu-groups">
        {Object.entries(menu).map(([group, rows]) => (
          <div key={group}>
            <h2 id={`group-${group}`} class="muted">
              {group}
            </h2>
            <ul aria-labelledby={`group-${group}`}>
              {rows
                .filter(({ about }) => !about || events.some(about))
                .map((row) => (
                  <li key={row.name}>
                    <ViewLink row={row} isCurrent={row.name === view?.name} onClick={close} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

interface ViewLinkProps {
  readonly row: View;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function ViewLink({ row: { name, title, icon }, isCurrent, onClick }: ViewLinkProps) {
  const { unreadCount: unread } = model;
  return (
    <a
      class="line"
      href={hrefOf(name, undefined, {})}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={onClick}
    >
      <Icon name={icon} />
      {title}
      {name === 'messages' && unread > 0 && (
        <span class="badge primary push">
          {unread > 999 ? '999+' : unread}
          <span class="hidden"> unread</span>
        </span>
      )}
    </a>
  );
}
