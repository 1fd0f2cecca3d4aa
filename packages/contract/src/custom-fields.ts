import { notEmpty, oneOf, openEnum, rule } from './fields.ts';
import type { Shape } from './shape.ts';
import { parseTimestamp } from './timestamps.ts';
import * as z from './schema.ts';

/** Types of a custom field (api.md §2.3). */
export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'select'] as const;

/** Type of a custom field. */
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Value of a custom field: a string for `text`, `date` and `select`, else a number or a boolean. */
export type CustomFieldValue = string | number | boolean;

/** What a list knows about one of its custom fields, apart from the key (api.md §2.3). */
export interface CustomFieldRules {
  /** Name that people see. */
  readonly label: string;
  /** What values it takes. */
  readonly type: CustomFieldType;
  /** Whether every new contact needs a value. Default false. */
  readonly required?: boolean | undefined;
  /** Value of a new contact that is created without one; it has to fit the type (decision A85). */
  readonly defaultValue?: CustomFieldValue | undefined;
  /** What a `select` may be: at least one, all different. Ignored for other types. */
  readonly options?: readonly string[] | undefined;
}

/** Definition of a custom field, which all contacts of a list share (api.md §2.3). */
export interface CustomFieldDefinition extends CustomFieldRules {
  /**
   * Name of the field in `customFields` of a contact: a letter or `_`, then at most 63 letters,
   * digits, `_`, `.` or `-`; unique in its list (decision A84).
   */
  readonly key: string;
}

/** Definitions by their keys, as they come with a page of contacts (decision A82). */
export type CustomFieldMap = Readonly<Record<string, CustomFieldRules>>;

/**
 * What is wrong with `value` for a field of this definition, `undefined` where nothing is
 * (decision A86). It judges values: whether a field may be missing or `null` is for the caller.
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
      return options.some((option) => option === value) ? undefined : `must be one of ${options.join(', ')}`;
    }
    default:
      return undefined;
  }
}

const keyForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const objectInternals = ['__proto__', 'constructor', 'prototype'];

const definitionFields = {
  key: z.string().check(
    rule(
      (key: string) => keyForm.test(key),
      'must be a letter or _, then at most 63 letters, digits, _, . or -',
    ),
    rule((key: string) => !objectInternals.includes(key), 'must not be __proto__, constructor or prototype'),
  ),
  label: z.string().check(notEmpty),
  type: oneOf(customFieldTypes),
  required: z.optional(z.boolean()),
  defaultValue: z.optional(
    z.union([z.string(), z.number(), z.boolean()], 'must be a string, a number, true or false'),
  ),
  options: z.optional(z.array(z.string())),
} satisfies Shape<CustomFieldDefinition>;

/** The definitions of a list in a request: every rule of decisions A84 and A85. */
export const customFieldDefinitionsInput = z
  .array(z.object(definitionFields).check(z.check(requireOptions), z.check(requireFittingDefault)))
  .check(z.check(requireUniqueKeys));

function requireOptions(context: z.core.ParsePayload<CustomFieldDefinition>): void {
  const { value: definition, issues } = context;
  if (definition.type !== 'select') return;
  const report = (path: PropertyKey[], input: unknown, message: string) =>
    issues.push({ code: 'custom', input, path: ['options', ...path], message });
  const { options = [] } = definition;
  if (options.length === 0) report([], definition.options, 'must hold at least one option for a select');
  const seen = new Set<string>();
  options.forEach((option, index) => {
    if (option === '') report([index], option, 'must not be empty');
    else if (seen.has(option)) report([index], option, 'must differ from the other options');
    seen.add(option);
  });
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
  context.value.forEach(({ key }, index) => {
    if (seen.has(key)) {
      const message = 'must differ from the other keys of the list';
      context.issues.push({ code: 'custom', input: key, path: [index, 'key'], message });
    }
    seen.add(key);
  });
}

const rulesFields = {
  label: z.string(),
  type: openEnum(customFieldTypes) as z.ZodMiniType<CustomFieldType>,
  required: z.optional(z.boolean()),
  defaultValue: definitionFields.defaultValue,
  options: definitionFields.options,
} satisfies Shape<CustomFieldRules>;

/** A definition in an answer: a type that is added later is let through. */
export const customFieldDefinitionSchema = z.object({
  key: z.string(),
  ...rulesFields,
} satisfies Shape<CustomFieldDefinition>);

/** Definitions by their keys in an answer. */
export const customFieldMapSchema = z.record(z.object(rulesFields));
