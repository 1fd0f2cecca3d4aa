import type * as z from 'zod/mini';
import { mostListed } from './bounded.ts';
import { fieldPath, type InvalidField } from './issues.ts';
import { nameHint } from './names.ts';

/** A field that a schema does not know. The service ignores it (A122). */
export interface UnknownField {
  readonly path: readonly PropertyKey[];
  /** Names that its object may have. */
  readonly known: readonly string[];
  readonly value: unknown;
}

/** The fields of a body or a query that its schema does not know, at most 100 (A122). `undefined` counts as absent. */
export function unknownFields(schema: z.core.$ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = [];
  if (isObject(value)) visit(schema as z.core.$ZodTypes, value, [], found);
  return found.slice(0, mostListed);
}

/** The mistake, with the field that was most likely meant (A122). */
export function unknownFieldMistake({ path, known, value }: UnknownField): InvalidField {
  const message = `is not a field here: ${nameHint(String(path.at(-1)), known)}`;
  return { field: fieldPath(path), message, value };
}

function visit(schema: z.core.$ZodTypes, value: object, path: PropertyKey[], found: UnknownField[]): void {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const { shape } = def;
      for (const [name, member] of Object.entries(value)) {
        if (member === undefined) continue;
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
