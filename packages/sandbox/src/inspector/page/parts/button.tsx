import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { type Given, request } from '../control-plane.ts';
import type { VerbName } from '../control-types.ts';
import { Icon, type IconName } from './badge.tsx';
import type { ActionOptions } from '../model/model.ts';
import { useAction, useIsReadOnly, useSandbox } from '../sandbox-context.ts';
import { messageOf } from '../sandbox-tables.ts';

/** How a button looks and what it says. */
interface Look {
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Classes. Default `small`; `large` is as high as a field. */
  readonly class?: string;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** For text in any language. */
  readonly dir?: 'auto';
  readonly 'aria-label'?: string;
  readonly 'aria-pressed'?: boolean;
}

interface ButtonProps extends Look {
  /** What it asks, for something that cannot be undone: it then acts on a second press. */
  readonly question?: string | undefined;
  readonly onClick: () => void;
}

/** A button with a text. */
export function Button({ label, icon, class: look = 'small', question, onClick, ...rest }: ButtonProps) {
  if (question !== undefined) {
    return <AskingButton {...{ label, icon, class: look, question, onClick, ...rest }} />;
  }
  return (
    <button type="button" class={look} {...rest} onClick={onClick}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

interface ButtonLinkProps extends Omit<Look, 'disabled'> {
  readonly href: string;
}

/** A link to another view that looks like a button. */
export function ButtonLink({ label, icon, class: look = 'small', ...rest }: ButtonLinkProps) {
  return (
    <a class={`button ${look}`} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );
}

/** Acts on a second press within four seconds; Escape or leaving it cancels. */
function AskingButton({ label, class: look, question, disabled = false, onClick, ...rest }: ButtonProps) {
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
  const { verb, given, done, anyAccount = false, onDone, disabled = false, ...look } = props;
  const act = useAction();
  const isReadOnly = useIsReadOnly();
  const run = async () => {
    if (await act(verb, given, { done, anyAccount })) onDone?.();
  };
  return <Button {...look} disabled={disabled || isReadOnly} onClick={() => void run()} />;
}

/** The function that copies a text to the clipboard and says so. */
export function useCopy(): (text: string) => void {
  const { notify } = useSandbox();
  return (text) => {
    // Browsers offer no clipboard to pages without TLS, except on loopback.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => notify('Copied'),
      () => notify('The browser blocked copying. Select the text and copy it yourself.', 'problem'),
    );
  };
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const copy = useCopy();
  const spoken = label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label;
  return <Button label={label} icon="copy" aria-label={spoken} onClick={() => copy(text)} />;
}

interface DropMenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/**
 * A button that unfolds a few others, for a mouse as soon as it is over it. It closes with Escape, after a press, and
 * when the focus or the mouse leaves.
 */
export function DropMenu({ label, children }: DropMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const byMouse = useRef(false);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      class="drop"
      onPointerEnter={({ pointerType, currentTarget }) => {
        if ((byMouse.current = pointerType === 'mouse')) currentTarget.open = true;
      }}
      // A question that waits for its answer stays.
      onPointerLeave={({ currentTarget }) => {
        if (byMouse.current && !currentTarget.querySelector('.danger')) close();
        byMouse.current = false;
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.preventDefault();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary
        class="button small"
        // Under the mouse it is open already. Keys have no count of presses.
        onClick={(event) => byMouse.current && event.detail > 0 && event.preventDefault()}
      >
        {label}
      </summary>
      <div
        class="drop-items over"
        role="group"
        aria-label={label}
        onClick={({ target }) => {
          // A button that asks first stays until it has its answer.
          if (target instanceof Element && target.closest('button:not(.danger)')) close();
        }}
      >
        {children}
      </div>
    </details>
  );
}

/** Downloads a control plane response as a file. A plain link could not send the token or the account. */
export function useDownload(): <Name extends VerbName>(
  verb: Name,
  given: Given<Name>,
  filename: string,
) => void {
  const { caller, notify } = useSandbox();
  return (verb, given, filename) => {
    const save = async () => {
      const response = await request(caller, verb, given);
      saveFile(await response.blob(), filename);
    };
    save().catch((error: unknown) => notify(messageOf(error), 'problem'));
  };
}

/** Saves text as a file. */
export function saveText(text: string, filename: string): void {
  saveFile(new Blob([text], { type: 'text/html' }), filename);
}

function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface RewindButtonProps {
  /** Number of the event; `undefined` if it is not known. */
  readonly sequence: number | undefined;
  /** For screen readers, if the row does not say which event it is. */
  readonly about?: string;
}

/** Shows everything as it was right after an event. Absent if the page shows that already, or cannot. */
export function RewindButton({ sequence, about }: RewindButtonProps) {
  const { caller, history, peeked, rewindTo } = useSandbox();
  const isShown = sequence === caller.at && sequence !== peeked;
  if (sequence === undefined || isShown || !history) return null;
  if (sequence < history.oldest || sequence >= history.latest) return null;
  const label = 'Rewind to here';
  return (
    <Button
      label={label}
      icon="rewind"
      class="small rewind"
      {...(about !== undefined && { 'aria-label': `${label}, ${about}` })}
      onClick={() => rewindTo(sequence)}
    />
  );
}
