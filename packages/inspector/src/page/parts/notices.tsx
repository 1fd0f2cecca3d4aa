import type { Notice } from '../sandbox-context.ts';
import { Button } from './button.tsx';

/** The notices on screen, newest last. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, text, kind, undo }) => (
        <p key={id} class={`notice ${kind === 'done' ? kind : 'problem'}`}>
          {text}
          {undo && <Button label="Undo" class="small" onClick={undo} />}
        </p>
      ))}
    </div>
  );
}
