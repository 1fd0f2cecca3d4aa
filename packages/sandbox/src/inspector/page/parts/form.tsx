import type { ComponentChildren, Ref } from 'preact';
import { model, useParam } from '../model.ts';

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
  return (
    <button type="submit" class="primary" disabled={disabled || model.isReadOnly}>
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
  readonly id?: string;
  readonly name?: string;
  /** For screen readers, if it has no visible label. */
  readonly label?: string;
  readonly value: string;
  readonly options: Options;
  readonly onChange?: ((value: string) => void) | undefined;
}

/** A menu of options. Without `onChange` the form owns it, and `value` is where it starts and resets to. */
export function Select({ id, name, label, value, options, onChange }: SelectProps) {
  return (
    <select
      id={id}
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

/** A search field whose text is a parameter of the URL. It searches with each keystroke. */
export function ParamSearch({ label, name = 'q' }: { readonly label: string; readonly name?: string }) {
  const [value, setValue] = useParam(name);
  return (
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      value={value}
      onInput={(event) => setValue(event.currentTarget.value)}
    />
  );
}

interface ParamSelectProps {
  readonly name: string;
  readonly label: string;
  /** What to call no filter. */
  readonly all: string;
  readonly options: Options;
}

/** A menu that filters a view: its value is a parameter of the URL. */
export function ParamSelect({ name, label, all, options }: ParamSelectProps) {
  const [value, setValue] = useParam(name);
  return <Select label={label} value={value} options={[['', all], ...options]} onChange={setValue} />;
}

/** The trimmed text of each field that is not blank. */
function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
