import * as z from 'zod/mini';
import { mostListed } from './bounded.ts';
import { fieldPath, innerOf, type InvalidField } from './issues.ts';
import { nameHint } from './names.ts';
import { plain } from './objects.ts';

/** A field that a schema lacks. The service ignores it (A122). */
export interface UnknownField {
  /** Where the field is, from the outside in. */
  readonly path: readonly PropertyKey[];
  /** Names that its object may have. */
  readonly known: readonly string[];
  /** Its value. */
  readonly value: unknown;
}

/**
 * The fields of a body or a query that its schema lacks, at most 100 (A122). `undefined` counts as absent.
 *
 * @param schema Its schema.
 * @param value The value to look through.
 */
export function unknownFields(schema: z.core.$ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  collect(schema as z.core.$ZodTypes, value, [], found);
  return found;
}

/** The mistake, with the field that was most likely meant (A122). */
export function unknownFieldMistake({ path, known, value }: UnknownField): InvalidField {
  const message = `is not a field here: ${nameHint(String(path.at(-1)), known)}`;
  return { field: fieldPath(path), message, value };
}

function collect(
  { _zod }: z.core.$ZodTypes,
  value: unknown,
  path: readonly PropertyKey[],
  found: UnknownField[],
): void {
  if (!mayHaveFields(value)) return;
  const { def } = _zod;
  if (def.type === 'object') {
    if (Array.isArray(value)) return;
    const members = plain(value);
    for (const name of Object.keys(members)) {
      if (found.length === mostListed) return;
      const member: unknown = Reflect.get(members, name);
      if (member === undefined) continue;
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      if (!field) found.push({ path: [...path, name], known: Object.keys(def.shape), value: member });
      else if (typeof member === 'object') {
        collect(field as z.core.$ZodTypes, member, [...path, name], found);
      }
    }
  } else if (def.type === 'array') {
    for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
      if (typeof item === 'object') collect(def.element as z.core.$ZodTypes, item, [...path, index], found);
    }
  } else if (def.type === 'union') {
    const most = mostListed - found.length;
    found.push(...fewestIn(def.options as z.core.$ZodTypes[], value, path).slice(0, most));
  } else {
    const inner = innerOf({ _zod } as z.core.$ZodTypes);
    if (inner) collect(inner as z.core.$ZodTypes, value, path, found);
  }
}

/** Whether there may be fields in a value: a list of texts has none. */
function mayHaveFields(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === 'object');
}

/** The unknown fields in the form of a union that has the fewest of them: probably the intended form. */
function fewestIn(
  forms: readonly z.core.$ZodTypes[],
  value: object,
  path: readonly PropertyKey[],
): readonly UnknownField[] {
  let fewest: UnknownField[] | undefined;
  // Whether a form without fields fits is checked last, because an error of zod takes long to make.
  for (const form of [...forms.filter(hasFields), ...forms.filter((other) => !hasFields(other))]) {
    if (fewest?.length === 0) break;
    if (!hasFields(form) && !z.safeParse(form, value).success) continue;
    const found: UnknownField[] = [];
    collect(form, value, path, found);
    if (!fewest || found.length < fewest.length) fewest = found;
  }
  return fewest ?? [];
}

const hasFields = ({ _zod }: z.core.$ZodTypes): boolean => ['object', 'array'].includes(_zod.def.type);
