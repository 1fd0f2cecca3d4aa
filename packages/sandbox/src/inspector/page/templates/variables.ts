import { parsed } from '../control-plane.ts';

/** Values of a template's variables by their names, such as `user.name`, as typed. */
export type Values = Readonly<Record<string, string>>;

/** The values as a send takes them: `user.name` in an object. Blank ones are left out. */
export function variablesOf(values: Values): Readonly<Record<string, unknown>> {
  const variables = emptyObject();
  for (const [path, value] of Object.entries(values)) {
    if (value === '') continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let owner = variables;
    for (const name of names) {
      const known = owner[name];
      const next = typeof known === 'object' ? (known as Record<string, unknown>) : emptyObject();
      owner[name] = next;
      owner = next;
    }
    owner[last] = value;
  }
  return variables;
}

/** The values in the page's URL; none if it has none that can be read. */
export function valuesIn(text: string): Values {
  return Object.fromEntries(
    Object.entries(Object(parsed(text))).map(([name, value]) => [name, String(value)]),
  );
}

/** The values as text for the page's URL; empty if there are none. */
export function textOf(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : JSON.stringify(Object.fromEntries(given));
}

/** An object in which `__proto__` is a name like any other. */
const emptyObject = () => Object.create(null) as Record<string, unknown>;
