import * as z from 'zod/mini';
import { check, type FieldError, fieldPath, namesIn } from './issues.ts';
import { nameHint } from './names.ts';
import { unknownFields } from './unknown-fields.ts';
import { classOf, isObject } from './objects.ts';

/**
 * What is wrong with a set of options: a name that its rows do not have, or a value that its row does not accept.
 * `undefined` if nothing is wrong.
 *
 * @param rows The rows: a schema for each name, whose error states what is right.
 * @param given What the caller passed. `undefined` as a member counts as left out.
 */
export function wrongOption(rows: z.core.$ZodType, given: unknown): FieldError | undefined {
  const wrong = wrongName(rows, given);
  if (wrong) return wrong;
  const checked = check(rows as z.ZodMiniType, given);
  return checked.ok ? undefined : checked.errors[0];
}

/**
 * What is wrong with the names of a set of options, a filter or the input of a control verb. A misspelt name would do
 * nothing, and a filter with one would match everything.
 *
 * @param rows The rows: a schema for each name.
 * @param given What the caller passed. `undefined` as a member counts as left out.
 * @param elsewhere Names that the caller gives as arguments of their own.
 */
export function wrongName(
  rows: z.core.$ZodType,
  given: unknown,
  elsewhere: readonly string[] = [],
): FieldError | undefined {
  if (!isObject(given)) return mustBeObject(rows, elsewhere);
  const maker = classOf(given)?.constructor.name || undefined;
  const isForeign = maker !== undefined && !namesIn(rows).some((name) => name in given);
  // A member may be an instance of one of the caller's classes.
  const unknown = unknownFields(rows, given).find(
    ({ path }) => path.length === 1 || !classOf(Object(path.slice(0, -1).reduce(memberOf, given))),
  );
  if (isForeign || (unknown && maker !== undefined))
    return mustBeObject(rows, elsewhere, `, not an instance of ${maker}`);
  if (!unknown) return undefined;
  const { path, known } = unknown;
  return { field: fieldPath(path), message: `is unknown: ${nameHint(String(path.at(-1)), known)}` };
}

function mustBeObject(rows: z.core.$ZodType, elsewhere: readonly string[], butIs = ''): FieldError {
  const name = namesIn(rows).find((one) => !elsewhere.includes(one));
  const example = name === undefined ? '' : ` such as { ${name}: … }`;
  return { field: '', message: `must be an object${example}${butIs}` };
}

/**
 * The same without members that are `undefined`, at any depth: they count as left out, also for a schema that
 * distinguishes them. Instances of classes stay as they are.
 *
 * @param given What the caller passed.
 */
export function withoutAbsent(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutAbsent);
  if (!isObject(given) || classOf(given)) return given;
  const present = Object.entries(given).filter(([, member]) => member !== undefined);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutAbsent(member)]));
}

const memberOf = (value: unknown, name: PropertyKey): unknown => Reflect.get(Object(value), name);

/** A function of the caller's. */
export function callback<F>() {
  return z.custom<F>((value) => typeof value === 'function', { error: 'must be a function' });
}

/**
 * An object of the caller's with some methods.
 *
 * @param methods The methods that it must have.
 * @param error What to give, such as what it must be.
 */
export function objectWith<T extends object>(methods: readonly (keyof T & string)[], error: string) {
  return z.custom<T>(
    (value) =>
      (typeof value === 'object' || typeof value === 'function') &&
      value !== null &&
      methods.every((name) => typeof Reflect.get(value, name) === 'function'),
    { error },
  );
}

/** A signal that aborts the work that it is given to. */
export const abortSignal = objectWith<AbortSignal>(['addEventListener'], 'must be an AbortSignal');

/**
 * A whole number from `least` on.
 *
 * @param least The smallest that is allowed.
 * @param unit What is counted, for example `bytes`.
 */
export function wholeNumber(least: number, unit?: string) {
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  return z.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= least, {
    error: `must be ${what}, ${least} or more`,
  });
}

/**
 * The rows of a set of options: a schema for each name of its interface. A name without a row does not compile. Each
 * optional member takes `z.optional(…)`, and `undefined` counts as left out.
 */
export type Rows<T> = {
  readonly [K in keyof T]-?: {} extends Pick<T, K>
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>>
    : z.ZodMiniType<T[K]>;
};
