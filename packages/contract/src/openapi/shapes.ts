import type { WireOption, WireOptions } from '../wire-options.ts';
import { type JsonSchema, type Reference, schemaRef } from './document.ts';

/** Changes a schema that describes every documented shape into one that describes a single shape. */
type Change = (schema: JsonSchema) => JsonSchema;

/** Changes by the name of the schema. */
type Changes = Readonly<Record<string, Change>>;

const rules = ['label', 'type', 'required'] as const;
const receipt = ['totalEmails', 'creditsDeducted', 'status'] as const;
const richResult = ['result', 'isValid', 'reason', 'riskScore', 'cached', 'details'] as const;
const totals = ['totalContacts', 'activeContacts', 'suppressedContacts'] as const;
const cleanCounts = ['cleanCount', 'dirtyCount', 'unknownCount', 'cleanPercentage'] as const;
const validCounts = ['valid', 'invalid', 'risky', 'unknown'] as const;

/** Fields that every response has, although a client can do without them. */
const always: Changes = {
  Email: requiring('messageId'),
  Attachment: requiring('filename', 'contentType', 'size', 'createdAt', 'expiresAt'),
  CustomFieldRules: requiring(...rules),
  CustomFieldDefinition: requiring('key', ...rules),
  ContactListStats: requiring('unsubscribedContacts', 'bouncedContacts', 'complainedContacts'),
  Contact: requiring('domainId', 'contactListId', 'source', 'subscriptionToken', 'subscribedAt'),
  Verification: requiring('progress'),
  ListedVerification: both(requiring('progress'), without('results')),
  PendingBatchReceipt: exactly('verificationId', ...receipt),
  CompletedBatchReceipt: both(
    requiring(...receipt, 'results', 'analytics'),
    having({ status: { type: 'string', const: 'completed' } }),
  ),
  Pagination: without('hasNext', 'hasPrev'),
  PaginationWithNeighbours: requiring('hasNext', 'hasPrev'),
};

const neverSkipped: Changes = {
  LiveSendReceipt: having({ skipped: { type: 'boolean', const: false } }),
  TestSendReceipt: without('skipped'),
};
const results = { results: listOf(schemaRef('VerificationResult')) };

/**
 * What the values of the wire options change, in this order. Values that are not listed change nothing here:
 * containers are in `payloads.ts`, errors in `errors.ts`. Ids have no pattern: a record keeps the id
 * that it got under an earlier choice (A17, A125).
 */
const byOption: { readonly [Option in WireOption]?: { readonly [V in WireOptions[Option]]?: Changes } } = {
  sendResult: {
    full: { LiveSendReceipt: exactly('id', 'messageId', 'status', 'createdAt', 'skipped') },
    minimal: { LiveSendReceipt: exactly('messageId', 'skipped') },
    reference: { LiveSendReceipt: exactly('id', 'messageId', 'status', 'createdAt') },
  },
  replay: { verbatim: neverSkipped, conflict: neverSkipped },
  uploadToken: {
    absent: { Upload: without('uploadToken') },
    present: { Upload: requiring('uploadToken') },
  },
  listCounters: {
    both: { ContactList: requiring(...totals, 'contactCount') },
    totals: { ContactList: both(requiring(...totals), without('contactCount')) },
    contactCount: { ContactList: both(requiring('contactCount'), without(...totals)) },
  },
  listFields: {
    map: { ContactList: having({ customFields: mapOf(schemaRef('CustomFieldRules')) }) },
  },
  verification: {
    full: { VerificationResult: exactly('email', 'status', ...richResult) },
    minimal: { VerificationResult: exactly('email', 'status') },
    rich: { VerificationResult: exactly('email', ...richResult) },
  },
  verificationId: { verificationId: { Verification: renaming('id', 'verificationId') } },
  batchImmediate: {
    'without-id': { CompletedBatchReceipt: without('verificationId') },
    'with-id': { CompletedBatchReceipt: requiring('verificationId') },
  },
  batchResults: {
    items: { Verification: having(results), CompletedBatchReceipt: having(results) },
  },
  analytics: {
    both: { VerificationAnalytics: exactly(...cleanCounts, ...validCounts) },
    clean: { VerificationAnalytics: exactly(...cleanCounts) },
    valid: { VerificationAnalytics: exactly(...validCounts) },
  },
  // The last: it changes what the others leave optional (A121).
  nulls: {
    explicit: {
      Email: withNulls('cc', 'bcc', 'templateId', 'sentAt', 'deliveredAt', 'openedAt', 'clickedAt'),
      Upload: withNulls('contentId'),
      Attachment: withNulls('contentId'),
      CustomFieldRules: withNulls('defaultValue', 'options'),
      CustomFieldDefinition: withNulls('defaultValue', 'options'),
      ContactList: withNulls('description'),
      Contact: withNulls(
        'firstName',
        'lastName',
        'phoneNumber',
        'unsubscribedAt',
        'consentType',
        'consentSource',
        'consentTimestamp',
        'consentIpAddress',
      ),
      PendingBatchReceipt: withNulls('results', 'analytics'),
      CompletedBatchReceipt: withNulls('verificationId'),
      Verification: withNulls('startedAt', 'completedAt', 'analytics', 'results'),
      ListedVerification: withNulls('startedAt', 'completedAt', 'analytics'),
    },
  },
};

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
  const changes = Object.entries(byOption).map(([option, values]): Changes | undefined => {
    const byValue: Readonly<Record<string, Changes>> = values;
    return byValue[wire[option as WireOption]];
  });
  for (const change of [always, ...changes]) {
    for (const [name, apply] of Object.entries(change ?? {})) shaped[name] = apply(shaped[name] ?? {});
  }
  return shaped;
}

/** An array of one kind of item. */
export function listOf(items: JsonSchema | Reference): JsonSchema {
  return { type: 'array', items };
}

/** An object with one kind of member. */
export function mapOf(additionalProperties: JsonSchema | Reference): JsonSchema {
  return { type: 'object', additionalProperties };
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

/** Gives a property another name. */
function renaming(name: string, other: string): Change {
  return ({ properties = {}, required = [], ...schema }) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key === name ? other : key, value]),
    ),
    required: required.map((key) => (key === name ? other : key)),
  });
}

/** Keeps these properties only, and requires them. */
function exactly(...names: readonly string[]): Change {
  return (schema) => {
    const others = Object.keys(schema.properties ?? {}).filter((name) => !names.includes(name));
    return both(without(...others), requiring(...names))(schema);
  };
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
