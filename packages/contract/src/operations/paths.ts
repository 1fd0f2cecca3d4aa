/** Names of the `{parameters}` in a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/**
 * A path with its `{parameters}` replaced.
 *
 * @param template The path, such as `/emails/{id}`.
 * @param write Returns what replaces a parameter, by its name.
 */
export function fillPath(template: string, write: (name: string) => string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(name));
}

/**
 * Values of the `{parameters}` in a path, as the path has them, so percent-encoded. `undefined` if the path does not
 * match.
 *
 * @param template Path of an operation, for example `/api/v1/emails/{id}`.
 * @param path Path of a request, without its query.
 */
export function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const expected = template.split('/');
  const parts = path.split('/');
  if (parts.length !== expected.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith('{') && part !== '') values[name.slice(1, -1)] = part;
    else if (name !== part) return undefined;
  }
  return values;
}
