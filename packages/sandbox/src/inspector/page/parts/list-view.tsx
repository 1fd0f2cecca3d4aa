import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, shortTime } from '../format.ts';
import { go, hrefOf, model } from '../model.ts';
import type { RowPages } from '../row-pages.ts';
import { isForPage, ShortcutKeys, useKeys } from '../shortcuts.tsx';
import { Icon } from './badge.tsx';
import { type ListWithItem, RowList } from './row-list.tsx';
import { SearchBar, type SearchLanguage, searchProblem } from './search-bar.tsx';
import { EmptyState, Problem, Skeleton } from './states.tsx';

interface ListViewProps<Row> extends ListWithItem<Row> {
  /** The words of the search language, and values to suggest. Without it, `tools` has the search. */
  readonly search?: SearchLanguage;
  /** Searches, filters and buttons. */
  readonly tools: ComponentChildren;
  /** Shown above the rows. */
  readonly top?: ComponentChildren;
  /** The text if there are no rows. */
  readonly empty: ComponentChildren;
  readonly detail: (id: string) => ComponentChildren;
  /** Shown while no item is selected, on narrow screens below the list. Default: how to use the list. */
  readonly intro?: ComponentChildren;
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
}: ListViewProps<Row>) {
  const { view, pages, item } = list;
  const { rows, problem, isFiltered, isOld, total = 0, waiting = 0 } = pages;
  const openFirst = useOpenFirst(view, pages);
  const name = `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
  const layout = item !== undefined ? 'has-detail' : intro === howTo ? '' : 'has-intro';
  return (
    <div class={`split-view ${layout}`}>
      {item === undefined && <h1 class="hidden">{name}</h1>}
      <section class="list column" aria-label={name}>
        <div class="tools row">
          {search && <SearchBar name={view} {...search} problem={problem} onEnter={openFirst} />}
          {!search && tools}
          {rows && (
            <span class="tally fine grow nowrap" role="status">
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
          <EmptyState title={isFiltered ? 'No matches' : `No ${view} yet`}>{empty}</EmptyState>
        )}
      </section>
      <Details view={view}>
        {item === undefined ? (
          intro
        ) : (
          <Fragment key={item}>
            <a class="back line" href={hrefOf(view)}>
              <Icon name="back" />
              {name}
            </a>
            {detail(item)}
          </Fragment>
        )}
      </Details>
    </div>
  );
}

/** The pane of the selected item. Escape leaves the pane, if it has the focus, and then closes the item. */
function Details({ view, children }: { readonly view: string; readonly children: ComponentChildren }) {
  const section = useRef<HTMLElement>(null);
  useKeys(
    (event) => {
      if (event.key !== 'Escape' || !isForPage(event)) return;
      if (document.activeElement === section.current) section.current?.blur();
      else go(view);
    },
    [view],
  );
  return (
    <section ref={section} class="detail column" aria-label="Details" tabIndex={-1}>
      {children}
    </section>
  );
}

const howTo = (
  <div class="hint stack">
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
    if (first !== undefined && isFiltered) go(view, keyOf(first));
  }, [isWanted, rows, isOld]);
  return () => want(true);
}

/** When the thing in a row happened. */
export function RowTime({ at }: { readonly at: string }) {
  const { clock } = model;
  return (
    <time class="fine nowrap" dateTime={at} title={at}>
      {shortTime(at, clock?.now)}
    </time>
  );
}
