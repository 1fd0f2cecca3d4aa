import { useEffect, useState } from 'preact/hooks';

/**
 * A button for actions that cannot be undone. It acts on a second press within four seconds; Escape or
 * leaving it cancels.
 */
export function ConfirmButton({
  label,
  question = 'Sure?',
  onConfirm,
  ...rest
}: {
  readonly label: string;
  readonly question?: string;
  readonly onConfirm: () => void;
  readonly class?: string;
  readonly disabled?: boolean;
}) {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), 4_000);
    return () => clearTimeout(timer);
  }, [asking]);
  return (
    <button
      type="button"
      {...rest}
      class={`${rest.class ?? ''} ${asking ? 'danger' : ''}`}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !asking) return;
        event.preventDefault();
        setAsking(false);
      }}
      onClick={() => {
        setAsking(!asking);
        if (asking) onConfirm();
      }}
    >
      {asking ? question : label}
    </button>
  );
}
