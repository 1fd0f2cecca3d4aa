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
 * A text of a JSON object that is not empty; otherwise `undefined`.
 *
 * @param value Anything, such as parsed JSON.
 * @param name Name of the field.
 */
export function textAt(value: unknown, name: string): string | undefined {
  const { [name]: text } = fieldsOf(value);
  return (typeof text === 'string' && text) || undefined;
}

/**
 * An object with the same members and without a class: its own, and those that it gets from its class, such as getters.
 * JSON and spreads leave those out. Anything else stays as it is, and so does an object with its own `toJSON`.
 *
 * @param value Anything.
 */
export function plain<T>(value: T): T;
export function plain(value: unknown): unknown {
  if (!isObject(value) || !classOf(value) || typeof value['toJSON'] === 'function') return value;
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  const names = new Set(Object.keys(value));
  for (let one = classOf(value); one; one = classOf(one)) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (typeof member.value !== 'function') names.add(name);
    }
  }
  return Object.fromEntries([...names].map((name) => [name, value[name]]));
}

/**
 * The prototype of the class of an object; `undefined` for a plain object.
 *
 * @param value The object, or the prototype of a class.
 */
export function classOf(value: object): object | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` is the last prototype of every object.
  const isClass =
    typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null;
  return isClass ? prototype : undefined;
}
