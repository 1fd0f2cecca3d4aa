import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** The value with `null` in every field of its schema that it leaves out (A16). */
export function withExplicitNulls(schema: Schema, value: unknown): unknown {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: z.core.$ZodTypes['_zod']['def'] };
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
  const list = fields.find((field) => field._zod.def.type === 'array');
  return list ? withExplicitNulls(list, items) : items;
}

function accepts(schema: Schema, value: unknown): boolean {
  return (schema as z.ZodMiniType).safeParse(value).success;
}
