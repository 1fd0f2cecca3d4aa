import * as z from 'zod/mini';
import { bounded, mostListed } from '../checking/bounded.ts';
import { oneOf, openEnum } from '../values/fields.ts';
import type { Shape } from '../types/shape.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { mustBeOneOf } from '../checking/names.ts';
import { fieldsOf, isObject } from '../checking/objects.ts';
import type { FieldError } from '../checking/issues.ts';

/** Types of a custom field. */
export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'select'] as const;

/** Type of a custom field. */
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Value of a custom field: a string for `text`, `date` and `select`, a number or a boolean for the others. */
export type CustomFieldValue = string | number | boolean;

/** Definition of a custom field without its key. */
export interface CustomFieldRules {
  /** Name for people. */
  readonly label: string;
  /** Type of its values. */
  readonly type: CustomFieldType;
  /** Whether every new contact needs a value. Default false. */
  readonly required?: boolean | undefined;
  /** Value of a new contact that is created without one. Must fit the type. */
  readonly defaultValue?: CustomFieldValue | undefined;
  /** Values of a `select`: at least one, all different. Ignored for other types. */
  readonly options?: readonly string[] | undefined;
}

/** Definition of a custom field, shared by all contacts of a list. */
export interface CustomFieldDefinition extends CustomFieldRules {
  /**
   * Name of the field in `customFields` of a contact, unique in its list. The document says no more; our rule is
   * a letter from a to z or `_`, then at most 63 letters, digits, `_`, `.` or `-` (A84).
   */
  readonly key: string;
}

/** Definitions by their keys, as a page of contacts holds them (A82). */
export type CustomFieldMap = Readonly<Record<string, CustomFieldRules>>;

/**
 * Why `value` does not fit a field of this definition; `undefined` if it fits (A86). The caller decides whether the
 * field may be missing or `null`.
 *
 * @param value The value of the custom field.
 */
export function customFieldProblem(definition: CustomFieldRules, value: unknown): string | undefined {
  switch (definition.type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'number':
      return Number.isFinite(value) ? undefined : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return typeof value === 'string' && parseTimestamp(value) !== undefined
        ? undefined
        : 'must be an ISO 8601 date, for example 2026-01-31';
    case 'select': {
      const options = definition.options ?? [];
      return options.some((option) => option === value) ? undefined : mustBeOneOf(options, value);
    }
    default:
      return undefined;
  }
}

const keyForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
/** Keys that no definition may have. */
export const objectInternals = ['__proto__', 'constructor', 'prototype'];

const defaultValue = () =>
  z.optional(
    z.union([z.string(), z.number(), z.boolean()], { error: 'must be a string, a number, true or false' }),
  );
const options = () => z.optional(bounded(z.array(z.string())));

/** The definitions of a list in a request, with every rule (A84, A85). */
export const customFieldDefinitionsInput = z.lazy(() => {
  const definition = z
    .object({
      key: z.string().check(
        z.regex(keyForm, {
          error:
            'must be a letter from a to z or _, then at most 63 letters, digits, _, . or - (our rule, A84: the document has none)',
        }),
        z.refine((key) => !objectInternals.includes(key), {
          error: 'must not be __proto__, constructor or prototype',
        }),
      ),
      label: z.string().check(z.minLength(1)),
      type: oneOf(customFieldTypes),
      required: z.optional(z.boolean()),
      defaultValue: defaultValue(),
      options: options(),
    } satisfies Shape<CustomFieldDefinition>)
    .check(z.check(requireOptions), z.check(requireFittingDefault));
  const asReturned = z.pipe(z.transform(withoutNulls), definition);
  return bounded(z.array(asReturned)).check(z.check(requireUniqueKeys));
});

/**
 * The options of fields that are not selects, which are ignored (A84). Empty ones are no mistake.
 *
 * @param body The body of a contact list. Anything else has no such options.
 */
export function optionsWithoutEffect(body: unknown): readonly FieldError[] {
  const { customFields } = fieldsOf(body);
  if (!Array.isArray(customFields)) return [];
  return customFields.flatMap((definition: unknown, index) => {
    const { type, options } = fieldsOf(definition);
    if (type === 'select' || !Array.isArray(options) || options.length === 0) return [];
    const message = 'is ignored, because the field is no select: leave it out, or use the type select';
    return [{ field: `customFields[${index}].options`, message }];
  });
}

/** The definition as a response may have it: `null` in an optional member means absent (A120). */
function withoutNulls(definition: unknown): unknown {
  if (!isObject(definition)) return definition;
  return Object.fromEntries(
    Object.entries(definition).filter(
      ([name, value]) => value !== null || !['required', 'defaultValue', 'options'].includes(name),
    ),
  );
}

function requireOptions(context: z.core.ParsePayload<CustomFieldDefinition>): void {
  const { value: definition, issues } = context;
  if (definition.type !== 'select') return;
  const report = (path: PropertyKey[], input: unknown, message: string) =>
    issues.push({ code: 'custom', input, path: ['options', ...path], message });
  const { options = [] } = definition;
  if (options.length === 0) report([], definition.options, 'must hold at least one option for a select');
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    if (option === '') report([index], option, 'must not be empty');
    else if (seen.has(option)) report([index], option, 'must differ from the other options');
    if (issues.length > mostListed) return;
    seen.add(option);
  }
}

function requireFittingDefault(context: z.core.ParsePayload<CustomFieldDefinition>): void {
  const { value: definition, issues } = context;
  if (definition.defaultValue === undefined) return;
  if (definition.type === 'select' && !definition.options?.length) return;
  const message = customFieldProblem(definition, definition.defaultValue);
  if (message === undefined) return;
  issues.push({ code: 'custom', input: definition.defaultValue, path: ['defaultValue'], message });
}

function requireUniqueKeys(context: z.core.ParsePayload<CustomFieldDefinition[]>): void {
  const seen = new Set<string>();
  for (const [index, { key }] of context.value.entries()) {
    if (seen.has(key)) {
      const message = 'must differ from the other keys of the list';
      context.issues.push({ code: 'custom', input: key, path: [index, 'key'], message });
    }
    if (context.issues.length > mostListed) return;
    seen.add(key);
  }
}

const rulesFields = () =>
  ({
    label: z.string(),
    type: openEnum(customFieldTypes) as z.ZodMiniType<CustomFieldType>,
    required: z.optional(z.boolean()),
    defaultValue: defaultValue(),
    options: options(),
  }) satisfies Shape<CustomFieldRules>;

/** A definition in a response. Types that a newer service adds are accepted. */
export const customFieldDefinitionSchema = z.lazy(() =>
  z.object({ key: z.string(), ...rulesFields() } satisfies Shape<CustomFieldDefinition>),
);

/** A definition without its key in a response. */
export const customFieldRulesSchema = z.lazy(() => z.object(rulesFields() satisfies Shape<CustomFieldRules>));

/** Definitions by their keys in a response. */
export const customFieldMapSchema = z.lazy(() => z.record(z.string(), customFieldRulesSchema));
