import { type ComponentChildren, toChildArray } from 'preact';
import { useRef } from 'preact/hooks';

interface DropMenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A button that unfolds a few others, also under the mouse. It closes with Escape, after a press and from outside. */
export function DropMenu({ label, children }: DropMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const byMouse = useRef(false);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      class="drop"
      onPointerEnter={({ pointerType, currentTarget }) => {
        if ((byMouse.current = pointerType === 'mouse')) currentTarget.open = true;
      }}
      // A menu with an open question stays open.
      onPointerLeave={({ currentTarget }) => {
        if (byMouse.current && !currentTarget.querySelector('.danger')) close();
        byMouse.current = false;
      }}
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
      <summary
        class="button small"
        // Under the mouse it is open already. Keys have no count of presses.
        onClick={(event) => byMouse.current && event.detail > 0 && event.preventDefault()}
      >
        {label}
      </summary>
      <div
        class="drop-items over stack"
        role="group"
        aria-label={label}
        onClick={({ target }) => {
          // A button with a question stays until it is answered.
          if (target instanceof Element && target.closest('button:not(.danger)')) close();
        }}
      >
        {toChildArray(children).map((child, at) => (
          <div key={at} class="line">
            {child}
          </div>
        ))}
      </div>
    </details>
  );
}
