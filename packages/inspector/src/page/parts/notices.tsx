/** A short message that disappears after some seconds. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** An `outage` also goes as soon as the sandbox is back. */
  readonly kind: 'done' | 'problem' | 'outage';
}

/** The notices on screen, newest last. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, text, kind }) => (
        <p key={id} class={`notice ${kind === 'done' ? kind : 'problem'}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
