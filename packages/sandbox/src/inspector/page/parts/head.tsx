import type { ComponentChildren } from 'preact';

/** The heading of a view, with its search and its buttons, and a sentence about it. */
export function Head({
  title,
  lead,
  children,
}: {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <>
      <div class="head row">
        <h1 class="break">{title}</h1>
        {children}
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </>
  );
}
