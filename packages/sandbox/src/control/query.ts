/** A query with every value that is there. Its blanks are `%20`: a `+` may belong to an address. */
export function searchOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return parameters.toString().replaceAll('+', '%20');
}
