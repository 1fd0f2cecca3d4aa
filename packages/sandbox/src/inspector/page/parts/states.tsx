import type { ComponentChildren } from 'preact';
import type { Given } from '../control-plane.ts';
import type { ResponseOf, VerbName } from '../control-types.ts';
import { model } from '../model.ts';
import { type ReadState, useResponse } from '../reads.ts';

/** An error message. Renders nothing without a text. */
export function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** Grey rows instead of a list or an item that is still loading. */
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

interface ReadResultProps<Response> {
  readonly of: ReadState<Response>;
  /** Replaces the words of the control plane. */
  readonly problem?: string | undefined;
  /** The text at a moment before it existed. */
  readonly notYet?: string;
  readonly children: (response: Response) => ComponentChildren;
}

/** The response of the control plane once it is there; before that grey rows, or the error. */
export function ReadResult<Response>({
  of: { response, problem, isAbsent },
  problem: shown,
  notYet = 'Not there yet',
  children,
}: ReadResultProps<Response>) {
  const { caller } = model;
  if (isAbsent && caller.at !== undefined) {
    return (
      <EmptyState title={notYet}>
        <p>It comes later. Go to a later event, or back to now.</p>
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

interface LoadedProps<Name extends VerbName> extends Omit<ReadResultProps<ResponseOf<Name>>, 'of'> {
  readonly verb: Name;
  readonly given?: Given<Name>;
}

/** The {@link ReadResult} of a verb. */
export function Loaded<Name extends VerbName>({ verb, given, ...rest }: LoadedProps<Name>) {
  return <ReadResult of={useResponse(verb, given)} {...rest} />;
}
