import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface ItemProps {
  /** Its kind, as classes. */
  readonly class: string;
  readonly title: string;
  /** Its current status in badges, and menus. */
  readonly afterTitle: ComponentChildren;
  readonly beforeFacts?: ComponentChildren;
  readonly facts: FactRows;
  readonly afterFacts?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What is selected in a list: its title, its facts, and what belongs to it. */
export function Item({
  class: kind,
  title,
  afterTitle,
  beforeFacts,
  facts,
  afterFacts,
  children,
}: ItemProps) {
  return (
    <article class={`${kind} column`} aria-label={title}>
      <header class="stack">
        <div class="title row">
          <h1 dir="auto">{title}</h1>
          {afterTitle}
        </div>
        {beforeFacts}
        <Facts rows={facts} />
        {afterFacts}
      </header>
      {children}
    </article>
  );
}

/** Values by their names. Those that are absent or empty are left out. */
type FactRows = Readonly<Record<string, ComponentChildren>>;

/** Names with their values next to each other. */
export function Facts({ rows, class: classes }: { readonly rows: FactRows; readonly class?: string }) {
  const shown = Object.entries(rows).filter(([, value]) => value !== undefined && value !== '');
  return <Pairs rows={shown} class={classes ?? 'facts row'} />;
}

interface PairsProps {
  readonly rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly class?: string;
}

/** Names with their values, by default below each other. A name may come more than once. */
export function Pairs({ rows, class: classes = 'terms mono' }: PairsProps) {
  return (
    <dl class={classes}>
      {rows.map(([name, value], at) => (
        <div key={at} class="line">
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Buttons for an item, in a group with a name. */
export function Actions({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="actions row" role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** The most recipients that are shown unasked. */
const most = 4;

/** A fact of recipients: the first few, and the others on demand. */
export function recipients(addresses: readonly string[]): ComponentChildren {
  return addresses.length === 0 ? undefined : <Recipients addresses={addresses} />;
}

function Recipients({ addresses }: { readonly addresses: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || addresses.length <= most ? addresses : addresses.slice(0, most - 1);
  const hidden = addresses.length - shown.length;
  return (
    <>
      {shown.join(', ')}{' '}
      {hidden > 0 && <Button label={`and ${hidden} more`} class="link" onClick={() => setOpen(true)} />}
    </>
  );
}
