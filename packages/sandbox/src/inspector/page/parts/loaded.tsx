import type { ComponentChildren } from 'preact';
import { useAnswer, useSandbox } from '../sandbox-context.ts';
import { EmptyState } from './empty-state.tsx';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

/** What the control plane answers, once it does: before that grey rows, or what went wrong. */
export function Loaded<Answer>({
  path,
  problem: shown,
  notYet = 'Not there yet',
  children,
}: {
  readonly path: string;
  /** Replaces the words of the control plane. */
  readonly problem?: string;
  /** What to say at a moment before it was there. */
  readonly notYet?: string;
  readonly children: (answer: Answer) => ComponentChildren;
}) {
  const { caller } = useSandbox();
  const { answer, problem, isAbsent } = useAnswer<Answer>(path);
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
  return answer === undefined ? <Skeleton /> : <>{children(answer)}</>;
}
