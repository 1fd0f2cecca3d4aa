import type { ComponentChildren, Ref } from 'preact';

/** A label with its input below. */
export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** A form that is sent without leaving the page. */
export function Form({
  children,
  onFill,
  ...rest
}: {
  readonly children: ComponentChildren;
  /** Takes what was filled in; where that resolves to `true`, the form is again as it was at first. */
  readonly onFill: (fields: Readonly<Record<string, string>>) => Promise<boolean> | void;
  readonly class: string;
  readonly 'aria-label'?: string;
  readonly ref?: Ref<HTMLFormElement>;
}) {
  return (
    <form
      {...rest}
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (await onFill(filledIn(form))) form.reset();
      }}
    >
      {children}
    </form>
  );
}

/** Something that is so or not. */
export function Check({
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

/** Searches as one types. */
export function Search({
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

/** One of several words; without `onChange` it is the form's own: `value` is what it begins with, and is again after a reset. */
export function Choice({
  name,
  label,
  value,
  options,
  onChange,
}: {
  readonly name?: string;
  /** For screen readers, where there is no other label. */
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

/** The text of each field that was filled in. */
function filledIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
