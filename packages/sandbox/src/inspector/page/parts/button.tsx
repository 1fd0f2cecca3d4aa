import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { type ActionOptions, useAction, useIsReadOnly } from '../sandbox-context.ts';

/** How a button looks and what it says. */
interface Look {
  readonly label: string;
  readonly icon?: IconName;
  /** Classes. Default `small`. */
  readonly class?: string;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** For text in any language. */
  readonly dir?: 'auto';
  readonly 'aria-label'?: string;
  readonly 'aria-pressed'?: boolean;
}

/** A button with a text. */
export function Button({
  label,
  icon,
  class: look = 'small',
  ...rest
}: Look & { readonly onClick: () => void }) {
  return (
    <button type="button" class={look} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

/** A link to another view that looks like a button. */
export function ButtonLink({
  label,
  icon,
  class: look = '',
  ...rest
}: Omit<Look, 'disabled'> & { readonly href: string }) {
  return (
    <a class={`button ${look}`} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );
}

/**
 * A button for something that cannot be undone. It acts on a second press within four seconds; Escape or leaving
 * it cancels.
 */
export function ConfirmButton({
  label,
  icon,
  question = 'Sure?',
  onConfirm,
  class: look = '',
  disabled = false,
  ...rest
}: Look & {
  readonly question?: string | undefined;
  readonly onConfirm: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const isReadOnly = useIsReadOnly();
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), 4_000);
    return () => clearTimeout(timer);
  }, [asking]);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isReadOnly}
      class={`${look} ${asking ? 'danger' : ''}`}
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
      {icon && <Icon name={icon} />}
      <span class="either">
        <span aria-hidden={asking}>{label}</span>
        <span aria-hidden={!asking}>{question}</span>
      </span>
    </button>
  );
}

/** A button that makes one call of the control plane, such as `DELETE /faults`. */
export function Action({
  call,
  body,
  done,
  anyAccount,
  question,
  onDone,
  disabled = false,
  ...look
}: Look &
  ActionOptions & {
    readonly call: string;
    /** If it asks before it acts: what. */
    readonly question?: string;
    /** Called if the call succeeded. */
    readonly onDone?: () => void;
  }) {
  const act = useAction();
  const isReadOnly = useIsReadOnly();
  const run = async () => {
    if (await act(call, { body, done, ...(anyAccount && { anyAccount }) })) onDone?.();
  };
  if (question === undefined)
    return <Button {...look} disabled={disabled || isReadOnly} onClick={() => void run()} />;
  return <ConfirmButton {...look} disabled={disabled} question={question} onConfirm={() => void run()} />;
}
