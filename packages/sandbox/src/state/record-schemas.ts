import {
  type AddressDetails,
  addressResults,
  check,
  consentTypes,
  type ContactCustomFields,
  contactStatuses,
  type CustomFieldDefinition,
  emailStatuses,
  operations,
  type Shape,
  suppressionReasons,
  verificationStatuses,
  verificationTypes,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import { latestTime } from '../kernel/clock.ts';
import * as records from './records.ts';

/** Whole numbers, from 0 on. */
export const count = z.int().check(z.gte(0));

/** A moment that the clock can show. Milliseconds since 1970-01-01T00:00:00Z. */
export const moment = z.number().check(z.gte(-latestTime), z.lte(latestTime));

/** The farthest that a `Date` reaches: what is planned may lie beyond where the clock can go. */
const latestDate = 8_640_000_000_000_000;

/** A moment that was planned. Milliseconds since 1970-01-01T00:00:00Z. */
export const planned = z.number().check(z.gte(-latestTime), z.lte(latestDate));

/** What tells a record from others: never empty. */
export const id = z.string().check(z.minLength(1, { error: 'must not be empty' }));

/** Text that can stand in a header of an answer. */
const headerText = z
  .string()
  .check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must fit into a header' }));

/** `live` or `test`. */
export const environment = z.enum(records.environments, { error: 'must be live or test' });
const texts = z.array(z.string());

// A record of zod skips `__proto__`, which JSON can hold like any other name.
const textByName = z.custom<Readonly<Record<string, string>>>(
  (value) => membersAre(value, (member) => typeof member === 'string'),
  { error: 'must be an object of strings' },
);
const fieldValues = z.custom<ContactCustomFields>(
  (value) => membersAre(value, (member) => ['string', 'number', 'boolean'].includes(typeof member)),
  { error: 'must be an object of strings, numbers, true and false' },
);

function membersAre(value: unknown, holds: (member: unknown) => boolean): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(holds)
  );
}

/** The schemas of the records of every table in their saved form, by the table's name. */
export function recordSchemas() {
  return {
    accounts: account(),
    keys: key(),
    templates: template(),
    messages: message(),
    idempotentSends: idempotentSend(),
    attachments: attachment(),
    contactLists: contactList(),
    contacts: contact(),
    suppressions: suppression(),
    verifications: verification(),
    verifiedAddresses: verifiedAddress(),
    verificationOverrides: verificationOverride(),
    creditEntries: creditEntry(),
    rateWindows: rateWindow(),
    faults: fault(),
  };
}

/** The schema of an entry of the request journal. */
export function journalEntry() {
  return z.strictObject({
    sequence: count,
    at: moment,
    requestId: z.string(),
    accountId: z.exactOptional(z.string()),
    operation: z.exactOptional(z.string()),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: textByName,
    body: z.optional(z.unknown()),
    status: z.exactOptional(count),
    code: z.exactOptional(z.string()),
    fault: z.exactOptional(z.string()),
    durationMs: z.number(),
    clientFault: z.exactOptional(z.literal('credentials-on-upload')),
  } satisfies Shape<records.JournalEntry>);
}

function account() {
  const domain = z.strictObject({ name: id, dnsVerified: z.boolean(), active: z.boolean() } satisfies Shape<
    records.Account['domain']
  >);
  return z.strictObject({ id, userId: id, domain, credits: count } satisfies Shape<records.Account>);
}

function key() {
  return z.strictObject({
    key: id,
    accountId: id,
    environment,
    revoked: z.boolean(),
    expiresAt: z.exactOptional(planned),
  } satisfies Shape<records.ApiKey>);
}

function template() {
  return z.strictObject({
    accountId: id,
    id,
    subject: z.exactOptional(z.string()),
    html: z.exactOptional(z.string()),
    text: z.exactOptional(z.string()),
  } satisfies Shape<records.Template>);
}

function message() {
  const event = z.strictObject({
    type: z.enum(['queued', ...records.emailEventTypes]),
    at: moment,
    url: z.exactOptional(z.string()),
  } satisfies Shape<records.MessageEvent>);
  return z.strictObject({
    id,
    messageId: id,
    accountId: id,
    environment,
    from: z.string(),
    fromKey: z.string(),
    to: texts,
    toKeys: texts,
    cc: texts,
    bcc: texts,
    replyTo: z.exactOptional(z.string()),
    subject: z.string(),
    html: z.exactOptional(z.string()),
    text: z.exactOptional(z.string()),
    headers: textByName,
    templateId: z.exactOptional(z.string()),
    attachmentIds: texts,
    status: z.enum(emailStatuses),
    createdAt: moment,
    sentAt: z.exactOptional(moment),
    deliveredAt: z.exactOptional(moment),
    openedAt: z.exactOptional(moment),
    clickedAt: z.exactOptional(moment),
    timeline: z.array(event),
  } satisfies Shape<records.Message>);
}

function idempotentSend() {
  return z.strictObject({
    id,
    body: z.unknown(),
    messageId: id,
    acceptedAt: moment,
  } satisfies Shape<records.IdempotentSend>);
}

const base64 = z
  .string()
  .check(
    z.refine((text) => text.length % 4 === 0 && /^[\w+/]*={0,2}$/.test(text), { error: 'must be base64' }),
  );

/** Bytes are saved as base64. */
type SavedAttachment = Omit<records.AttachmentRecord, 'bytes'> & { readonly bytes?: string };

function attachment() {
  return z.strictObject({
    id,
    accountId: id,
    filename: z.string(),
    contentType: headerText,
    size: count,
    inline: z.boolean(),
    contentId: z.exactOptional(z.string()),
    urlToken: id,
    uploadToken: id,
    bytes: z.exactOptional(base64),
    createdAt: moment,
    confirmedAt: z.exactOptional(moment),
  } satisfies Shape<SavedAttachment>);
}

function contactList() {
  return z.strictObject({
    id,
    accountId: id,
    name: z.string(),
    description: z.exactOptional(z.string()),
    customFields: z.custom<readonly CustomFieldDefinition[]>(
      (customFields) =>
        customFields !== undefined && check(operations.updateContactList.body, { customFields }).ok,
      { error: 'must be definitions that the API takes' },
    ),
    createdAt: moment,
    updatedAt: moment,
  } satisfies Shape<records.ContactListRecord>);
}

function contact() {
  return z.strictObject({
    id,
    accountId: id,
    listId: id,
    email: z.string(),
    addressKey: z.string(),
    firstName: z.exactOptional(z.string()),
    lastName: z.exactOptional(z.string()),
    phoneNumber: z.exactOptional(z.string()),
    customFields: fieldValues,
    status: z.enum(contactStatuses),
    suppressionReason: z.exactOptional(z.enum(suppressionReasons)),
    source: z.string(),
    subscriptionToken: z.string(),
    createdAt: moment,
    updatedAt: moment,
    unsubscribedAt: z.exactOptional(moment),
    consentType: z.exactOptional(z.enum(consentTypes)),
    consentSource: z.exactOptional(z.string()),
    consentTimestamp: z.exactOptional(planned),
    consentIpAddress: z.exactOptional(z.string()),
  } satisfies Shape<records.ContactRecord>);
}

function suppression() {
  return z.strictObject({
    accountId: id,
    key: z.string(),
    email: z.string(),
    reason: z.string(),
    createdAt: moment,
  } satisfies Shape<records.Suppression>);
}

const addressDetails = {
  isDisposable: z.boolean(),
  isFreeProvider: z.boolean(),
  isRoleAccount: z.boolean(),
} satisfies Shape<AddressDetails>;

const risk = z.int().check(z.gte(0), z.lte(100));

function finding() {
  return z.strictObject({
    result: z.enum(addressResults),
    reason: z.string(),
    riskScore: risk,
    details: z.strictObject(addressDetails),
  } satisfies Shape<records.AddressFinding>);
}

function verification() {
  const turn = z.strictObject({
    entry: count,
    sameAs: z.exactOptional(count),
  } satisfies Shape<records.VerificationTurn>);
  const plan = z.strictObject({
    startsAt: planned,
    turnLength: z.number().check(z.gte(0), z.lte(latestDate)),
    failingTurn: z.exactOptional(count),
  } satisfies Shape<records.BatchPlan>);
  const tally = z.strictObject({ valid: count, invalid: count, risky: count, unknown: count });
  return z.strictObject({
    id,
    accountId: id,
    environment,
    type: z.enum(verificationTypes),
    status: z.enum(verificationStatuses),
    emails: texts,
    findings: z.array(z.nullable(finding())),
    queue: z.array(turn),
    turns: count,
    plan: z.exactOptional(plan),
    creditsDeducted: count,
    tally: z.exactOptional(tally),
    createdAt: moment,
    startedAt: z.exactOptional(moment),
    completedAt: z.exactOptional(moment),
  } satisfies Shape<records.VerificationRecord>);
}

function verifiedAddress() {
  return z.strictObject({
    accountId: id,
    environment,
    key: z.string(),
    finding: finding(),
    cachedUntil: planned,
  } satisfies Shape<records.VerifiedAddress>);
}

function verificationOverride() {
  return z.strictObject({
    accountId: id,
    key: z.string(),
    email: z.string(),
    result: z.enum(addressResults),
    reason: z.exactOptional(z.string()),
    riskScore: z.exactOptional(risk),
    details: z.exactOptional(
      z.strictObject({
        isDisposable: z.exactOptional(z.boolean()),
        isFreeProvider: z.exactOptional(z.boolean()),
        isRoleAccount: z.exactOptional(z.boolean()),
      }),
    ),
  } satisfies Shape<records.VerificationOverride>);
}

function creditEntry() {
  return z.strictObject({
    accountId: id,
    position: count,
    at: moment,
    change: z.int(),
    balance: count,
    reason: z.enum(['opening', 'verification', 'set']),
    verificationId: z.exactOptional(z.string()),
  } satisfies Shape<records.CreditEntry>);
}

function rateWindow() {
  return z.strictObject({ key: z.string(), startedAt: moment, count } satisfies Shape<records.RateWindow>);
}

/** What a fault does is for the control plane to check, which knows what goes together. */
function fault() {
  return z.strictObject({
    id,
    accountId: z.exactOptional(id),
    operation: z.exactOptional(z.string()),
    skip: count,
    times: z.exactOptional(z.int().check(z.gte(1))),
    phase: z.enum(['before', 'after']),
    effect: z.custom<records.FaultEffect>((effect) => typeof effect === 'object' && effect !== null),
  } satisfies Shape<records.FaultRule>);
}
