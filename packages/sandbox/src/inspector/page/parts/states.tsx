import type { ComponentChildren } from 'preact';
import type { Given } from '../control-plane.ts';
import type { ResponseOf, VerbName } from '../control-types.ts';
import { model } from '../model.ts';
import { useResponse } from '../reads.ts';

/** An error message. Renders nothing without a text. */
export function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** Grey rows in the place of a list or an item that is still loading. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div class="skeleton stack" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Shown instead of an empty list, with a hint about what to do next. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty stack">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What the control plane answers, once it does: before that grey rows, or what went wrong. */
export function Loaded<Name extends VerbName>({
  verb,
  given,
  problem: shown,
  notYet = 'Not there yet',
  children,
}: {
  readonly verb: Name;
  readonly given?: Given<Name>;
  /** Replaces the words of the control plane. */
  readonly problem?: string;
  /** What to say at a moment before it was there. */
  readonly notYet?: string;
  readonly children: (answer: ResponseOf<Name>) => ComponentChildren;
}) {
  const { caller } = model;
  const { response, problem, isAbsent } = useResponse(verb, given);
  if (isAbsent && caller.at !== undefined) {
    return (
      <EmptyState title={notYet}>
        <p>It comes later: go on, or back to now.</p>
      </EmptyState>
    );
  }
  if (problem !== undefined) {
    return (
      <>
        <h1 class="hidden">Not found</h1>
        <Problem text={shown ?? problem} />
      </>
    );
  }
  return response === undefined ? <Skeleton /> : <>{children(response)}</>;
}
