import type * as z from 'zod/mini';
import { addressPatterns, mailboxPatterns } from '../values/addresses.ts';
import { type CustomFieldType, objectInternals } from '../resources/custom-fields.ts';
import { address, mailbox, mailboxes, timestampInput } from '../values/fields.ts';
import type { Limits } from '../values/limits.ts';
import { basic, extended } from '../values/timestamps.ts';
import { isObject } from '../checking/objects.ts';
import type { JsonSchema } from '../wire/json-schema.ts';

/**
 * Rules of requests that zod checks with functions, in JSON Schema. The patterns may accept more than
 * the service does, such as a domain beyond ASCII that cannot exist, but never refuse what it accepts.
 */

const addressForm: JsonSchema = {
  type: 'string',
  ...allMatching(addressPatterns),
  examples: ['ada@example.com'],
};
const mailboxForm: JsonSchema = {
  type: 'string',
  ...allMatching(mailboxPatterns),
  examples: ['ada@example.com', '"Ada" <ada@example.com>'],
};
const timestampForm = {
  description: 'ISO 8601: a date, or a date and time. Without a zone, the time is in UTC.',
  examples: ['2026-01-31', '2026-01-31T09:30:00Z'],
  pattern: [extended, basic]
    .map(({ source }) =>
      source
        .replace('T', '[Tt]')
        .replace('Z', '[Zz]')
        .replaceAll(/\((?!\?)/g, '(?:'),
    )
    .join('|'),
};

const token = String.raw`[\w!#$%&'+.^\x60|~-]+`;
const mimeTypeForm = {
  pattern: `^\\s*${token}/${token}[ \\t]*(?:;[\\x20-\\x7e]*)?\\s*$`,
  examples: ['application/pdf', 'image/png'],
};

function allMatching([pattern, ...others]: readonly string[]): JsonSchema {
  return { ...(pattern !== undefined && { pattern }), allOf: others.map((other) => ({ pattern: other })) };
}

function mailboxesForm(array: JsonSchema = {}): JsonSchema {
  return {
    description: 'One address or several, each with or without a display name.',
    examples: ['bob@example.org', ['bob@example.org', '"Eve" <eve@example.org>']],
    anyOf: [mailboxForm, { type: 'array', items: mailboxForm, ...array }],
  };
}

/** JSON Schema keywords that describe the checks of a field, by its schema (A18, A48, A49, A118). */
export const fieldKeywords: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [address, addressForm],
  [mailbox, { description: 'An address, with or without a display name.', ...mailboxForm }],
  [mailboxes, mailboxesForm()],
  [timestampInput, timestampForm],
]);

/** The default value of a field of each type (A85); `null` is absent (A120). */
const defaultValues: Readonly<Record<CustomFieldType, JsonSchema>> = {
  text: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  date: { type: ['string', 'null'], ...timestampForm },
  boolean: { type: ['boolean', 'null'] },
  select: { type: ['string', 'null'] },
};

/** The definition of a custom field (A84). */
const definitionForm: JsonSchema = {
  properties: {
    key: { not: { enum: [...objectInternals] } },
    required: { type: ['boolean', 'null'] },
    defaultValue: { type: ['string', 'number', 'boolean', 'null'] },
    options: { type: ['array', 'null'] },
  },
  allOf: [
    when('type', 'select', {
      properties: { options: { type: 'array', minItems: 1, uniqueItems: true, items: { minLength: 1 } } },
      required: ['options'],
    }),
    ...Object.entries(defaultValues).map(([type, defaultValue]) =>
      when('type', type, { properties: { defaultValue } }),
    ),
  ],
};

const listForm: JsonSchema = { properties: { customFields: { items: definitionForm } } };

const contactForm: JsonSchema = {
  properties: {
    customFields: {
      description: 'Values by the keys of the list’s custom fields; null clears one.',
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    },
    consentIpAddress: { examples: ['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7'] },
  },
};

/** What a body with a template may hold, and one without (A53, A54). */
const contentForm: JsonSchema = {
  description:
    'Without a `templateId`, `subject` and one of `html` and `text` are required. With one, `html` and `text` are refused, and `subject` overrides the template’s.',
  if: { required: ['templateId'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { not: { anyOf: [{ required: ['html'] }, { required: ['text'] }] } },
  else: {
    required: ['subject'],
    anyOf: ['html', 'text'].map((name) => ({ properties: { [name]: { minLength: 1 } }, required: [name] })),
  },
};

/** What to add to the named bodies. */
function bodyForms({
  attachmentBytes,
  inlineAttachmentBytes,
  batchSize,
}: Limits): Record<string, JsonSchema> {
  return {
    SendEmailBody: { properties: { to: mailboxesForm({ minItems: 1 }) }, ...contentForm },
    CreateUploadBody: {
      properties: { contentType: mimeTypeForm },
      // The largest size depends on the kind of attachment (A69).
      ...when('inline', true, { properties: { size: { maximum: inlineAttachmentBytes } } }),
      else: { properties: { size: { maximum: attachmentBytes } } },
    },
    CreateContactListBody: listForm,
    UpdateContactListBody: {
      description: 'What is absent stays as it is; `customFields` replaces all definitions.',
      ...listForm,
    },
    CreateContactBody: contactForm,
    UpdateContactBody: {
      description: 'What is absent stays as it is; `customFields` are merged.',
      ...contactForm,
    },
    VerifyEmailBody: { properties: { email: addressForm } },
    CreateVerificationBatchBody: {
      description: `At most ${batchSize} addresses: more are \`BATCH_TOO_LARGE\`.`,
      properties: { emails: { maxItems: batchSize, items: addressForm } },
    },
  };
}

/** The named bodies with all rules that JSON Schema can express. */
export function withBodyForms(
  bodies: Readonly<Record<string, JsonSchema>>,
  limits: Limits,
): Record<string, JsonSchema> {
  return merged(bodies, bodyForms(limits));
}

function when(member: string, value: string | boolean, then: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { properties: { [member]: { const: value } }, required: [member] }, then };
}

/** Adds the members of one JSON object to another, on every level. */
function merged<T extends object>(base: T, more: object): T {
  const added = Object.entries(more).map(([name, value]: [string, unknown]) => {
    const before: unknown = Object.entries(base).find(([known]) => known === name)?.[1];
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(added) };
}
