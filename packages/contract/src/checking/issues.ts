import type * as z from 'zod/mini';
import { mostListed } from './bounded.ts';
import { isObject } from './objects.ts';

/** Characters of a name that an error shows. */
const longestName = 256;

/** One mistake in a request, in words that name the field and the fix. */
export interface FieldError {
  /** Path of the field: `subject`, `to[1]`, `customFields.plan`. Empty for the request as a whole. */
  readonly field: string;
  /** What is wrong and what is expected, without the name of the field. */
  readonly message: string;
}

/** A field error together with the value of the field. */
export interface InvalidField extends FieldError {
  /** The value that was refused. */
  readonly value: unknown;
}

/** The checked value, or its mistakes in the order of the fields, at most 100. */
export type Checked<T> =
  | {
      /** Whether the value fits the schema. */
      readonly ok: true;
      /** The value, as the schema reads it. */
      readonly value: T;
    }
  | {
      /** Whether the value fits the schema. */
      readonly ok: false;
      /** Every field that does not fit, at least one. */
      readonly errors: readonly InvalidField[];
    };

/**
 * Checks `value` and describes the mistakes as the service does (A21).
 *
 * @param schema The schema to fit.
 * @param value Anything, such as parsed JSON.
 * @param options How many mistakes to find. Default: 100.
 */
export function check<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  options: {
    /** Whether the first mistake ends the check, so that nothing in the schema need be `bounded`. Default false. */
    readonly abortEarly?: boolean;
  } = {},
): Checked<T> {
  try {
    const result = schema.safeParse(value, { ...options, reportInput: true, error: inWords });
    return result.success
      ? { ok: true, value: result.data }
      : { ok: false, errors: errorsOf(schema, result.error.issues) };
  } catch (error) {
    // `bounded` stops by itself; elsewhere zod passes the issues of all items as arguments.
    if (!(error instanceof RangeError)) throw error;
    return {
      ok: false,
      errors: [{ field: '', message: 'holds too many mistakes to list', value: undefined }],
    };
  }
}

function errorsOf(schema: z.core.$ZodType, found: readonly z.core.$ZodIssue[]): InvalidField[] {
  return inFieldOrder(schema, oncePerType(found.flatMap(innermost)))
    .slice(0, mostListed)
    .map((issue) => ({
      field: fieldPath(issue.path),
      message: isMissing(issue) ? 'is required' : issue.message + exampleOf(schema, issue) + insteadOf(issue),
      value: issue.input,
    }));
}

/**
 * Writes a path as people do: `['to', 1]` is `to[1]`. A long name is cut, as values are (A21).
 *
 * @param path The steps to the field, from the outside in.
 */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key).slice(0, longestName);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** An example of an object, for a message about a value that is not one. */
function exampleOf(schema: z.core.$ZodType, { code, path, input }: z.core.$ZodIssue): string {
  const [first] = namesIn(schema);
  const isOther = code === 'invalid_type' && path.length === 0 && input !== undefined;
  return isOther && first !== undefined ? ` such as { ${first}: … }` : '';
}

/** The message for an array where one value is expected, a promise where its value is, or a date where its text is. */
function insteadOf({ code, input }: z.core.$ZodIssue): string {
  if (input instanceof Promise) return ', not a promise: await it';
  if (isObject(input) && 'toISOString' in input) return ', not a date: write it with toISOString()';
  return code === 'invalid_type' && Array.isArray(input) ? ', not an array' : '';
}

/** zod reports rules over several fields last; people read a request from its first field to its last. */
function inFieldOrder(schema: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const fields = namesIn(schema);
  const position = ({ path }: z.core.$ZodIssue) => fields.indexOf(String(path[0]));
  return issues.toSorted((a, b) => position(a) - position(b));
}

/**
 * Names of the fields of an object's schema, in order. Empty for any other schema.
 *
 * @param schema The schema, perhaps wrapped, as by `z.lazy`.
 */
export function namesIn(schema: z.core.$ZodType): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.keys(def.shape);
  const inner = innerOf(schema);
  return inner ? namesIn(inner) : [];
}

/** The schema inside a lazy, pipe, optional or nullable one; `undefined` for any other schema. */
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

/** zod measures a value of the wrong type if it has a length; the type error suffices. */
function oncePerType(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const mistyped = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => fieldPath(path)),
  );
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(fieldPath(path)));
}

/**
 * The mistakes in the form of a union that fits the value best (the last of several that fit equally), else the issue
 * itself.
 */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const closest = issue.errors
    .filter((member) => member.length > 0 && member.every(({ path }) => path.length > 0))
    .toSorted((a, b) => b.length - a.length)
    .at(-1);
  if (!closest) return [issue];
  return closest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return input === undefined && ['invalid_type', 'invalid_union', 'invalid_value'].includes(code);
}

const nouns: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  record: 'an object',
  object: 'an object',
  string: 'a string',
};

/** Words for the issues of schemas without an `error`. */
function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${sizeOf(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a valid name';
    default:
      return 'is not valid';
  }
}

function sizeOf(origin: string, bound: 'at most' | 'at least', size: number): string {
  if (origin === 'array') return `hold ${bound} ${size} item${size === 1 ? '' : 's'}`;
  return `be ${bound} ${size}${origin === 'string' ? ' characters' : ''}`;
}
