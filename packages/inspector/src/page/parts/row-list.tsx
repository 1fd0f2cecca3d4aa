import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RowPages } from '../row-pages.ts';
import { hrefOf, routeNow } from '../route.ts';
import { Button } from './button.tsx';

/** Pixels; the style sheet gives each row this height. */
const rowHeight = 58;
/** Rows rendered above and below the screen. */
const margin = 8;

/**
 * The rows of a long list. Only those near the screen are in the document, and scrolling towards the end
 * loads more. `j` and `k` move through the rows.
 */
export function RowList<Row>({
  view,
  item,
  pages,
  row: content,
}: {
  readonly view: string;
  /** Key of the selected row. */
  readonly item: string | undefined;
  readonly pages: RowPages<Row>;
  /** The content of a row's link. */
  readonly row: (row: Row) => ComponentChildren;
}) {
  const { rows = [], keyOf, total, waiting, isOld, more, onWindow, restart } = pages;
  const list = useRef<HTMLUListElement>(null);
  const [{ first, last }, setShown] = useState({ first: 0, last: 30 });
  const known = useRef<ReadonlySet<string> | undefined>(undefined);

  useLayoutEffect(() => {
    const measure = () => {
      const ul = list.current;
      if (!ul) return;
      const box = ul.parentElement?.closest('.list')?.getBoundingClientRect();
      const top = Math.max(0, box?.top ?? 0) - ul.getBoundingClientRect().top;
      const start = Math.max(0, Math.floor(top / rowHeight));
      const end = start + Math.ceil(innerHeight / rowHeight);
      onWindow(start, end);
      setShown((before) =>
        before.first === start && before.last === end ? before : { first: start, last: end },
      );
    };
    measure();
    // On a narrow screen the whole page scrolls, otherwise the list.
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [onWindow, rows.length]);

  useEffect(() => {
    if (last + margin >= rows.length) void more();
  }, [last, rows.length, more]);

  useEffect(() => {
    known.current = new Set(rows.map(keyOf));
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      // Keys may come faster than the page renders.
      const chosen = routeNow().item;
      const at = rows.findIndex((row) => keyOf(row) === chosen);
      const by = event.key === 'j' ? 1 : -1;
      const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
      if (next === undefined) return;
      location.hash = hrefOf(view, keyOf(next));
      scrollTo(list.current, rows.indexOf(next));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [rows, view, keyOf]);

  const from = Math.max(0, Math.min(first, rows.length) - margin);
  return (
    <>
      {waiting > 0 && (
        <p class="waiting">
          <Button
            label={`${waiting} new`}
            class="small primary"
            onClick={() => {
              restart();
              list.current?.closest('.list')?.scrollTo(0, 0);
              if (getComputedStyle(document.body).overflowY !== 'hidden') window.scrollTo(0, 0);
            }}
          />
        </p>
      )}
      <ul
        ref={list}
        class={`rows ${isOld ? 'old' : ''}`}
        style={{ height: `${rows.length * rowHeight}px`, paddingTop: `${from * rowHeight}px` }}
      >
        {rows.slice(from, last + margin).map((row, index) => {
          const key = keyOf(row);
          return (
            <li
              key={key}
              aria-setsize={total}
              aria-posinset={from + index + 1}
              class={known.current && !known.current.has(key) && from + index < 8 ? 'new' : ''}
            >
              <a href={hrefOf(view, key)} aria-current={key === item}>
                {content(row)}
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Whether keys belong to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Scrolls as little as needed to show a row. */
function scrollTo(list: HTMLElement | null, index: number): void {
  const marker = document.createElement('li');
  marker.style.cssText = `position:absolute;top:${index * rowHeight}px;height:${rowHeight}px;width:1px`;
  list?.append(marker);
  marker.scrollIntoView({ block: 'nearest' });
  marker.remove();
}
