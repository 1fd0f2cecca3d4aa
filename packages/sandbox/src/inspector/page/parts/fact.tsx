import type { ComponentChildren } from 'preact';

/** A name and its value, inside a `<dl class="facts row">`. Renders nothing without a value. */
export function Fact({
  name,
  value,
  class: look = '',
}: {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly class?: string;
}) {
  if (value === undefined || value === '') return null;
  return (
    <div class="line">
      <dt>{name}</dt>
      <dd class={look} dir="auto">
        {value}
      </dd>
    </div>
  );
}
