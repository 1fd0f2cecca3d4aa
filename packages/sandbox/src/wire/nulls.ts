import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** The value with `null` in every field of its schema that it leaves out (A16). */
export function withExplicitNulls(schema: Schema, value: unknown): unknown {
  const { def } = resolved(schema)._zod;
  switch (def.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return bareList(Object.values(def.shape), value);
      const record = value as Record<string, unknown>;
      const known = Object.entries(def.shape).map(([name, field]) => [
        name,
        record[name] === undefined ? null : withExplicitNulls(field, record[name]),
      ]);
      return { ...record, ...Object.fromEntries(known) };
    }
    case 'array':
      return Array.isArray(value) ? value.map((item) => withExplicitNulls(def.element, item)) : value;
    case 'optional':
    case 'nullable':
      return withExplicitNulls(def.innerType, value);
    case 'union': {
      const option = def.options.find((candidate) => accepts(candidate, value));
      return option ? withExplicitNulls(option, value) : value;
    }
    default:
      return value;
  }
}

/** The schema of the items, if a wire option shows a bare list instead of the object around it. */
function bareList(fields: readonly Schema[], items: readonly unknown[]): unknown {
  const list = fields.find((field) => resolved(field)._zod.def.type === 'array');
  return list ? withExplicitNulls(list, items) : items;
}

/** The schema that a lazy one builds, or that a pipe ends in. */
function resolved(schema: Schema): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  if (known._zod.def.type === 'lazy') return resolved((known as z.core.$ZodLazy)._zod.innerType);
  return known._zod.def.type === 'pipe' ? resolved(known._zod.def.out) : known;
}

function accepts(schema: Schema, value: unknown): boolean {
  return (schema as z.ZodMiniType).safeParse(value).success;
}
