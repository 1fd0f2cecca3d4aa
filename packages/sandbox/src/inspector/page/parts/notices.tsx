import type { Notice } from '../model/model.ts';

/** The notices on screen, newest last. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div class="notices stack" role="status" aria-live="polite">
      {notices.map(({ id, text, kind }) => (
        <p key={id} class={`notice ${kind === 'done' ? kind : 'problem'}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
