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
