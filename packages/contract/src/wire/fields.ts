/** The fields of an object of any shape. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a value is a JSON object.
 *
 * @param value Anything.
 */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The fields of `value`. Empty if it is not an object.
 *
 * @param value Anything, such as parsed JSON.
 */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/**
 * The same fields, some of them under other names.
 *
 * @param names New names by their old ones.
 */
export function renamed(fields: object, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}

/**
 * A record with its `id`, which the service may call `_id` (A17).
 *
 * @param record The record, with its id under any name.
 */
export function withId(record: unknown): Fields {
  const fields = fieldsOf(record);
  const { id, _id } = fields;
  return id === undefined && _id !== undefined ? { ...fields, id: _id } : fields;
}
