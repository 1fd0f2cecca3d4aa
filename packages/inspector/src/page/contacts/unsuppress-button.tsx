import { segment } from '../control-plane.ts';
import { useAction } from '../sandbox-context.ts';

/** Takes an address off the suppression list. */
export function UnsuppressButton({ email }: { readonly email: string }) {
  const act = useAction();
  return (
    <button
      type="button"
      class="small"
      aria-label={`Remove ${email}`}
      onClick={() =>
        void act(`/suppressions/${segment(email)}`, {
          method: 'DELETE',
          done: `Mail can go to ${email} again`,
        })
      }
    >
      Remove
    </button>
  );
}
