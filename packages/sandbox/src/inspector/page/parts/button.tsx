import { useEffect, useState } from 'preact/hooks';
import type { Given } from '../control-plane.ts';
import type { VerbName } from '../control-types.ts';
import { model } from '../model.ts';
import type { ActionOptions } from '../model/model.ts';
import { Icon } from './badge.tsx';
import type { IconName } from './icon-names.ts';
import { copy } from './save.ts';

/** How a button is shown. */
interface Appearance {
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Classes. Default `small`; `large` is as high as a field. */
  readonly class?: string;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-pressed'?: boolean;
}

interface ButtonProps extends Appearance {
  /** The question of a button for something that cannot be undone: it then acts on a second press. */
  readonly question?: string | undefined;
  readonly onClick: () => void;
}

/** A button with a text. */
export function Button({ label, icon, class: classes = 'small', question, onClick, ...rest }: ButtonProps) {
  if (question !== undefined) {
    return <AskingButton {...{ label, icon, class: classes, question, onClick, ...rest }} />;
  }
  return (
    <button type="button" class={classes} {...rest} onClick={onClick}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

interface ButtonLinkProps extends Omit<Appearance, 'disabled'> {
  readonly href: string;
}

/** A link to another view that looks like a button. */
export function ButtonLink({ label, icon, class: classes = 'small', ...rest }: ButtonLinkProps) {
  return (
    <a class={`button ${classes}`} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );
}

/** Acts on a second press within four seconds; Escape or leaving it cancels. */
function AskingButton({ label, class: classes, question, disabled = false, onClick, ...rest }: ButtonProps) {
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
      disabled={disabled || model.isReadOnly}
      class={`${classes} ${asking ? 'danger' : ''}`}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !asking) return;
        event.preventDefault();
        setAsking(false);
      }}
      onClick={() => {
        setAsking(!asking);
        if (asking) onClick();
      }}
    >
      <span class="either">
        <span aria-hidden={asking}>{label}</span>
        <span aria-hidden={!asking}>{question}</span>
      </span>
    </button>
  );
}

interface ActionProps<Name extends VerbName> extends Omit<ButtonProps, 'onClick'>, ActionOptions {
  readonly verb: Name;
  readonly given?: Given<Name>;
  /** Called if the call succeeded. */
  readonly onDone?: () => void;
}

/** A button that calls a verb of the control plane. */
export function Action<Name extends VerbName>(props: ActionProps<Name>) {
  const { verb, given, done, anyAccount = false, onDone, disabled = false, ...attributes } = props;
  const run = async () => {
    if (await model.act(verb, given, { done, anyAccount })) onDone?.();
  };
  return <Button {...attributes} disabled={disabled || model.isReadOnly} onClick={() => void run()} />;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const spoken = label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label;
  return <Button label={label} icon="copy" aria-label={spoken} onClick={() => void copy(text)} />;
}
