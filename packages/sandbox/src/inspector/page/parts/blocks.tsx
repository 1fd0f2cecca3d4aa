import type { ComponentChildren } from 'preact';
import type { Given } from '../control-plane.ts';
import type { AnswerOf, VerbName } from '../control-types.ts';
import type { Notice } from '../model/model.ts';
import { useAnswer, useSandbox } from '../sandbox-context.ts';

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
    <div class="skeleton column" role="status" aria-label="Loading">
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
    <div class="empty column">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

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
        <h1 class="break">{title}</h1>
        {children}
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </>
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
  readonly children: (answer: AnswerOf<Name>) => ComponentChildren;
}) {
  const { caller } = useSandbox();
  const { answer, problem, isAbsent } = useAnswer(verb, given);
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

/** Text in which backticks mark `code`. */
export function TextWithCode({ text }: { readonly text: string }) {
  return (
    <span>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</span>
  );
}

/** The notices on screen, newest last. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div class="notices column" role="status" aria-live="polite">
      {notices.map(({ id, text, kind }) => (
        <p key={id} class={`notice ${kind === 'done' ? kind : 'problem'}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** The icon of the page as it was at the start. */
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';

/** The sandbox's logo, an envelope: the icon of the page. */
export function Logo() {
  return <img alt="" width={22} height={22} src={icon} />;
}

/** The icon of the page with a number in its corner; the icon alone for 0. */
export function iconWith(count: number): string {
  if (count === 0) return icon;
  const text = count > 99 ? '99' : String(count);
  const mark = `<circle cx="11.5" cy="4.5" r="4.5" fill="#d92d20"/><text x="11.5" y="6.7" font-family="sans-serif" font-size="${text.length > 1 ? 5.5 : 6.5}" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return icon.replace(encodeURIComponent('</svg>'), encodeURIComponent(mark));
}
