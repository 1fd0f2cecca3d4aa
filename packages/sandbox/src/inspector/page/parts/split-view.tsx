import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { hrefOf } from '../route.ts';
import { isForPage, ShortcutKeys, useKeys } from '../shortcuts.tsx';
import { Icon } from './icon.tsx';

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
  const section = useRef<HTMLElement>(null);
  useKeys(
    (event) => {
      if (event.key !== 'Escape' || !isForPage(event)) return;
      // Leaves the item that has the focus, then closes it.
      if (document.activeElement === section.current) section.current?.blur();
      else location.hash = hrefOf(view);
    },
    [view],
  );
  const look = detail !== undefined ? 'has-detail' : intro === undefined ? '' : 'has-intro';
  return (
    <div class={`split-view ${look}`}>
      {detail === undefined && <h1 class="hidden">{name}</h1>}
      <section class="list column" aria-label={name}>
        <div class="tools row">{tools}</div>
        {children}
      </section>
      <section ref={section} class="detail column" aria-label="Details" tabIndex={-1}>
        {detail === undefined ? (
          (intro ?? (
            <div class="hint">
              <p>Select an item to see it here.</p>
              <ShortcutKeys />
            </div>
          ))
        ) : (
          <>
            <a class="back" href={hrefOf(view)}>
              <Icon name="back" />
              {name}
            </a>
            {detail}
          </>
        )}
      </section>
    </div>
  );
}
