import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hrefOf } from '../route.ts';

/** A list next to the selected item. On a narrow screen, only one of them. */
export function SplitView({
  view,
  name,
  tools,
  list,
  detail,
}: {
  /** The view that “Back” leads to. */
  readonly view: string;
  /** Name of the list, for screen readers. */
  readonly name: string;
  readonly tools: ComponentChildren;
  readonly list: ComponentChildren;
  /** The selected item; `undefined` if none is selected. */
  readonly detail: ComponentChildren | undefined;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        root.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
      } else if (event.key === 'j' || event.key === 'k') step(root.current, event.key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div ref={root} class={`split-view ${detail === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label={name}>
        <div class="tools">{tools}</div>
        {list}
      </section>
      <section class="detail" aria-label="Details">
        {detail === undefined ? (
          <p class="hint">
            Select an item to see it here. Press <kbd>j</kbd> or <kbd>k</kbd> to move through the list and{' '}
            <kbd>/</kbd> to search.
          </p>
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Selects another row, `by` rows further down. */
function step(root: HTMLElement | null, by: number): void {
  const rows = [...(root?.querySelectorAll<HTMLElement>('.rows a') ?? [])];
  const at = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}
