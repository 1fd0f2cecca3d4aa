import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A text input with its label, and with what is wrong with its value. */
export function TextField({
  label,
  note,
  error,
  rows,
  value,
  placeholder = '',
  isCode = false,
  onInput,
  onCommit,
}: {
  readonly label: ComponentChildren;
  /** Shown after the label; not part of the name. */
  readonly note?: ComponentChildren;
  readonly error?: string | undefined;
  /** Present if the text has several lines: how many to show. */
  readonly rows?: number;
  readonly value: string;
  readonly placeholder?: string;
  readonly isCode?: boolean;
  readonly onInput: (value: string) => void;
  /** Called when the reader leaves the field after a change. */
  readonly onCommit?: () => void;
}) {
  const id = useId();
  const Input = rows === undefined ? 'input' : 'textarea';
  return (
    <div class="field column">
      <span class="field-head line fine">
        <label for={id}>{label}</label>
        {note}
      </span>
      <Input
        id={id}
        dir={isCode ? 'ltr' : 'auto'}
        {...(rows !== undefined && { rows })}
        class={isCode ? 'mono' : ''}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        onInput={(event: { readonly currentTarget: { readonly value: string } }) =>
          onInput(event.currentTarget.value)
        }
        onChange={onCommit}
      />
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
