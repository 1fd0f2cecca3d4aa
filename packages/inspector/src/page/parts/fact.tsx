/** One of the facts of a thing, in a `<dl class="facts">`; nothing where there is none. */
export function Fact({
  name,
  value,
  class: look = '',
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly class?: string;
}) {
  if (value === undefined || value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={look}>{value}</dd>
    </div>
  );
}
