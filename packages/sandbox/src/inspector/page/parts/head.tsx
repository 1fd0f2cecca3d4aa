import type { ComponentChildren } from 'preact';

interface HeadProps {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The heading of a view, with its search and its buttons, and a sentence about it. */
export function Head({ title, lead, children }: HeadProps) {
  return (
    <>
      <div class="head row">
        <h1>{title}</h1>
        {children}
      </div>
      {lead !== undefined && <p class="muted">{lead}</p>}
    </>
  );
}

/** Text in which backticks mark `code`. */
export function TextWithCode({ text }: { readonly text: string }) {
  return (
    <span>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</span>
  );
}
