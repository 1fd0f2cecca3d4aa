import { useEffect, useState } from 'preact/hooks';
import { Icon } from './parts/badge.tsx';
import { hrefOf } from './route.ts';
import { useSandbox } from './sandbox-context.ts';
import { useUnreadMail } from './unread.ts';
import { type View, viewGroups, views } from './views.ts';

/** The links to all views. On a phone, a button with the name of the current view unfolds them. */
export function Menu({ view }: { readonly view: View | undefined }) {
  const { count } = useUnreadMail();
  const { caller, events } = useSandbox();
  const unread = caller.at === undefined ? count : 0;
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
        {viewGroups.map((group) => (
          <div key={group}>
            <h2 id={`group-${group}`}>{group}</h2>
            <ul aria-labelledby={`group-${group}`}>
              {views
                .filter((row) => row.group === group && (!row.about || events.some(row.about)))
                .map(({ name, title, icon }) => (
                  <li key={name}>
                    <a
                      class="line"
                      href={hrefOf(name, undefined, {})}
                      {...((name === view?.name || name === view?.under) && {
                        'aria-current': 'page' as const,
                      })}
                      onClick={close}
                    >
                      <Icon name={icon} />
                      {title}
                    </a>
                    {name === 'messages' && unread > 0 && (
                      <span class="unread-count">
                        {unread > 999 ? '999+' : unread}
                        <span class="hidden"> unread</span>
                      </span>
                    )}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
