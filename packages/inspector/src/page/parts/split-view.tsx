import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hrefOf } from '../route.ts';
import { isTyping } from './row-list.tsx';

/** A list next to the selected item. On a narrow screen, only one of them. */
export function SplitView({
  view,
  name,
  tools,
  children,
  detail,
  intro,
}: {
  /** The view that “Back” leads to. */
  readonly view: string;
  /** Name of the list, for screen readers. */
  readonly name: string;
  readonly tools: ComponentChildren;
  /** The list. */
  readonly children: ComponentChildren;
  /** The selected item; `undefined` if none is selected. */
  readonly detail: ComponentChildren | undefined;
  /** Shown while no item is selected, on narrow screens below the list. Default: how to use the list. */
  readonly intro?: ComponentChildren;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        root.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
      } else if (event.key === 'Escape' && !event.defaultPrevented) location.hash = hrefOf(view);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [view]);
  const look = detail !== undefined ? 'has-detail' : intro === undefined ? '' : 'has-intro';
  return (
    <div ref={root} class={`split-view ${look}`}>
      {detail === undefined && <h1 class="hidden">{name}</h1>}
      <section class="list" aria-label={name}>
        <div class="tools">{tools}</div>
        {children}
      </section>
      <section class="detail" aria-label="Details">
        {detail === undefined ? (
          (intro ?? (
            <p class="hint">
              Select an item to see it here. Press <kbd>j</kbd> or <kbd>k</kbd> to move through the list,{' '}
              <kbd>/</kbd> to search and <kbd>Esc</kbd> to close an item.
            </p>
          ))
        ) : (
          <>
            <a class="back" href={hrefOf(view)}>
              ← Back to the list
            </a>
            {detail}
          </>
        )}
      </section>
    </div>
  );
}
