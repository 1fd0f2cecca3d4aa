import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hrefOf } from '../route.ts';

/** A list beside the thing that was chosen of it; where there is no room, one of both. */
export function Split({
  view,
  name,
  tools,
  list,
  detail,
}: {
  /** View to go back to. */
  readonly view: string;
  /** What the list is of, for screen readers. */
  readonly name: string;
  readonly tools: ComponentChildren;
  readonly list: ComponentChildren;
  /** `undefined` where nothing is chosen. */
  readonly detail: ComponentChildren | undefined;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        root.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
      } else if (event.key === 'j' || event.key === 'k') step(root.current, event.key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', jump);
    return () => removeEventListener('keydown', jump);
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
            Choose one of the list. <kbd>j</kbd> and <kbd>k</kbd> go through it, <kbd>/</kbd> searches.
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

/** Goes to the row after or before the present one. */
function step(root: HTMLElement | null, by: number): void {
  const rows = [...(root?.querySelectorAll<HTMLElement>('.rows a') ?? [])];
  const at = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}
