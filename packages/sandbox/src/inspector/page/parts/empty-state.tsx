import type { ComponentChildren } from 'preact';

/** Shown instead of an empty list, with a hint about what to do next. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty column">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
