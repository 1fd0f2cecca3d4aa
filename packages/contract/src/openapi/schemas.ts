import * as z from 'zod/mini';
import * as attachments from '../resources/attachments.ts';
import * as contactLists from '../resources/contact-lists.ts';
import * as contacts from '../resources/contacts.ts';
import * as customFields from '../resources/custom-fields.ts';
import * as emails from '../resources/emails.ts';
import { paginationSchema } from '../resources/pagination.ts';
import * as verification from '../resources/verification.ts';
import { type JsonSchema, type Reference, schemaRef } from '../wire/json-schema.ts';
import { withBodyForms, fieldKeywords } from './forms.ts';
import { describedKeywords } from '../values/fields.ts';
import { pageSchemas } from './payloads.ts';
import type { DescribedService } from './described-service.ts';
import { shapedSchemas } from './shapes.ts';

/** The named schemas of the document, for requests and for responses. */
const named = {
  input: {
    SendEmailBody: emails.sendEmailBodySchema,
    CreateUploadBody: attachments.createUploadBodySchema,
    CreateContactListBody: contactLists.createContactListBodySchema,
    UpdateContactListBody: contactLists.updateContactListBodySchema,
    CreateContactBody: contacts.createContactBodySchema,
    UpdateContactBody: contacts.updateContactBodySchema,
    SuppressContactBody: contacts.suppressContactBodySchema,
    VerifyEmailBody: verification.verifyEmailBodySchema,
    CreateVerificationBatchBody: verification.createVerificationBatchBodySchema,
  },
  output: {
    LiveSendReceipt: emails.liveSendReceiptSchema,
    TestSendReceipt: emails.testSendReceiptSchema,
    SendReceipt: emails.sendReceiptSchema,
    Email: emails.emailSchema,
    EmailList: emails.emailListSchema,
    EmailStats: emails.emailStatsSchema,
    Upload: attachments.uploadSchema,
    Attachment: attachments.attachmentSchema,
    CustomFieldDefinition: customFields.customFieldDefinitionSchema,
    CustomFieldRules: customFields.customFieldRulesSchema,
    ContactList: contactLists.contactListSchema,
    ContactListStats: contactLists.contactListStatsSchema,
    Contact: contacts.contactSchema,
    ContactPage: contacts.contactPageSchema,
    VerificationResult: verification.verificationResultSchema,
    VerificationGroups: verification.verificationGroupsSchema,
    VerificationAnalytics: verification.verificationAnalyticsSchema,
    VerificationBatchReceipt: verification.verificationBatchReceiptSchema,
    Verification: verification.verificationSchema,
    VerificationPage: verification.verificationPageSchema,
    VerificationStats: verification.verificationStatsSchema,
    Pagination: paginationSchema,
  },
} as const satisfies Record<'input' | 'output', Record<string, z.ZodMiniType>>;

/** The schemas of the document by their names, for a service with these options. */
export function namedSchemas({ wire, strict, limits }: DescribedService): Record<string, JsonSchema> {
  const documented = convert('output');
  return {
    ...withBodyForms(convert('input', strict), limits),
    ...(wire ? { ...shapedSchemas(documented, wire), ...pageSchemas(wire) } : documented),
  };
}

/** A schema of a row: a reference if it has a name, else the schema itself. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema | Reference {
  const name = Object.entries(named[io]).find(([, candidate]) => candidate === schema)?.[0];
  if (name !== undefined) return schemaRef(name);
  const { $defs: _defs, ...inline } = z.toJSONSchema(schema, conversion(io));
  const prefix = schemaRef('').$ref;
  return plain(JSON.parse(JSON.stringify(inline).replaceAll('#/$defs/', prefix)));
}

function convert(io: 'input' | 'output', strict = false): Record<string, JsonSchema> {
  const { metadata, ...rest } = conversion(io, strict);
  const { schemas } = z.toJSONSchema(metadata, { ...rest, uri: (id) => schemaRef(id).$ref });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));
}

/** @param strict Whether objects have no further members. */
function conversion(io: 'input' | 'output', strict = false) {
  const metadata = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named[io])) metadata.add(schema, { id });
  return {
    metadata,
    // No schema changes the type of a value, but `bounded` hides the type of its input from zod.
    io: 'output',
    // `z.custom`
    unrepresentable: ({ zodSchema }) => (describedKeywords.has(zodSchema) ? 'any' : 'throw'),
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, describedKeywords.get(zodSchema), fieldKeywords.get(zodSchema));
      refine(jsonSchema, io, strict);
    },
  } as const satisfies z.core.ToJSONSchemaParams;
}

const plain = ({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema => schema;

function refine(schema: JsonSchema, io: 'input' | 'output', strict: boolean): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // It has no use without a pattern.
  if (isObject(schema.propertyNames) && !schema.propertyNames.pattern) delete schema.propertyNames;
  // The service ignores unknown fields, and a newer one may send more.
  if (schema.additionalProperties === false && !strict) delete schema.additionalProperties;
  if (io === 'input') return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object' || property.type !== 'string') continue;
    if (/(At|Timestamp)$/.test(name)) property.format = 'date-time';
    if (name.endsWith('Url')) property.format = 'uri';
    if (property.examples) property.description = 'A newer service may have more values than the examples.';
  }
}

function isObject(schema: JsonSchema | boolean | undefined): schema is JsonSchema {
  return typeof schema === 'object';
}
