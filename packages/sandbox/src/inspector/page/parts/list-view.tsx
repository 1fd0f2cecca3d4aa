import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { counted, shortTime } from '../format.ts';
import type { RowPages } from '../row-pages.ts';
import { hrefOf, routeNow } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';
import { EmptyState, Problem, Skeleton } from './blocks.tsx';
import { SearchBar, searchProblem, type SearchWords } from './search-bar.tsx';
import type { SearchValues } from './search-text.ts';
import { isForPage, ShortcutKeys, useKeys } from '../shortcuts.tsx';
import { Icon } from './badge.tsx';
import { useHappened } from '../past.ts';
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

/** A long list next to the selected item. On a narrow screen, only one of them. */
export function ListView<Row>({
  search,
  tools,
  top,
  empty,
  detail,
  intro = howTo,
  ...list
}: ListWithItem<Row> & {
  /** The words of the search language, and values to suggest. Without it, `tools` has the search. */
  readonly search?: { readonly words: SearchWords; readonly values: SearchValues };
  /** Searches, filters and buttons. */
  readonly tools: ComponentChildren;
  /** Shown above the rows. */
  readonly top?: ComponentChildren;
  /** What to say if there are no rows at all, and if none match. */
  readonly empty: Readonly<Record<'none' | 'noMatches', ComponentChildren>>;
  readonly detail: (id: string) => ComponentChildren;
  /** Shown while no item is selected, on narrow screens below the list. Default: how to use the list. */
  readonly intro?: ComponentChildren;
}) {
  const { view, pages, item } = list;
  const { rows, problem, isFiltered, isOld, total, waiting } = pages;
  const openFirst = useOpenFirst(view, pages);
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
  const name = `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
  const look = item !== undefined ? 'has-detail' : intro === howTo ? '' : 'has-intro';
  return (
    <div class={`split-view ${look}`}>
      {item === undefined && <h1 class="hidden">{name}</h1>}
      <section class="list column" aria-label={name}>
        <div class="tools row">
          {search && <SearchBar name={view} {...search} problem={problem} onEnter={openFirst} />}
          {!search && tools}
          {rows && (
            <span class="tally fine" role="status">
              {counted(total + waiting, view.slice(0, -1))}
            </span>
          )}
          {search && tools}
        </div>
        {searchProblem(problem) === undefined && <Problem text={problem} />}
        {!rows && problem === undefined && <Skeleton rows={10} />}
        {top}
        {rows && rows.length > 0 && <RowList {...list} />}
        {rows?.length === 0 && !isOld && (
          <EmptyState title={isFiltered ? 'No matches' : `No ${view} yet`}>
            {isFiltered ? empty.noMatches : empty.none}
          </EmptyState>
        )}
      </section>
      <section ref={section} class="detail column" aria-label="Details" tabIndex={-1}>
        {item === undefined ? (
          intro
        ) : (
          <Fragment key={item}>
            <a class="back" href={hrefOf(view)}>
              <Icon name="back" />
              {name}
            </a>
            {detail(item)}
          </Fragment>
        )}
      </section>
    </div>
  );
}

const howTo = (
  <div class="hint">
    <p>Select an item to see it here.</p>
    <ShortcutKeys />
  </div>
);

/** The function that opens the first row of a search, once the rows are those of the search. */
function useOpenFirst<Row>(view: string, pages: RowPages<Row>): () => void {
  const { rows, isOld, isFiltered, keyOf } = pages;
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (!isWanted || !rows || isOld) return;
    want(false);
    const [first] = rows;
    if (first !== undefined && isFiltered) location.hash = hrefOf(view, keyOf(first));
  }, [isWanted, rows, isOld]);
  return () => want(true);
}

/** When the thing in a row happened. */
export function RowTime({ at }: { readonly at: string }) {
  const { clock } = useSandbox();
  return (
    <time class="fine nowrap" dateTime={at} title={at}>
      {shortTime(at, clock?.now)}
    </time>
  );
}

/** Rows rendered above and below the screen. */
const margin = 8;

/**
 * The rows of a long list. Only those near the screen are in the document, and scrolling towards the end
 * loads more. `j`, `k` and the arrows move through the rows, Enter goes into one.
 */
export function RowList<Row>({ view, item, pages, row: content, rowHeight = 60 }: ListWithItem<Row>) {
  const { rows = [], keyOf, total, waiting, isOld, more, onWindow, restart } = pages;
  const list = useRef<HTMLUListElement>(null);
  const [{ first, last }, setShown] = useState({ first: 0, last: 30 });
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const happened = useHappened();

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

  useKeys(
    (event) => {
      if (!isForPage(event)) return;
      const { key, target } = event;
      // Inside an item, arrows scroll and Enter presses.
      const isInItem = target instanceof Element && target.closest('.detail, nav, header') !== null;
      const by = { j: 1, k: -1, ...(!isInItem && { ArrowDown: 1, ArrowUp: -1 }) }[key];
      // Keys may come faster than the page renders.
      const chosen = routeNow().item;
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
      location.hash = hrefOf(view, keyOf(next));
      scrollTo(list.current, rows.indexOf(next), rowHeight);
    },
    [rows, view, keyOf],
  );

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
        style={{
          '--row-height': `${rowHeight}px`,
          height: `${rows.length * rowHeight}px`,
          paddingTop: `${from * rowHeight}px`,
        }}
      >
        {rows.slice(from, last + margin).map((row, index) => {
          const key = keyOf(row);
          return (
            <li
              key={key}
              aria-setsize={total}
              aria-posinset={from + index + 1}
              class={
                happened(key) || (known.current && !known.current.has(key) && from + index < 8 ? 'new' : '')
              }
            >
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

/** Scrolls as little as needed to show a row. */
function scrollTo(list: HTMLElement | null, index: number, rowHeight: number): void {
  const marker = document.createElement('li');
  marker.style.cssText = `position:absolute;top:${index * rowHeight}px;height:${rowHeight}px;width:1px`;
  list?.append(marker);
  marker.scrollIntoView({ block: 'nearest' });
  marker.remove();
}
