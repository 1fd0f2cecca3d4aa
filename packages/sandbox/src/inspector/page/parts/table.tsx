import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHappened } from '../past.ts';
import type { RowPages } from '../row-pages.ts';
import { Button } from './button.tsx';
import { EmptyState, Problem, Skeleton } from './states.tsx';

/**
 * A column: its name, and the classes of its cells. Of these, `number` is also for the header, `labelled` puts the name
 * before the value on a phone, and `unnamed` leaves the name to screen readers.
 */
export type Column = string | readonly [name: string, classes: string];

interface TableProps<Row> {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The class of a row. */
  readonly classOf?: (row: Row) => string;
  /** The content of the cells of a row, in the order of the columns. */
  readonly children: (row: Row) => readonly ComponentChildren[];
}

/** A full-width table that becomes a list on a phone. */
export function Table<Row>({ columns, rows, keyOf, classOf, children: cellsOf }: TableProps<Row>) {
  const named = columns.map((column) => (typeof column === 'string' ? ([column, ''] as const) : column));
  return (
    <table class="wide">
      <thead>
        <tr>
          {named.map(([name, classes]) => (
            <th key={name} scope="col" class={classes.includes('number') ? 'number' : ''}>
              {classes.includes('unnamed') ? <span class="hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={classOf?.(row)}>
            {cellsOf(row).map((cell, at) => {
              const [name, classes = ''] = named[at] ?? [];
              return (
                <td key={at} class={classes} data-label={classes.includes('labelled') ? name : undefined}>
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowTableProps<Row> extends Pick<TableProps<Row>, 'columns' | 'children'> {
  readonly pages: RowPages<Row>;
  /** The text if there are no rows at all. */
  readonly empty: readonly [title: string, hint: string];
}

/** The beginning of a long list as a table, with a button for more. */
export function RowTable<Row>({ pages, empty: [title, hint], ...table }: RowTableProps<Row>) {
  const { rows, keyOf, total = 0, waiting = 0, problem, isFiltered, isOld, more, onWindow, restart } = pages;
  const happened = useHappened();
  const shown = rows?.length ?? 0;
  useEffect(() => {
    // Everything beyond the first page counts as on screen, so that a refresh reads it again.
    if (shown > 50) onWindow(1, shown - 1);
  }, [shown, onWindow]);
  return (
    <>
      <Problem text={problem} />
      {!rows && problem === undefined && <Skeleton />}
      {rows && shown === 0 && !isOld && (
        <EmptyState title={isFiltered ? 'No matches' : title}>
          <p>{hint}</p>
        </EmptyState>
      )}
      {rows && shown > 0 && (
        <Table {...table} rows={rows} keyOf={keyOf} classOf={(row) => happened(keyOf(row))} />
      )}
      {(shown < total || waiting > 0) && (
        <p class="line">
          <span class="muted" role="status">
            {shown.toLocaleString('en')} of {(total + waiting).toLocaleString('en')}
          </span>
          {shown < total && <Button label="Show more" onClick={more} />}
          {waiting > 0 && <Button label={`${waiting} new`} onClick={restart} />}
        </p>
      )}
    </>
  );
}
