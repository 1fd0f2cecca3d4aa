import * as z from 'zod/mini';
import { mostListed } from './bounded.ts';
import { fieldPath, type InvalidField } from './issues.ts';
import { nameHint } from './names.ts';

/** A field that a schema does not know. The service ignores it (A122). */
export interface UnknownField {
  /** Where the field is, from the outside in. */
  readonly path: readonly PropertyKey[];
  /** Names that its object may have. */
  readonly known: readonly string[];
  /** Its value. */
  readonly value: unknown;
}

/**
 * The fields of a body or a query that its schema does not know, at most 100 (A122). `undefined` counts as absent.
 *
 * @param schema The schema that knows its fields.
 * @param value The value to look through.
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  for (const field of unknownIn(schema as z.core.$ZodTypes, value, [])) {
    if (found.push(field) === mostListed) break;
  }
  return found;
}

/** The mistake, with the field that was most likely meant (A122). */
export function unknownFieldMistake({ path, known, value }: UnknownField): InvalidField {
  const message = `is not a field here: ${nameHint(String(path.at(-1)), known)}`;
  return { field: fieldPath(path), message, value };
}

function* unknownIn(
  { _zod }: z.core.$ZodTypes,
  value: unknown,
  path: readonly PropertyKey[],
): Generator<UnknownField> {
  if (typeof value !== 'object' || value === null) return;
  const { def } = _zod;
  if (def.type === 'object') {
    if (Array.isArray(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      if (!field) yield { path: [...path, name], known: Object.keys(def.shape), value: member };
      else if (typeof member === 'object') {
        yield* unknownIn(field as z.core.$ZodTypes, member, [...path, name]);
      }
    }
  } else if (def.type === 'array') {
    for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
      yield* unknownIn(def.element as z.core.$ZodTypes, item, [...path, index]);
    }
  } else if (def.type === 'union') {
    // The form with the fewest unknown fields is the one that is meant.
    const [closest = []] = (def.options as z.core.$ZodTypes[])
      .filter((form) => hasFields(form) || z.safeParse(form, value).success)
      .map((form) => [...unknownIn(form, value, path)])
      .toSorted((one, other) => one.length - other.length);
    yield* closest;
  } else {
    const inner = innerOf({ _zod } as z.core.$ZodTypes);
    if (inner) yield* unknownIn(inner as z.core.$ZodTypes, value, path);
  }
}

function hasFields({ _zod }: z.core.$ZodTypes): boolean {
  return ['object', 'array'].includes(_zod.def.type);
}

/** What a schema is around: lazy, pipe, optional, nullable. `undefined` if it is around none. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { _zod } = schema as z.core.$ZodTypes;
  const { def } = _zod;
  const inner: unknown =
    'innerType' in _zod
      ? _zod.innerType
      : 'out' in def
        ? def.out
        : 'innerType' in def
          ? def.innerType
          : undefined;
  return inner as z.core.$ZodType | undefined;
}
