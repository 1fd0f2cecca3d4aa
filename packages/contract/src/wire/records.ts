import type { Attachment, Upload } from '../resources/attachments.ts';
import type { ContactList } from '../resources/contact-lists.ts';
import type { Contact } from '../resources/contacts.ts';
import type { CustomFieldDefinition } from '../resources/custom-fields.ts';
import type { Email } from '../resources/emails.ts';
import type { WireOption, WireOptions } from './wire-options.ts';
import { isObject } from '../checking/objects.ts';
import type { Sign } from './form.ts';

const listed = ['startedAt', 'completedAt', 'analytics'] as const;
const inReceipts = ['verificationId', 'results', 'analytics'] as const;
const inDefinitions = nullable<Pick<CustomFieldDefinition, 'defaultValue' | 'options'>>({
  defaultValue: true,
  options: true,
});

/** The fields without a value that the document names for each record: left out, or `null` (A16, A121). */
export const optionalFields = {
  Email: nullable<Email>({
    cc: true,
    bcc: true,
    messageId: false,
    templateId: true,
    sentAt: true,
    deliveredAt: true,
    openedAt: true,
    clickedAt: true,
  }),
  Upload: nullable<Upload>({ contentId: true, uploadToken: false }),
  Attachment: nullable<Attachment>({
    filename: false,
    contentType: false,
    size: false,
    contentId: true,
    createdAt: false,
    expiresAt: false,
  }),
  CustomFieldRules: inDefinitions,
  CustomFieldDefinition: inDefinitions,
  ContactList: nullable<ContactList>({
    description: true,
    contactCount: false,
    activeContacts: false,
    suppressedContacts: false,
  }),
  Contact: nullable<Contact>({
    domainId: false,
    contactListId: false,
    firstName: true,
    lastName: true,
    phoneNumber: true,
    source: false,
    subscriptionToken: false,
    subscribedAt: false,
    unsubscribedAt: true,
    consentType: true,
    consentSource: true,
    consentTimestamp: true,
    consentIpAddress: true,
  }),
  PendingBatchReceipt: inReceipts,
  CompletedBatchReceipt: inReceipts,
  Verification: [...listed, 'results'],
  ListedVerification: listed,
  LiveSendReceipt: [],
  VerificationResult: [],
  VerificationAnalytics: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Names of fields that may be `null`. If an optional field of the record is missing here, this does not compile.
 *
 * @param fields Whether each optional field is `null`, or else left out, if it has no value.
 */
function nullable<T>(fields: Readonly<Record<OptionalField<T>, boolean>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name as OptionalField<T>]);
}

type OptionalField<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? K & string : never }[keyof T];

/** A record that responses show, by the name of its schema. */
export type RecordName = keyof typeof optionalFields;

/** One value of a wire option whose values differ only in the fields of one record. */
export interface FieldForm extends Sign {
  /** The record whose fields it chooses. */
  readonly record: RecordName;
  /** The fields that the record has, of those that some other value leaves out. */
  readonly has: readonly string[];
  /** Those that it lacks. */
  readonly lacks: readonly string[];
}

const receipt = ['id', 'status', 'createdAt'];
const totals = ['totalContacts', 'activeContacts', 'suppressedContacts'];
const rich = ['result', 'isValid', 'reason', 'riskScore', 'cached', 'details'];
const clean = ['cleanCount', 'dirtyCount', 'unknownCount', 'cleanPercentage'];
const valid = ['valid', 'invalid', 'risky', 'unknown'];

/** The options that only choose fields. Responses show their values by the fields whose types are named. */
export const fieldForms = {
  sendResult: choosing(
    'LiveSendReceipt',
    'the response to a send has',
    { id: 'string', skipped: 'boolean' },
    { full: [...receipt, 'skipped'], minimal: ['skipped'], reference: receipt },
  ),
  uploadToken: choosing(
    'Upload',
    'a new upload has',
    { uploadUrl: 'string', uploadToken: 'string' },
    { absent: ['uploadUrl'], present: ['uploadUrl', 'uploadToken'] },
  ),
  listCounters: choosing(
    'ContactList',
    'contact lists have',
    { totalContacts: 'number', contactCount: 'number' },
    { both: [...totals, 'contactCount'], totals, contactCount: ['contactCount'] },
  ),
  verification: choosing(
    'VerificationResult',
    'the result has',
    { status: 'string', result: 'string' },
    { full: ['status', ...rich], minimal: ['status'], rich },
  ),
  verificationId: identified('Verification', 'a verification has'),
  listedVerificationId: identified('ListedVerification', 'a listed verification has'),
  batchImmediate: choosing(
    'CompletedBatchReceipt',
    'a batch that completes at once has',
    { verificationId: 'string' },
    { 'without-id': [], 'with-id': ['verificationId'] },
  ),
  analytics: choosing(
    'VerificationAnalytics',
    'analytics have',
    { cleanCount: 'number', valid: 'number' },
    { both: [...clean, ...valid], clean, valid },
  ),
} satisfies { readonly [Option in WireOption]?: Readonly<Record<WireOptions[Option], FieldForm>> };

/** Of the two names of its id, a record has one. */
function identified(record: RecordName, subject: string) {
  return choosing(
    record,
    subject,
    { id: 'string', verificationId: 'string' },
    { id: ['id'], verificationId: ['verificationId'] },
  );
}

function choosing<Value extends string>(
  record: RecordName,
  subject: string,
  marks: Readonly<Record<string, 'string' | 'number' | 'boolean'>>,
  fields: Readonly<Record<Value, readonly string[]>>,
): Readonly<Record<Value, FieldForm>> {
  const lists: [string, readonly string[]][] = Object.entries(fields);
  const known = [...new Set(lists.flatMap(([, has]) => has))];
  const types = Object.entries(marks);
  const forms = lists.map(([value, has]): [string, FieldForm] => {
    // Backticks sort before letters: what it has comes first.
    const shown = types.map(([mark]) => `${has.includes(mark) ? '' : 'no '}\`${mark}\``).toSorted();
    return [
      value,
      {
        record,
        has,
        lacks: known.filter((field) => !has.includes(field)),
        words: `${subject} ${shown.join(' and ')}`,
        takes: (part) =>
          isObject(part) &&
          types.every(
            ([mark, type]) => typeof (part[mark] ?? undefined) === (has.includes(mark) ? type : 'undefined'),
          ),
      },
    ];
  });
  return Object.fromEntries(forms) as Record<Value, FieldForm>;
}

/** The options that choose fields of each record. */
const choosersOf = Map.groupBy(
  Object.entries<Readonly<Record<string, FieldForm>>>(fieldForms).flatMap(([option, forms]) =>
    [...new Set(Object.values(forms).map(({ record }) => record))].map((record) => {
      return { record, option: option as WireOption, forms };
    }),
  ),
  ({ record }) => record,
);

/**
 * A record with the fields that the wire options choose for it, and `null` for what has no value if they require it.
 *
 * @param record Members that are `undefined` are absent.
 * @param name Name of the record.
 */
export function writeRecord(name: RecordName, record: object, wire: WireOptions): object {
  const choosers = choosersOf.get(name) ?? [];
  const lacks = choosers.flatMap(({ option, forms }) => forms[wire[option]]?.lacks ?? []);
  const nullable = wire.nulls === 'explicit' ? optionalFields[name] : [];
  if (lacks.length + nullable.length === 0) return record;
  const chosen: Record<string, unknown> = { ...record };
  for (const field of lacks) chosen[field] = undefined;
  if (nullable.length === 0) return chosen;
  // What is `null` comes last.
  const written: Record<string, unknown> = {};
  for (const field of Object.keys(chosen)) if (chosen[field] !== undefined) written[field] = chosen[field];
  for (const field of nullable) written[field] ??= null;
  return written;
}
