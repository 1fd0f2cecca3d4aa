import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useHappened } from '../past.ts';
import type { RowPages } from '../row-pages.ts';
import { Button } from './button.tsx';
import { EmptyState, Problem, Skeleton } from './blocks.tsx';

/** A column header, optionally aligned as a number or visible to screen readers only. */
export type Column = string | readonly [name: string, look: 'number' | 'hidden'];

interface TableProps {
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A full-width table that becomes a list on a phone. */
export function Table({ columns, children }: TableProps) {
  return (
    <table class="wide">
      <thead>
        <tr>
          {columns.map((column) => {
            const [name, look] = typeof column === 'string' ? [column] : column;
            return (
              <th key={name} scope="col" class={look === 'number' ? look : ''}>
                {look === 'hidden' ? <span class={look}>{name}</span> : name}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface PairsProps {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Name of a row to mark as being at fault. */
  readonly marked?: string | undefined;
}

/** A two-column table of names and values. */
export function Pairs({ rows, marked }: PairsProps) {
  return (
    <table class="pairs">
      <tbody>
        {rows.map(([name, value], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{name === marked ? <mark class="fault">{value}</mark> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowTableProps<Row> {
  readonly pages: RowPages<Row>;
  readonly columns: readonly Column[];
  /** What to say if there are no rows at all. */
  readonly empty: readonly [title: string, hint: string];
  /** The cells of a row. */
  readonly children: (row: Row) => ComponentChildren;
}

/** The beginning of a long list as a table, with a button for more. */
export function RowTable<Row>({ pages, columns, empty: [title, hint], children }: RowTableProps<Row>) {
  const { rows, keyOf, total, waiting, problem, isFiltered, isOld, more, onWindow, restart } = pages;
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
        <Table columns={columns}>
          {rows.map((row, at) => (
            <tr key={at} class={happened(keyOf(row))}>
              {children(row)}
            </tr>
          ))}
        </Table>
      )}
      {(shown < total || waiting > 0) && (
        <p class="more-rows line">
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
