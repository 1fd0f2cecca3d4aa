/** The members of an object of any shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of `value`, none where it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A record of an answer with its `id`, which may be called `_id` (decision A17). */
export function withId(record: unknown): Fields {
  const fields = fieldsOf(record);
  const { id, _id } = fields;
  return id === undefined && _id !== undefined ? { ...fields, id: _id } : fields;
}
