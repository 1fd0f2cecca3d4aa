import {
  addressResults,
  check,
  consentTypes,
  contactProfile,
  contactStatuses,
  type CustomFieldDefinition,
  emailStatuses,
  operations,
  suppressionReasons,
  verificationStatuses,
  verificationTypes,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import type { Content } from './stored-content.ts';
import { faultRule, metFault } from './fault-rule.ts';
import {
  base64,
  chosenId,
  count,
  environment,
  fieldValues,
  headerText,
  id,
  line,
  mailHeaders,
  moment,
  planned,
  timeSpan,
} from './fields.ts';
import { emailEventTypes } from './plans.ts';

/**
 * The records of every table. Each is stated once, as the schema that checks saved states; its type is inferred. Times
 * are milliseconds since 1970-01-01T00:00:00Z. Only the code that loads a saved state imports more than the types:
 * making the schemas takes milliseconds.
 */
type RecordOf<Schema extends z.ZodMiniType> = Immutable<z.output<Schema>>;

/** A domain with everything that belongs to it. */
export type Account = RecordOf<typeof account>;

const account = z.strictObject({
  /** Also the `domainId` of its records. */
  id,
  userId: id,
  domain: z.strictObject({ name: id, dnsVerified: z.boolean(), active: z.boolean() }),
  /** Credits left for verification. */
  credits: count,
});

export type ApiKey = RecordOf<typeof apiKey>;

const apiKey = z.strictObject({
  key: id,
  accountId: id,
  environment,
  revoked: z.boolean(),
  expiresAt: z.exactOptional(planned),
});

export type Template = RecordOf<typeof template>;

const template = z.strictObject({
  accountId: id,
  id: chosenId,
  subject: z.exactOptional(z.string()),
  html: z.exactOptional(z.string()),
  text: z.exactOptional(z.string()),
});

/** An event of an accepted email. */
export type EmailEventType = (typeof emailEventTypes)[number];

/** A past event of an email. */
export type EmailEvent = RecordOf<typeof emailEvent>;

const emailEvent = z.strictObject({
  type: z.enum(emailEventTypes),
  at: moment,
  /** The link that was followed. */
  url: z.exactOptional(z.string()),
});

/** A planned event of an email. */
export type PlannedStep = RecordOf<typeof plannedStep>;

const plannedStep = z.strictObject({
  type: z.enum(emailEventTypes),
  /** Milliseconds after the email was accepted. */
  after: timeSpan,
});

/** A captured message, live or simulated: what the sandbox has of an email. Its status follows from its plan. */
export type MessageRecord = Omit<RecordOf<typeof message>, 'html' | 'text'> & {
  readonly html?: Content<string>;
  readonly text?: Content<string>;
};

const message = z.strictObject({
  id,
  messageId: id,
  accountId: id,
  environment,
  from: line,
  /** Comparison key of the sender's address. */
  fromKey: line,
  to: z.array(line),
  /** Comparison keys of the `to` addresses, each once. */
  toKeys: z.array(line),
  cc: z.array(line),
  bcc: z.array(line),
  replyTo: z.exactOptional(line),
  subject: z.string(),
  html: z.exactOptional(z.string()),
  text: z.exactOptional(z.string()),
  headers: mailHeaders,
  templateId: z.exactOptional(z.string()),
  attachmentIds: z.array(z.string()),
  /** Absent without one. */
  idempotencyKey: z.exactOptional(z.string()),
  /** How many requests with its key there were: those that failed before it, its own, and those since. */
  attempts: z.exactOptional(count),
  /** Which of these requests was accepted, from 1. */
  acceptedAttempt: z.exactOptional(count),
  /** The faults that the requests of this email met; absent without one. */
  faults: z.exactOptional(z.array(metFault)),
  createdAt: moment,
  /** The status before the first step of the plan; `statusOf` computes the current one. */
  status: z.enum(emailStatuses),
  /** Events up to the last change by the control plane; empty without one. */
  past: z.array(emailEvent),
  /** The planned events, including those that have happened since. Emails with the same plan share it. */
  plan: z.array(plannedStep),
});

/** The part of an accepted email that is in the response to its send. */
export type Receipt = RecordOf<typeof receipt>;

const receipt = z.strictObject({
  id,
  messageId: id,
  environment,
  to: z.array(line),
  cc: z.array(line),
  bcc: z.array(line),
  createdAt: moment,
});

/** What is stored for an idempotency key: the accepted send, even if the email is gone (A128), or the failed ones. */
export type IdempotentSend = RecordOf<typeof idempotentSend>;

const idempotentSend = z.strictObject({
  /** Account, environment and key: the scope of A43. */
  id: chosenId,
  accountId: id,
  /** The fingerprint of each field of the body, without its attachments. */
  fingerprints: z.record(z.string(), z.string()),
  /** Absent without attachments. */
  attachmentIds: z.exactOptional(z.array(z.string())),
  /** Absent before an email is accepted. */
  receipt: z.exactOptional(receipt),
  /** The requests that failed before an email was accepted; absent from then on. */
  failed: z.exactOptional(
    z.strictObject({ count, since: moment, faults: z.exactOptional(z.array(metFault)) }),
  ),
});

/** A file for emails. Its status follows from its times: see `attachmentStatus`. */
export type AttachmentRecord = Omit<RecordOf<typeof attachment>, 'bytes'> & {
  /** The bytes of the latest upload; stored once, however many emails refer to them. */
  readonly bytes?: Content<Uint8Array>;
};

const attachment = z.strictObject({
  id,
  accountId: id,
  filename: z.string(),
  contentType: headerText,
  /** Declared size in bytes. */
  size: count,
  inline: z.boolean(),
  contentId: z.exactOptional(line),
  /** Token of the presigned URL. */
  urlToken: id,
  /** A second name under which it can be confirmed (A77). */
  uploadToken: id,
  /** Saved as base64. */
  bytes: z.exactOptional(base64),
  createdAt: moment,
  confirmedAt: z.exactOptional(moment),
});

export type ContactListRecord = RecordOf<typeof contactList>;

const contactList = z.strictObject({
  id,
  accountId: id,
  name: z.string(),
  description: z.exactOptional(z.string()),
  customFields: z.custom<readonly CustomFieldDefinition[]>(
    (customFields) =>
      customFields !== undefined && check(operations.updateContactList.body, { customFields }).ok,
    { error: 'must be definitions that the API accepts' },
  ),
  createdAt: moment,
  updatedAt: moment,
});

export type ContactRecord = RecordOf<typeof contact>;

const contact = z.strictObject({
  id,
  accountId: id,
  listId: id,
  email: line,
  /** Comparison key of the address. */
  addressKey: line,
  ...contactProfile(),
  consentType: z.exactOptional(z.enum(consentTypes)),
  consentTimestamp: z.exactOptional(planned),
  /** Every value ever set and not cleared, even if the list no longer defines its field (A88). */
  customFields: fieldValues,
  status: z.enum(contactStatuses),
  suppressionReason: z.exactOptional(z.enum(suppressionReasons)),
  source: z.string(),
  subscriptionToken: z.string(),
  /** Also when it subscribed (A91). */
  createdAt: moment,
  updatedAt: moment,
  unsubscribedAt: z.exactOptional(moment),
});

/** An address to which no email of the domain is sent. */
export type Suppression = RecordOf<typeof suppression>;

const suppression = z.strictObject({
  accountId: id,
  /** Comparison key of the address. */
  key: line,
  email: line,
  reason: z.string(),
  createdAt: moment,
  /** How many sends were refused because of it; absent without one. */
  refusedSends: z.exactOptional(count),
});

const riskScore = z.int().check(z.gte(0), z.lte(100));

/** The result of verifying one address. */
export type AddressFinding = RecordOf<typeof addressFinding>;

const addressFinding = z.strictObject({
  result: z.enum(addressResults),
  /** Why, in words. */
  reason: z.string(),
  /** 0 to 100. */
  riskScore,
  details: z.strictObject({
    isDisposable: z.boolean(),
    isFreeProvider: z.boolean(),
    isRoleAccount: z.boolean(),
  }),
});

/** An address of a batch that was not cached when the batch was submitted. */
export type VerificationTurn = RecordOf<typeof verificationTurn>;

const verificationTurn = z.strictObject({
  /** Index of the address in the batch. */
  entry: count,
  /** Index of the same address earlier in the batch; both share one result (A101). */
  sameAs: z.exactOptional(count),
});

/** When the steps of a batch happen; fixed when it is submitted. */
export type BatchPlan = RecordOf<typeof batchPlan>;

const batchPlan = z.strictObject({
  startsAt: planned,
  turnLength: timeSpan,
  /** The turn, counted from 0, at whose end the batch fails (A108). */
  failingTurn: z.exactOptional(count),
});

/** A verification of one address or of a batch. */
export type VerificationRecord = RecordOf<typeof verification>;

const verification = z.strictObject({
  id,
  accountId: id,
  environment,
  type: z.enum(verificationTypes),
  status: z.enum(verificationStatuses),
  /** Every address in the order of submission, trimmed but otherwise as given. */
  emails: z.array(line),
  /** The result of each address; `null` before its turn. */
  findings: z.array(z.nullable(addressFinding)),
  /** The addresses that were not cached, in the order of their turns. */
  queue: z.array(verificationTurn),
  /** Turns that are over. */
  turns: count,
  /** Absent if all results were known at once. */
  plan: z.exactOptional(batchPlan),
  creditsDeducted: count,
  /** Addresses by result; present exactly when it is completed. */
  tally: z.exactOptional(z.strictObject({ valid: count, invalid: count, risky: count, unknown: count })),
  createdAt: moment,
  startedAt: z.exactOptional(moment),
  completedAt: z.exactOptional(moment),
});

/** The latest result for an address. The statistics count it, and while it is cached it costs nothing. */
export type VerifiedAddress = RecordOf<typeof verifiedAddress>;

const verifiedAddress = z.strictObject({
  accountId: id,
  environment,
  /** Comparison key of the address. */
  key: line,
  finding: addressFinding,
  /** From this time on, the address is verified again (A99). */
  cachedUntil: planned,
});

/** A result that the control plane set for an address: it overrides the rules (A97). */
export type VerificationOverride = RecordOf<typeof verificationOverride>;

const verificationOverride = z.strictObject({
  accountId: id,
  /** Comparison key of the address. */
  key: line,
  email: line,
  result: z.enum(addressResults),
  reason: z.exactOptional(z.string()),
  riskScore: z.exactOptional(riskScore),
  details: z.exactOptional(
    z.strictObject({
      isDisposable: z.exactOptional(z.boolean()),
      isFreeProvider: z.exactOptional(z.boolean()),
      isRoleAccount: z.exactOptional(z.boolean()),
    }),
  ),
});

/** Why the credits of an account changed. */
export type CreditReason = 'opening' | 'verification' | 'set';

/** One change of the credits of an account. */
export type CreditEntry = RecordOf<typeof creditEntry>;

const creditEntry = z.strictObject({
  accountId: id,
  /** Number of earlier entries of the account. */
  position: count,
  at: moment,
  /** Credits added; negative if credits were taken. */
  change: z.int(),
  /** Credits left after it. */
  balance: count,
  reason: z.enum(['opening', 'verification', 'set'] satisfies CreditReason[]),
  /** The verification that was paid for. */
  verificationId: z.exactOptional(z.string()),
});

/** The requests of one API key in the current rate window. */
export type RateWindow = RecordOf<typeof rateWindow>;

const rateWindow = z.strictObject({ key: z.string(), startedAt: moment, count });

/** The schemas of the saved records, by the name of their table. */
export const recordSchemas = {
  accounts: account,
  keys: apiKey,
  templates: template,
  messages: message,
  idempotentSends: idempotentSend,
  attachments: attachment,
  contactLists: contactList,
  contacts: contact,
  suppressions: suppression,
  verifications: verification,
  verifiedAddresses: verifiedAddress,
  verificationOverrides: verificationOverride,
  creditEntries: creditEntry,
  rateWindows: rateWindow,
  faults: faultRule,
};

/** A value as records hold it: read-only at any depth. */
type Immutable<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Immutable<T[Name]> }
      : T;

/** Joins several parts into one key. */
export function scoped(first: string, ...further: readonly string[]): string {
  let key = first;
  for (const part of further) key += `\n${part}`;
  return key;
}
