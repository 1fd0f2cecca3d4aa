import { fieldPath, type InvalidField } from '@mailrig/contract';
import { closest } from 'fastest-levenshtein';
import type * as z from 'zod/mini';

/** A field of a body that the service ignores (A122). */
interface UnknownField {
  readonly path: readonly PropertyKey[];
  /** Names that its object may have. */
  readonly known: readonly string[];
  readonly value: unknown;
}

/** Most fields that are listed for one body. */
const mostListed = 100;

/** The fields of a body that its schema does not know, at most 100 (A122). */
export function unknownFields(schema: z.core.$ZodType, body: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  if (isObject(body)) visit(schema as z.core.$ZodTypes, body, [], found);
  return found.slice(0, mostListed);
}

/** The path of an unknown field, as people write it: `customFields[0].requred`. */
export function pathOf({ path }: UnknownField): string {
  return fieldPath(path);
}

/** The mistake that a strict sandbox reports, with the most similar field that exists (A122). */
export function mistakeOf(field: UnknownField): InvalidField {
  const { known, value } = field;
  const name = String(field.path.at(-1));
  return {
    field: pathOf(field),
    message: `is not a field here: did you mean ${closest(name, [...known])}?`,
    value,
  };
}

function visit(schema: z.core.$ZodTypes, value: object, path: PropertyKey[], found: UnknownField[]): void {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const { shape } = def;
      for (const [name, member] of Object.entries(value)) {
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (!field) found.push({ path: [...path, name], known: Object.keys(shape), value: member });
        else if (isObject(member)) visit(field as z.core.$ZodTypes, member, [...path, name], found);
        if (found.length >= mostListed) return;
      }
      return;
    }
    case 'array':
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) {
        if (isObject(item)) visit(def.element as z.core.$ZodTypes, item, [...path, index], found);
      }
      return;
    case 'lazy':
      visit((schema as z.core.$ZodLazy)._zod.innerType as z.core.$ZodTypes, value, path, found);
      return;
    case 'pipe':
      visit(def.out as z.core.$ZodTypes, value, path, found);
      return;
    case 'optional':
    case 'nullable':
      visit(def.innerType as z.core.$ZodTypes, value, path, found);
      return;
    default:
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
