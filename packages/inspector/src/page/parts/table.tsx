import type { ComponentChildren } from 'preact';

/** The head of a column: its name, and where that is no plain text how it looks. */
export type Column = string | readonly [name: string, look: 'number' | 'hidden'];

/** A table as wide as the page, which on a phone is a list. */
export function Table({
  columns,
  children,
}: {
  readonly columns: readonly Column[];
  /** Its rows. */
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

/** Names with their values. */
export function Pairs({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table class="pairs">
      <tbody>
        {rows.map(([name, value], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
