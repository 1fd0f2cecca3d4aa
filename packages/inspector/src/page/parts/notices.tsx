/** A short message that disappears after some seconds. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'problem';
}

/** The notices on screen, newest last. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, text, kind }) => (
        <p key={id} class={`notice ${kind}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
