import type { ComponentChildren } from 'preact';

/** What is shown where there is nothing yet, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
