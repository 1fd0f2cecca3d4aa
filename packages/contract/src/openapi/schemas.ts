import * as z from 'zod/mini';
import { attachmentSchema, createUploadBodySchema, uploadSchema } from '../attachments.ts';
import {
  contactListSchema,
  createContactListBodySchema,
  updateContactListBodySchema,
} from '../contact-lists.ts';
import {
  contactPageSchema,
  contactSchema,
  createContactBodySchema,
  customFieldChanges,
  ipAddress,
  suppressContactBodySchema,
  updateContactBodySchema,
} from '../contacts.ts';
import { customFieldDefinitionSchema } from '../custom-fields.ts';
import {
  emailListSchema,
  emailSchema,
  liveSendReceiptSchema,
  recipients,
  sendEmailBodySchema,
  sendReceiptSchema,
  testSendReceiptSchema,
} from '../emails.ts';
import { address, mailbox, mailboxes, timestampInput } from '../fields.ts';
import { limits } from '../limits.ts';
import { paginationSchema } from '../pagination.ts';
import {
  batchEntries,
  createVerificationBatchBodySchema,
  verificationBatchReceiptSchema,
  verificationPageSchema,
  verificationResultSchema,
  verificationSchema,
  verificationStatsSchema,
  verifyEmailBodySchema,
} from '../verification.ts';
import { type JsonSchema, type Reference, schemaRef } from './document.ts';

/** The schemas that have a name of their own in the document, by whether a request or an answer holds them. */
const named = {
  input: {
    SendEmailBody: sendEmailBodySchema,
    CreateUploadBody: createUploadBodySchema,
    CreateContactListBody: createContactListBodySchema,
    UpdateContactListBody: updateContactListBodySchema,
    CreateContactBody: createContactBodySchema,
    UpdateContactBody: updateContactBodySchema,
    SuppressContactBody: suppressContactBodySchema,
    VerifyEmailBody: verifyEmailBodySchema,
    CreateVerificationBatchBody: createVerificationBatchBodySchema,
  },
  output: {
    LiveSendReceipt: liveSendReceiptSchema,
    TestSendReceipt: testSendReceiptSchema,
    SendReceipt: sendReceiptSchema,
    Email: emailSchema,
    EmailList: emailListSchema,
    Upload: uploadSchema,
    Attachment: attachmentSchema,
    CustomFieldDefinition: customFieldDefinitionSchema,
    ContactList: contactListSchema,
    Contact: contactSchema,
    ContactPage: contactPageSchema,
    VerificationResult: verificationResultSchema,
    VerificationBatchReceipt: verificationBatchReceiptSchema,
    Verification: verificationSchema,
    VerificationPage: verificationPageSchema,
    VerificationStats: verificationStatsSchema,
    Pagination: paginationSchema,
  },
} as const satisfies Record<'input' | 'output', Record<string, z.ZodMiniType>>;

const several: JsonSchema = {
  description: 'One address or several, each with or without a display name.',
  examples: ['bob@example.org', ['bob@example.org', '"Eve" <eve@example.org>']],
};

/** What JSON Schema cannot know of a schema, because a function checks it. */
const hints: readonly (readonly [schema: z.ZodMiniType, hint: JsonSchema])[] = [
  [address, { format: 'email', examples: ['ada@example.com'] }],
  [
    mailbox,
    {
      description: 'An address, with or without a display name.',
      examples: ['ada@example.com', '"Ada" <ada@example.com>'],
    },
  ],
  [mailboxes, several],
  [recipients, several],
  [
    sendEmailBodySchema,
    {
      description:
        'Without a `templateId`, `subject` and one of `html` and `text` are required. With one, `html` and `text` are refused, and `subject` overrides the template’s.',
    },
  ],
  [
    updateContactListBodySchema,
    { description: 'What is absent stays as it is; `customFields` replaces all definitions.' },
  ],
  [updateContactBodySchema, { description: 'What is absent stays as it is; `customFields` are merged.' }],
  [batchEntries, { items: { type: 'string' } }],
  [
    createVerificationBatchBodySchema,
    { description: `At most ${limits.batchSize} addresses: more are \`BATCH_TOO_LARGE\`.` },
  ],
  [
    timestampInput,
    {
      description: 'ISO 8601: a date, or a date and time with its zone.',
      examples: ['2026-01-31', '2026-01-31T09:30:00Z'],
    },
  ],
  [ipAddress, { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
  [
    customFieldChanges,
    {
      type: 'object',
      description: 'Values by the keys of the list’s custom fields; null clears one.',
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    },
  ],
];

/** Every schema that has a name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return { ...convert('input'), ...convert('output') };
}

/** A schema of a row: a reference where it has a name, else itself. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema | Reference {
  const name = Object.entries(named[io]).find(([, candidate]) => candidate === schema)?.[0];
  if (name !== undefined) return schemaRef(name);
  const { $defs: _defs, ...inline } = convert(io, schema)['Inline'] ?? {};
  return inline;
}

function convert(io: 'input' | 'output', inline?: z.ZodMiniType): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named[io])) registry.add(schema, { id });
  if (inline) registry.add(inline, { id: 'Inline' });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => schemaRef(id).$ref,
    unrepresentable: ({ zodSchema }) => (hintOf(zodSchema) ? 'any' : 'throw'),
    override: ({ zodSchema, jsonSchema }) => {
      refine(jsonSchema, { ...examplesOf(zodSchema), ...hintOf(zodSchema) }, io);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
  );
}

/** Values that an open set has today. */
function examplesOf({ _zod: { bag } }: z.core.$ZodType): JsonSchema {
  return Array.isArray(bag['examples']) ? { examples: bag['examples'] } : {};
}

function hintOf(schema: unknown): JsonSchema | undefined {
  return hints.find(([candidate]) => candidate === schema)?.[1];
}

function refine(schema: JsonSchema, hint: JsonSchema, io: 'input' | 'output'): void {
  Object.assign(schema, hint);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Any key is a string, and generators stumble over being told.
  delete schema.propertyNames;
  if (io === 'input') return;
  // A newer service may answer with more.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object' || property.type !== 'string') continue;
    if (/(At|Timestamp)$/.test(name)) property.format = 'date-time';
    if (name.endsWith('Url')) property.format = 'uri';
    if (property.examples) property.description = 'A newer service may know more than the examples.';
  }
}
