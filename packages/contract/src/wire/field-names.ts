import { type Fields, fieldsOf } from '../checking/objects.ts';

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
