import { otherNames } from '../wire/attachments.ts';
import { definitions } from '../wire/contacts.ts';
import { renamed } from '../wire/field-names.ts';
import { type FieldForm, fieldForms, optionalFields } from '../wire/records.ts';
import { batchResults } from '../wire/verification.ts';
import type { WireOption, WireOptions } from '../wire/wire-options.ts';
import { type JsonSchema, type Reference, schemaRef } from '../wire/json-schema.ts';

/** Changes a schema that describes every documented shape into one that describes a single shape. */
type Change = (schema: JsonSchema) => JsonSchema;

/** Changes by the name of the schema. */
type Changes = Readonly<Record<string, Change>>;

const rules = ['label', 'type', 'required'] as const;
const neighbours = ['hasNext', 'hasPrev'] as const;
const receipt = ['totalEmails', 'creditsDeducted', 'status'] as const;

/** Fields that every response has, although a client does not need them. */
const always: Changes = {
  Email: requiring('messageId'),
  Attachment: requiring('filename', 'contentType', 'size', 'createdAt', 'expiresAt'),
  CustomFieldRules: requiring(...rules),
  CustomFieldDefinition: requiring('key', ...rules),
  ContactListStats: requiring('unsubscribedContacts', 'bouncedContacts', 'complainedContacts'),
  Contact: requiring('domainId', 'contactListId', 'source', 'subscriptionToken', 'subscribedAt'),
  Verification: requiring('progress'),
  ListedVerification: both(requiring('progress'), without('results')),
  PendingBatchReceipt: both(requiring('verificationId', ...receipt), without('results', 'analytics')),
  CompletedBatchReceipt: both(
    requiring(...receipt, 'results', 'analytics'),
    having({ status: { type: 'string', const: 'completed' } }),
  ),
  Pagination: without(...neighbours),
  PaginationWithNeighbours: requiring(...neighbours),
};

/**
 * What the wire options change. Containers are in `payloads.ts`, errors in `errors.ts`. Ids have no pattern: a record
 * keeps the id that it got under an earlier choice (A17, A125).
 */
function changesOf(wire: WireOptions): readonly Changes[] {
  const never: JsonSchema = { type: 'boolean', const: false };
  const results = having({ results: batchResults[wire.batchResults].schema });
  const chosen = Object.entries<Readonly<Record<string, FieldForm>>>(fieldForms).flatMap(
    ([option, forms]): Changes[] => {
      const form = forms[wire[option as WireOption]];
      return form ? [{ [form.record]: choosing(form) }] : [];
    },
  );
  const nullable = Object.entries(optionalFields).map(
    ([name, fields]) => [name, withNulls(...fields)] as const,
  );
  return [
    ...chosen,
    ...(wire.replay === 'skipped'
      ? []
      : [{ LiveSendReceipt: having({ skipped: never }), TestSendReceipt: without('skipped') }]),
    ...(wire.confirmResult === 'fileName' ? [{ Attachment: renaming(otherNames) }] : []),
    { ContactList: having({ customFields: definitions[wire.listFields].schema }) },
    { Verification: results, CompletedBatchReceipt: results },
    // Comes last: it changes fields that the others leave optional (A121).
    ...(wire.nulls === 'explicit' ? [Object.fromEntries(nullable)] : []),
  ];
}

/**
 * The schemas of responses under these wire options.
 *
 * @param documented The named schemas, each of which describes every documented shape of its record.
 */
export function shapedSchemas(
  documented: Readonly<Record<string, JsonSchema>>,
  wire: WireOptions,
): Record<string, JsonSchema> {
  const { VerificationBatchReceipt: batch, Verification: verification, Pagination: pagination } = documented;
  const shaped: Record<string, JsonSchema> = {
    ...documented,
    ...(batch && { PendingBatchReceipt: batch, CompletedBatchReceipt: batch }),
    ...(verification && { ListedVerification: verification }),
    ...(pagination && { PaginationWithNeighbours: pagination }),
    VerificationBatchReceipt: {
      anyOf: [schemaRef('PendingBatchReceipt'), schemaRef('CompletedBatchReceipt')],
    },
  };
  for (const change of [always, ...changesOf(wire)]) {
    for (const [name, apply] of Object.entries(change)) shaped[name] = apply(shaped[name] ?? {});
  }
  return shaped;
}

function both(first: Change, second: Change): Change {
  return (schema) => second(first(schema));
}

function requiring(...names: readonly string[]): Change {
  return (schema) => ({ ...schema, required: [...new Set([...(schema.required ?? []), ...names])] });
}

function without(...names: readonly string[]): Change {
  return (schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
    ),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  });
}

/** Chooses fields. A chosen field that the document lacks is another name of a removed one (A106). */
function choosing({ has, lacks }: FieldForm): Change {
  return (schema) => {
    const { properties = {} } = schema;
    const named = has.map((name) => [name, properties[name] ?? properties[lacks[0] ?? ''] ?? {}] as const);
    const changed = { ...schema, properties: { ...properties, ...Object.fromEntries(named) } };
    return both(without(...lacks), requiring(...has))(changed);
  };
}

/** Gives fields other names. */
function renaming(names: Readonly<Record<string, string>>): Change {
  return (schema) => ({
    ...schema,
    properties: renamed(schema.properties ?? {}, names) as NonNullable<JsonSchema['properties']>,
    required: (schema.required ?? []).map((name) => names[name] ?? name),
  });
}

/** Describes properties differently, if the schema still has them. */
function having(properties: Readonly<Record<string, JsonSchema | Reference>>): Change {
  return (schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, before]) => [name, properties[name] ?? before]),
    ),
  });
}

/** Makes properties `null` whenever they have no value, as the service writes them. */
function withNulls(...names: readonly string[]): Change {
  return (schema) => {
    const { properties = {}, required = [] } = schema;
    const optional = names.filter((name) => !required.includes(name));
    const changed = optional.map((name) => [name, orNull(properties[name])] as const);
    return requiring(...optional)({
      ...schema,
      properties: { ...properties, ...Object.fromEntries(changed) },
    });
  };
}

function orNull(schema: JsonSchema | boolean | undefined): JsonSchema {
  if (schema === undefined || typeof schema === 'boolean') return { type: 'null' };
  const { type } = schema;
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...[type].flat(), 'null'] } as JsonSchema;
}
