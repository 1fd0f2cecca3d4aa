import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { type Options, Select } from './form.tsx';

type Attributes = 'placeholder' | 'required' | 'defaultValue' | 'autocomplete' | 'autofocus' | 'min' | 'max';

interface FieldProps extends Pick<InputHTMLAttributes, Attributes> {
  readonly name?: string;
  readonly type?: 'number' | 'password';
  readonly label: ComponentChildren;
  /** Shown after the label; not part of the name. */
  readonly note?: ComponentChildren;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  /** Makes it a menu. */
  readonly options?: Options;
  /** Makes it a text of several lines: how many to show. */
  readonly rows?: number;
  readonly value?: string;
  readonly isCode?: boolean;
  /** Called with the value whenever it changes. Without it, the form owns the value. */
  readonly onInput?: (value: string) => void;
  /** Called when the reader leaves the field after a change. */
  readonly onCommit?: () => void;
}

/** A control with its label above: an input, a text or a menu. */
export function Field({ label, note, error, options, rows, isCode = false, ...rest }: FieldProps) {
  const { value, onInput, onCommit, ...more } = rest;
  const id = useId();
  const Input = rows === undefined ? 'input' : 'textarea';
  return (
    <div class="field column">
      <span class="field-head line fine">
        <label for={id}>{label}</label>
        {note}
      </span>
      {options ? (
        <Select id={id} name={String(more.name)} value={value ?? ''} options={options} onChange={onInput} />
      ) : (
        <Input
          id={id}
          dir={isCode ? 'ltr' : 'auto'}
          class={isCode ? 'mono' : ''}
          spellcheck={false}
          {...more}
          {...(rows !== undefined && { rows })}
          {...(value !== undefined && { value })}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          onInput={(event: { readonly currentTarget: { readonly value: string } }) =>
            onInput?.(event.currentTarget.value)
          }
          onChange={onCommit}
        />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
