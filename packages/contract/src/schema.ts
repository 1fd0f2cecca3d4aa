import type * as z from 'zod/mini';
import type { core, ZodMiniType } from 'zod/mini';

/*
 * The kinds of schema that the contract is written with: those of `zod/mini`, in zod's own protocol.
 * They find and say the same, and what reads zod's schemas reads these. Only the code is smaller,
 * because every client carries it (docs/decisions/0015-schema-kinds.md).
 */

export type { core, ZodMiniType };

type Payload = core.ParsePayload;
type Context = core.ParseContextInternal;
type Check = core.$ZodCheck<never>;

/** What a schema needs of one inside it. None of the contract's waits for anything. */
interface Inner {
  readonly _zod: { readonly optin?: unknown; run(payload: Payload, context: Context): unknown };
}

/** What is wrong with a value, beside what all issues say; nothing where it is fine. */
type Wrong = boolean | Readonly<Record<string, unknown>> | undefined;

/** Judges the value of a payload. May put another in its place, and add the issues of what is inside. */
type Judge = (payload: Payload, context: Context) => Wrong;

/** What a schema says of itself to those who read schemas. */
interface Definition {
  readonly type: core.$ZodTypeDef['type'];
  /** Replaces the usual words for what is wrong. */
  readonly error?: string | undefined;
  readonly [detail: string]: unknown;
}

/** Message of an issue whose schema has no words of its own. */
export const unsaid = 'is not valid';

const traits = new Set(['$ZodType']);

/** Makes a schema of kind `S`. */
function schema<S>(
  definition: Definition,
  judge: Judge,
  more: object = {},
  checks: readonly Check[] = [],
): S {
  const { type, error: message = unsaid } = definition;
  const def = { ...definition, checks };
  const run = (payload: Payload, context: Context) => {
    const wrong = judge(payload, context);
    if (wrong) {
      const { value: input, issues } = payload;
      issues.push({ code: 'invalid_type', expected: type, input, path: [], message, ...Object(wrong) });
    }
    for (const { _zod } of checks) {
      if ((_zod.def.when ?? soFarFine)(payload)) void _zod.check(payload as core.ParsePayload<never>);
    }
    return payload;
  };
  return {
    ...definition,
    def,
    _zod: { bag: {}, ...more, def, traits, run },
    check: (...others: Check[]) => schema(definition, judge, more, [...checks, ...others]),
    safeParse(given: unknown) {
      const { value: data, issues } = run({ value: given, issues: [] }, { async: false });
      return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data };
    },
  } as S;
}

/** Whether a check may rely on what was looked at before it: an issue that says `continue` spoils nothing. */
function soFarFine({ issues }: Payload): boolean {
  return issues.every((issue) => issue.continue);
}

/** As many issues as are kept; what has more is not worth the memory. */
const mostIssues = 100_000;

/**
 * Lets another schema judge `part`, which is at `key` of the payload's value.
 *
 * @throws RangeError where that is one issue too many.
 */
function look(part: Payload, inner: Inner, key: PropertyKey, { issues }: Payload, context: Context) {
  inner._zod.run(part, context);
  if (part.issues.length === 0) return;
  for (const issue of part.issues) issues.push({ ...issue, path: [key, ...(issue.path ?? [])] });
  if (issues.length > mostIssues) throw new RangeError('too many issues');
  part.issues = [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As `z.string`. */
export function string(bag: object = {}): z.ZodMiniString<string> {
  return schema({ type: 'string' }, ({ value }) => typeof value !== 'string', { bag });
}

/** As `z.number`. */
export function number(): z.ZodMiniNumber<number> {
  return schema({ type: 'number' }, ({ value }) => !Number.isFinite(value));
}

/** As `z.int`. */
export function int(error?: string): z.ZodMiniInt {
  return schema({ type: 'number', error }, judgeInt, { bag: { format: 'safeint' } });
}

function judgeInt({ value }: Payload): Wrong {
  if (!Number.isFinite(value)) return true;
  if (!Number.isInteger(value)) return { expected: 'int' };
  const most = Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(value)) return undefined;
  const bound =
    Number(value) > 0 ? { code: 'too_big', maximum: most } : { code: 'too_small', minimum: -most };
  return { ...bound, continue: true };
}

/** As `z.boolean`. */
export function boolean(): z.ZodMiniBoolean<boolean> {
  return schema({ type: 'boolean' }, ({ value }) => typeof value !== 'boolean');
}

/** As `z.unknown`. */
export function unknown(): z.ZodMiniUnknown {
  return schema({ type: 'unknown' }, () => false);
}

/** As `z.literal`. */
export function literal<const T extends string | number | boolean>(literal: T): z.ZodMiniLiteral<T> {
  return schema({ type: 'literal', values: [literal] }, ({ value }) => value !== literal && invalidValue);
}

/** As `z.enum`. */
export function enumOf<const T extends string>(values: readonly T[], error?: string): ZodMiniType<T> {
  return schema(
    { type: 'enum', entries: values, error },
    ({ value }) => !values.some((known) => known === value) && invalidValue,
  );
}

const invalidValue = { code: 'invalid_value' };

/** As `z.custom`. */
export function custom<T>(accepts: (value: unknown) => boolean, error: string): z.ZodMiniCustom<T, T> {
  return schema(
    { type: 'custom', error },
    ({ value }) => !accepts(value) && { code: 'custom', continue: true },
  );
}

/** As `z.nullable`. */
export function nullable<T extends core.SomeType>(innerType: T): z.ZodMiniNullable<T> {
  return schema({ type: 'nullable', innerType }, within(innerType, null));
}

const omissible = { optin: 'optional', optout: 'optional' };

/** As `z.optional`. */
export function optional<T extends core.SomeType>(innerType: T): z.ZodMiniOptional<T> {
  return schema({ type: 'optional', innerType }, within(innerType, undefined), omissible);
}

/** As `z.exactOptional`. */
export function exactOptional<T extends core.SomeType>(innerType: T): z.ZodMiniExactOptional<T> {
  return schema({ type: 'optional', innerType }, within(innerType), omissible);
}

function within({ _zod }: Inner, ...exceptions: unknown[]): Judge {
  return (payload, context) => {
    if (!exceptions.includes(payload.value)) _zod.run(payload, context);
    return undefined;
  };
}

/** As `z.union`: the first option that fits. */
export function union<const T extends readonly core.SomeType[]>(
  options: T,
  error?: string,
): z.ZodMiniUnion<T> {
  const inner: readonly Inner[] = options;
  return schema({ type: 'union', options, error }, (payload, context) => {
    const errors = [];
    for (const { _zod } of inner) {
      const attempt: Payload = { value: payload.value, issues: [] };
      _zod.run(attempt, context);
      if (attempt.issues.length === 0) {
        payload.value = attempt.value;
        return undefined;
      }
      errors.push(attempt.issues);
    }
    return { code: 'invalid_union', errors };
  });
}

/** As `z.array`. One of more than `most` items is not looked into. */
export function array<T extends core.SomeType>(element: T, most?: number): z.ZodMiniArray<T> {
  return schema(
    { type: 'array', element },
    (payload, context) => {
      const { value: input } = payload;
      if (!Array.isArray(input)) return true;
      if (most !== undefined && input.length > most) {
        return { code: 'too_big', origin: 'array', maximum: most };
      }
      const part: Payload = { value: undefined, issues: [] };
      const output: unknown[] = [];
      for (let index = 0; index < input.length; index += 1) {
        part.value = input[index];
        look(part, element, index, payload, context);
        output.push(part.value);
      }
      payload.value = output;
      return undefined;
    },
    { bag: { maximum: most } },
  );
}

/** As `z.record` with any text for a key. */
export function record<T extends core.SomeType>(valueType: T): z.ZodMiniRecord<z.ZodMiniString<string>, T> {
  return schema({ type: 'record', keyType: string(), valueType }, (payload, context) => {
    const { value: input } = payload;
    if (!isObject(input) || !isPlain(input)) return true;
    const part: Payload = { value: undefined, issues: [] };
    const output: Record<string, unknown> = {};
    for (const key of Object.keys(input)) {
      // Setting it would set the prototype.
      if (key === '__proto__') continue;
      part.value = input[key];
      look(part, valueType, key, payload, context);
      output[key] = part.value;
    }
    payload.value = output;
    return undefined;
  });
}

/** Whether an object is no instance of a class, in whatever realm it was made. */
function isPlain({ constructor }: object): boolean {
  return typeof constructor !== 'function' || Object.hasOwn(Object(constructor.prototype), 'isPrototypeOf');
}

/** As `z.object`: members that it does not name are left out. */
export function object<T extends core.$ZodLooseShape>(
  shape: T,
): z.ZodMiniObject<core.util.Writeable<T>, core.$strip> {
  const fields = Object.entries<Inner>(shape);
  return schema({ type: 'object', shape }, (payload, context) => {
    const { value: input } = payload;
    if (!isObject(input)) return true;
    const part: Payload = { value: undefined, issues: [] };
    const output: Record<string, unknown> = {};
    for (const [key, field] of fields) {
      if (field._zod.optin && !(key in input)) continue;
      part.value = input[key];
      look(part, field, key, payload, context);
      output[key] = part.value;
    }
    payload.value = output;
    return undefined;
  });
}

/** What a check is about, as the checks of zod say it: its JSON Schema comes from there. */
export interface About {
  readonly check: string;
  readonly [bound: string]: unknown;
}

/** How a check is made. */
export interface Checking {
  readonly about?: About | undefined;
  /** Whether to make it, asked even where something is wrong already. */
  readonly when?: ((payload: Payload) => boolean) | undefined;
}

/** As `z.check`. */
export function check<T>(
  judge: (payload: core.ParsePayload<T>) => void,
  { about = { check: 'custom' }, when }: Checking = {},
): core.$ZodCheck<T> {
  return { _zod: { def: { ...about, when }, check: judge, onattach: [] } } as unknown as core.$ZodCheck<T>;
}
