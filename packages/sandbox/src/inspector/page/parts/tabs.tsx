import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useParam } from '../model.ts';

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
  /** The parameter of the URL with the name of the selected tab. Without such a tab, the first one is selected. */
  readonly param: string;
}

/** Tabs that the arrow keys move through. */
export function Tabs({ label, tabs, param }: TabsProps) {
  const id = useId();
  const [chosen, choose] = useParam(param);
  const index = Math.max(
    0,
    tabs.findIndex(({ name }) => name === chosen),
  );
  const list = useRef<HTMLDivElement>(null);
  // On a phone, not all tabs fit.
  useEffect(() => {
    const tab = list.current?.children[index];
    if (!list.current || !(tab instanceof HTMLElement)) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [index]);
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
