import type { ComponentChildren, InputHTMLAttributes, Ref } from 'preact';
import { model } from '../model.ts';

/** A control with its label above: by default an input, with `options` a menu. */
export function Field({
  label,
  children,
  options,
  ...input
}: {
  readonly label: string;
  readonly children?: ComponentChildren;
  readonly options?: Options;
} & InputHTMLAttributes) {
  const { name, value = '' } = input;
  return (
    <label class="field column">
      <span class="fine">{label}</span>
      {children ??
        (options ? (
          <Select name={String(name)} value={String(value)} options={options} />
        ) : (
          <input {...input} />
        ))}
    </label>
  );
}

interface FormProps {
  readonly children: ComponentChildren;
  /** Receives the fields that are not blank, trimmed. If it resolves to `true`, the form is reset. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>) => Promise<boolean> | void;
  readonly class: string;
  readonly 'aria-label'?: string;
  readonly ref?: Ref<HTMLFormElement>;
}

/** A form that submits without leaving the page. */
export function Form({ children, onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (await onSubmit(fieldsOf(form))) form.reset();
      }}
    >
      {children}
    </form>
  );
}

/** The button that submits a form. */
export function Submit({ label, disabled = false }: { readonly label: string; readonly disabled?: boolean }) {
  const isReadOnly = model.isReadOnly;
  return (
    <button type="submit" class="primary" disabled={disabled || isReadOnly}>
      {label}
    </button>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label class="check line">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** The options of a menu. */
export type Options = readonly (string | readonly [value: string, text: string])[];

interface SelectProps {
  readonly name?: string;
  /** For screen readers, if it has no visible label. */
  readonly label?: string;
  readonly value: string;
  readonly options: Options;
  readonly onChange?: (value: string) => void;
}

/** A menu of options. Without `onChange` the form owns it, and `value` is where it starts and resets to. */
export function Select({ name, label, value, options, onChange }: SelectProps) {
  return (
    <select
      {...(onChange && { value })}
      {...(name !== undefined && { name })}
      {...(label !== undefined && { 'aria-label': label })}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    >
      {options.map((option) => {
        const [word, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={word} value={word} {...(!onChange && { defaultSelected: word === value })}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

/** The trimmed text of each field that is not blank. */
function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
