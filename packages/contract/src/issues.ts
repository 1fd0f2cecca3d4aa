import type * as z from 'zod/mini';
import { unsaid } from './schema.ts';

/** One thing that is wrong with a request, in words that name the field and the fix. */
export interface FieldError {
  /** Where: `subject`, `to[1]`, `customFields.plan`; empty for the request as a whole. */
  readonly field: string;
  /** What is wrong and what is expected, without the field's name. */
  readonly message: string;
}

/** A field error together with the value that was found there. */
export interface InvalidField extends FieldError {
  readonly value: unknown;
}

/** What a schema made of a value: the value, or all that is wrong with it in the order of the fields. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly InvalidField[] };

/** Checks `value` and words the findings the way the service does (decision A21). */
export function check<T>(schema: z.ZodMiniType<T>, value: unknown): Checked<T> {
  const result = parsed(schema, value);
  if (result === undefined) {
    return {
      ok: false,
      errors: [{ field: '', message: 'holds too many mistakes to list', value: undefined }],
    };
  }
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    errors: inFieldOrder(schema, result.error.issues.flatMap(innermost)).map((issue) => ({
      field: fieldPath(issue.path),
      message: describe(issue),
      value: issue.input,
    })),
  };
}

/** What the schema finds; `undefined` where it finds too much to list. */
function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): z.core.util.SafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value, { reportInput: true, error: () => unsaid });
  } catch (error) {
    // The contract's schemas give up themselves; zod's pass the findings of all items as arguments.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Writes a path as people do: `['to', 1]` is `to[1]`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );
}

/** Rules over several fields speak last; people read a request from its first field to its last. */
function inFieldOrder(schema: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const { shape } = schema._zod.def as { readonly shape?: object };
  const fields = Object.keys(shape ?? {});
  const position = ({ path }: z.core.$ZodIssue) => fields.indexOf(String(path[0]));
  return issues.toSorted((a, b) => position(a) - position(b));
}

/** The findings inside the form of a union that the value comes closest to, else the finding itself. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest] = issue.errors
    .filter((form) => form.length > 0 && form.every(({ path }) => path.length > 0))
    .toSorted((a, b) => a.length - b.length);
  if (!closest) return [issue];
  return closest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
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

function describe(issue: z.core.$ZodIssue): string {
  if (
    issue.input === undefined &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_union' || issue.code === 'invalid_value')
  ) {
    return 'is required';
  }
  switch (issue.code) {
    case 'invalid_type':
      return issue.message !== unsaid ? issue.message : `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must hold at most ${issue.maximum} items`
        : `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must hold at least ${issue.minimum} item${issue.minimum === 1 ? '' : 's'}`
        : `must be at least ${issue.minimum}`;
    default:
      return issue.message;
  }
}
