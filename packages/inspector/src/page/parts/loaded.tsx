import type { ComponentChildren } from 'preact';
import { useAnswer } from '../sandbox-context.ts';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

/** What the control plane answers, once it does: before that grey rows, or what went wrong. */
export function Loaded<Answer>({
  path,
  problem: shown,
  children,
}: {
  readonly path: string;
  /** Replaces the words of the control plane. */
  readonly problem?: string;
  readonly children: (answer: Answer) => ComponentChildren;
}) {
  const { answer, problem } = useAnswer<Answer>(path);
  if (problem !== undefined) return <Problem text={shown ?? problem} />;
  return answer === undefined ? <Skeleton /> : <>{children(answer)}</>;
}
