import type { ComponentChildren, Ref } from 'preact';

/** An input with its label above. */
export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** A form that submits without leaving the page. */
export function Form({
  children,
  onSubmit,
  onEscape,
  ...rest
}: {
  readonly children: ComponentChildren;
  /** Closes the form without submitting it. */
  readonly onEscape?: () => void;
  /** Receives the fields that are not blank, trimmed. If it resolves to `true`, the form is reset. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>) => Promise<boolean> | void;
  readonly class: string;
  readonly 'aria-label'?: string;
  readonly ref?: Ref<HTMLFormElement>;
}) {
  return (
    <form
      {...rest}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape?.();
      }}
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

/** A checkbox with its label. */
export function Checkbox({
  label,
  checked,
  onChange,
  class: look = '',
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly class?: string;
}) {
  return (
    <label class={`check ${look}`}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** A search field that searches with each keystroke. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A menu of options. Without `onChange` the form owns it, and `value` is where it starts and resets to. */
export function Select({
  name,
  label,
  value,
  options,
  onChange,
}: {
  readonly name?: string;
  /** For screen readers, if it has no visible label. */
  readonly label?: string;
  readonly value: string;
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
}) {
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
