import { useEffect } from 'preact/hooks';
import type { RowPages } from '../row-pages.ts';

/** What follows a table that shows the beginning of a long list: how much it shows, and a button for more. */
export function MoreRows<Row, Answer>({ pages }: { readonly pages: RowPages<Row, Answer> }) {
  const { rows = [], total, waiting, more, onWindow, restart } = pages;
  const shown = rows.length;
  useEffect(() => {
    // Everything beyond the first page counts as on screen, so that a refresh keeps it.
    if (shown > 50) onWindow(1, shown - 1);
  }, [shown, onWindow]);
  if (shown >= total && waiting === 0) return null;
  return (
    <p class="more-rows">
      <span class="muted" role="status">
        {shown.toLocaleString('en')} of {(total + waiting).toLocaleString('en')}
      </span>
      {shown < total && (
        <button type="button" class="small" onClick={more}>
          Show more
        </button>
      )}
      {waiting > 0 && (
        <button type="button" class="small" onClick={restart}>
          {waiting} new
        </button>
      )}
    </p>
  );
}
