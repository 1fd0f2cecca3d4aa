import * as z from 'zod/mini';
import { isObject } from './objects.ts';

/** Copies a value. Returns `undefined` if it does not fit. */
type Copy = (value: unknown) => unknown;

/**
 * The schema of a record in a response. zod makes several objects for each field that it checks, and a page has 100
 * records, so texts and arrays of texts are copied without it. A record in which a field is wrong is left to zod,
 * which finds the mistake. (`z.withParser` would do the same in more bytes.)
 *
 * @param shape A schema for each field.
 */
export function recordOf<T extends z.core.$ZodLooseShape>(shape: T) {
  const schema = z.object(shape);
  const run = schema._zod.run.bind(schema._zod);
  const fields = Object.entries<z.core.$ZodType>(shape).map(
    ([name, field]) => [name, field._zod.optin, copyOf(field)] as const,
  );
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    if (!isObject(value)) return run(payload, context);
    const record: Record<string, unknown> = {};
    for (const [name, optional, copy] of fields) {
      if (optional && !(name in value)) continue;
      const copied = copy(value[name]);
      if (copied === undefined) return run(payload, context);
      record[name] = copied;
    }
    payload.value = record;
    return payload;
  };
  return schema;
}

function copyOf(schema: z.core.$ZodType): Copy {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return copyOf(def.innerType);
  if (def.type === 'string' && !def.checks && !('format' in def)) return copyText;
  if (def.type === 'array' && !def.checks && copyOf(def.element) === copyText) return copyTexts;
  return (value) => z.safeParse(schema, value).data;
}

const copyText: Copy = (value) => (typeof value === 'string' ? value : undefined);

const copyTexts: Copy = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...value] : undefined;
