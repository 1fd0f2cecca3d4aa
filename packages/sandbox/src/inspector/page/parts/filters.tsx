import { useParam } from '../model.ts';
import { type Options, Select } from './form.tsx';

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
