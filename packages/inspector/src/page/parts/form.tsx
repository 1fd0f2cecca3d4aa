import type { ComponentChildren } from 'preact';

/** A label with its input below. */
export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** One of several words; without `onChange` it is the form's own, and a fresh reading leaves it as it was chosen. */
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
          <option key={word} value={word} selected={word === value}>
            {text}
          </option>
        );
      })}
    </select>
  );
}

/** The text of each field of a form that was filled in. */
export function filledIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
