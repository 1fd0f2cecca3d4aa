import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, shortTime } from '../format.ts';
import type { RowPages } from '../row-pages.ts';
import { hrefOf } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';
import { EmptyState, Problem, Skeleton } from './blocks.tsx';
import { RowList } from './row-list.tsx';
import { searchProblem } from './search-bar.tsx';
import { isForPage, ShortcutKeys, useKeys } from '../shortcuts.tsx';
import { Icon } from './badge.tsx';

/** A long list next to the selected item. */
export function ListView<Row>({
  view,
  pages,
  item,
  tools,
  top,
  row,
  rowHeight = 60,
  empty,
  detail,
  intro,
}: {
  /** The name of the view, which is also that of its rows: `messages`. */
  readonly view: string;
  readonly pages: RowPages<Row>;
  readonly item: string | undefined;
  /** Searches and filters. */
  readonly tools: ComponentChildren;
  /** Shown above the rows. */
  readonly top?: ComponentChildren;
  /** The content of a row. */
  readonly row: (row: Row) => ComponentChildren;
  /** Pixels. Default: enough for two lines. */
  readonly rowHeight?: number;
  /** What to say if there are no rows at all, and if none match. */
  readonly empty: Readonly<Record<'none' | 'noMatches', ComponentChildren>>;
  readonly detail: (id: string) => ComponentChildren;
  /** Shown while no item is selected. */
  readonly intro?: ComponentChildren;
}) {
  const { rows, problem, isFiltered, isOld } = pages;
  return (
    <SplitView
      view={view}
      name={`${view.charAt(0).toUpperCase()}${view.slice(1)}`}
      tools={tools}
      detail={item === undefined ? undefined : <Fragment key={item}>{detail(item)}</Fragment>}
      intro={intro}
    >
      {searchProblem(problem) === undefined && <Problem text={problem} />}
      {!rows && problem === undefined && <Skeleton rows={10} />}
      {top}
      {rows && rows.length > 0 && (
        <RowList view={view} item={item} pages={pages} row={row} rowHeight={rowHeight} />
      )}
      {rows?.length === 0 && !isOld && (
        <EmptyState title={isFiltered ? 'No matches' : `No ${view} yet`}>
          {isFiltered ? empty.noMatches : empty.none}
        </EmptyState>
      )}
    </SplitView>
  );
}

/** The function that opens the first row of a search, once the rows are those of the search. */
export function useOpenFirst<Row>(view: string, pages: RowPages<Row>): () => void {
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

/** How many rows match. */
export function Tally<Row>({ pages, noun }: { readonly pages: RowPages<Row>; readonly noun: string }) {
  const { rows, total, waiting } = pages;
  if (!rows) return null;
  return (
    <span class="tally fine" role="status">
      {counted(total + waiting, noun)}
    </span>
  );
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
