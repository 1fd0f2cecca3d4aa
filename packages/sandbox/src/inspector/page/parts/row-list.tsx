import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go, hrefOf, model } from '../model.ts';
import { useHappened } from '../past.ts';
import type { RowPages } from '../row-pages.ts';
import { isForPage, useKeys } from '../shortcuts.tsx';
import { Button } from './button.tsx';

/** A long list with an item of it. */
export interface ListWithItem<Row> {
  /** The name of the view, which is also that of its rows: `messages`. */
  readonly view: string;
  readonly pages: RowPages<Row>;
  /** Key of the selected row. */
  readonly item: string | undefined;
  /** The content of a row's link. */
  readonly row: (row: Row) => ComponentChildren;
  /** Pixels. Default: enough for two lines. */
  readonly rowHeight?: number;
}

/** Rows rendered above and below the screen. */
const margin = 8;

/** The rows of a long list, of which only those near the screen are in the document. Keys move through them. */
export function RowList<Row>({ view, item, pages, row: content, rowHeight = 60 }: ListWithItem<Row>) {
  const { rows = [], keyOf, total, waiting = 0, isOld, more, onWindow, restart } = pages;
  const list = useRef<HTMLUListElement>(null);
  const { first, last } = useRowsOnScreen(list, rows.length, rowHeight, onWindow);
  const happened = useHappened();

  useEffect(() => {
    if (last + margin >= rows.length) void more();
  }, [last, rows.length, more]);

  useRowKeys(list, rows, view, keyOf, rowHeight);

  const from = Math.max(0, Math.min(first, rows.length) - margin);
  return (
    <>
      {waiting > 0 && <NewRows list={list} waiting={waiting} restart={restart} />}
      <ul
        ref={list}
        class={`rows ${isOld ? 'old' : ''}`}
        style={{
          '--row-height': `${rowHeight}px`,
          height: `${rows.length * rowHeight}px`,
          paddingTop: `${from * rowHeight}px`,
        }}
      >
        {rows.slice(from, last + margin).map((row, index) => {
          const key = keyOf(row);
          return (
            <li key={key} aria-setsize={total} aria-posinset={from + index + 1} class={happened(key)}>
              <a class="column" href={hrefOf(view, key)} aria-current={key === item}>
                {content(row)}
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

type List = RefObject<HTMLUListElement | null>;

/** The rows on screen, by index. Reports them to `onWindow`. */
function useRowsOnScreen(
  list: List,
  count: number,
  rowHeight: number,
  onWindow: RowPages<unknown>['onWindow'],
) {
  const [shown, setShown] = useState({ first: 0, last: 30 });
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
  }, [onWindow, count]);
  return shown;
}

/** Moves through the rows, and into one, with keys. */
function useRowKeys<Row>(
  list: List,
  rows: readonly Row[],
  view: string,
  keyOf: (row: Row) => string,
  rowHeight: number,
): void {
  useKeys(
    (event) => {
      if (!isForPage(event)) return;
      const { key, target } = event;
      // Inside an item, arrows scroll and Enter presses.
      const isInItem = target instanceof Element && target.closest('.detail, nav, header') !== null;
      const by = { j: 1, k: -1, ...(!isInItem && { ArrowDown: 1, ArrowUp: -1 }) }[key];
      // Keys may come faster than the page renders.
      const chosen = model.route.item;
      if (key === 'Enter' && chosen !== undefined && target === document.body) {
        event.preventDefault();
        document.querySelector<HTMLElement>('.detail')?.focus();
      }
      if (by === undefined) return;
      const at = rows.findIndex((row) => keyOf(row) === chosen);
      const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
      if (next === undefined) return;
      event.preventDefault();
      // A row that was clicked has the focus: it would look chosen as well.
      if (target instanceof HTMLElement && list.current?.contains(target)) target.blur();
      go(view, keyOf(next));
      scrollTo(list.current, rows.indexOf(next), rowHeight);
    },
    [rows, view, keyOf],
  );
}

interface NewRowsProps extends Pick<RowPages<unknown>, 'restart'> {
  readonly list: List;
  readonly waiting: number;
}

/** The button that shows the rows that arrived while the reader was further down. */
function NewRows({ list, waiting, restart }: NewRowsProps) {
  return (
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
  );
}

/** Scrolls as little as needed to show a row. */
function scrollTo(list: HTMLElement | null, index: number, rowHeight: number): void {
  const marker = document.createElement('li');
  marker.style.cssText = `position:absolute;top:${index * rowHeight}px;height:${rowHeight}px;width:1px`;
  list?.append(marker);
  marker.scrollIntoView({ block: 'nearest' });
  marker.remove();
}
