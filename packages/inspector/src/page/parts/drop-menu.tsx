import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A button that unfolds a few others. It closes with Escape, after a press, and when the focus leaves. */
export function DropMenu({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      class="drop"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.preventDefault();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="button small">{label}</summary>
      <div
        class="drop-items"
        role="group"
        aria-label={label}
        onClick={({ target }) => {
          // A button that asks first stays, until it has its response.
          if (target instanceof Element && target.closest('button:not(.danger)')) close();
        }}
      >
        {children}
      </div>
    </details>
  );
}
