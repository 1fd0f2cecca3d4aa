import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** One tab. */
export interface Tab {
  readonly name: string;
  /** Shown next to the name, unless 0. */
  readonly count?: number;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Name of the selected tab. The first tab is selected if no tab has that name. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (name: string) => void;
}

/** Tabs that the arrow keys move through. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState<string>();
  const wanted = chosen ?? own;
  const index = Math.max(
    0,
    tabs.findIndex(({ name }) => name === wanted),
  );
  const list = useRef<HTMLDivElement>(null);
  // On a phone, not all tabs fit.
  useEffect(() => {
    const tab = list.current?.children[index];
    if (!list.current || !(tab instanceof HTMLElement)) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [index]);
  const choose = (name: string) => {
    setOwn(name);
    onChoose?.(name);
  };
  const step = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by === undefined ? undefined : tabs[(index + by + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div class="tabs column">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(({ name, count }, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${at}`}
            aria-selected={at === index}
            aria-controls={`${id}-panel`}
            tabIndex={at === index ? 0 : -1}
            onClick={() => choose(name)}
          >
            {name}
            {count !== undefined && count > 0 && <span class="badge plain">{count}</span>}
          </button>
        ))}
      </div>
      <div class="stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${index}`} tabIndex={-1}>
        {tabs[index]?.content()}
      </div>
    </div>
  );
}
