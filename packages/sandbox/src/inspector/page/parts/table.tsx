import type { ComponentChildren } from 'preact';

/** A column header, optionally aligned as a number or visible to screen readers only. */
export type Column = string | readonly [name: string, look: 'number' | 'hidden'];

/** A full-width table that becomes a list on a phone. */
export function Table({
  columns,
  children,
}: {
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ComponentChildren;
}) {
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

/** A two-column table of names and values. */
export function Pairs({
  rows,
  marked,
}: {
  readonly rows: readonly (readonly [name: string, value: string])[];
  /** Name of a row to mark as being at fault. */
  readonly marked?: string | undefined;
}) {
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
