import type { InvalidField } from '@mailrig/contract';

/** Levels of arrays and objects that a request or a response may have. Documented ones have five. */
export const deepest = 100;

/**
 * Visits each member of parsed JSON. The visitor may replace or delete the member.
 *
 * @returns False if the value is nested more than `levels` deep.
 */
export function walkJSON(
  value: unknown,
  visit: (parent: Record<string, unknown>, name: string, member: unknown) => void,
  levels = deepest,
): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).every((name) => {
    const member = parent[name];
    visit(parent, name, member);
    return walkJSON(member, visit, levels - 1);
  });
}

/** A copy of a value as JSON, or the first field that JSON cannot hold. */
export type Copied = { readonly value: unknown } | { readonly problem: InvalidField };

/**
 * Copies a value as JSON, so that every attempt of a call sends the same data.
 *
 * `JSON.stringify` silently turns `NaN` into `null` and drops functions. This reports them as problems that
 * name the field. Members that are `undefined` are left out, as usual.
 */
export function copyAsJSON(value: unknown): Copied {
  let problem: InvalidField | undefined;
  const refuse = (field: string, message: string, found: unknown) => {
    problem ??= { field, message, value: found };
    return undefined;
  };

  const copy = (found: unknown, field: string, depth: number): unknown => {
    // A cycle with two ways back to itself would otherwise be followed 2^100 times.
    if (problem) return undefined;
    switch (typeof found) {
      case 'number':
        return Number.isFinite(found)
          ? found
          : refuse(field, `must be a finite number, not ${found}`, String(found));
      case 'bigint':
        return refuse(field, 'must be a number or a string: JSON has no bigint', String(found));
      case 'function':
      case 'symbol':
        return refuse(field, `must be data that JSON can hold, not a ${typeof found}`, undefined);
      case 'object':
        return found === null ? null : copyObject(found, field, depth);
      default:
        return found;
    }
  };

  const copyObject = (found: object, field: string, depth: number): unknown => {
    if (depth > deepest)
      return refuse(field, `must not be nested more than ${deepest} levels deep`, undefined);
    const toJSON: unknown = Reflect.get(found, 'toJSON');
    if (typeof toJSON === 'function') {
      const json: unknown = Reflect.apply(toJSON, found, []);
      return json === null
        ? refuse(field, 'must not be an invalid date', undefined)
        : copy(json, field, depth + 1);
    }
    if (Array.isArray(found)) {
      return Array.from(found, (item: unknown, index) =>
        item === undefined
          ? refuse(`${field}[${index}]`, 'is required', undefined)
          : copy(item, `${field}[${index}]`, depth + 1),
      );
    }
    if (isBoxed(found)) return copy(found.valueOf(), field, depth + 1);
    const kind = Object.prototype.toString.call(found).slice('[object '.length, -1);
    if (kind !== 'Object' && (ArrayBuffer.isView(found) || Object.keys(found).length === 0)) {
      return refuse(
        field,
        `must be a plain object or an array: JSON cannot hold the type ${kind}`,
        undefined,
      );
    }
    const members = Object.entries(found).flatMap(([key, member]: [string, unknown]) =>
      member === undefined ? [] : [[key, copy(member, field === '' ? key : `${field}.${key}`, depth + 1)]],
    );
    return Object.fromEntries(members);
  };

  try {
    const copied = copy(value, '', 0);
    return problem ? { problem } : { value: copied };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'a getter or toJSON() failed';
    return { problem: { field: '', message: `cannot be written as JSON: ${reason}`, value: undefined } };
  }
}

function isBoxed(value: object): value is { valueOf(): string | number | boolean } {
  return value instanceof String || value instanceof Number || value instanceof Boolean;
}
