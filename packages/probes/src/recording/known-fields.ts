import {
  addressResults,
  addressStatuses,
  attachmentStatuses,
  type Attachment,
  type AddressDetails,
  consentTypes,
  type Contact,
  type ContactList,
  type ContactListStats,
  type ContactPage,
  contactStatuses,
  type CreateContactBody,
  type CreateContactListBody,
  type CreateUploadBody,
  type CreateVerificationBatchBody,
  type CustomFieldDefinition,
  customFieldTypes,
  type Email,
  type EmailList,
  type EmailRecord,
  type EmailStats,
  type EmailStatsRecord,
  emailStatuses,
  type ErrorDetailsByCode,
  type ErrorEnvelope,
  type FieldErrorDetails,
  type ListContactsQuery,
  type ListEmailsQuery,
  type ListVerificationsQuery,
  type LiveSendReceipt,
  type Pagination,
  type ResponseMeta,
  type SendEmailBody,
  type SuccessEnvelope,
  type SuppressContactBody,
  suppressionReasons,
  type TestSendReceipt,
  type UpdateContactBody,
  type Upload,
  type Verification,
  type VerificationAnalytics,
  type VerificationBatchReceipt,
  type VerificationGroups,
  type VerificationPage,
  type VerificationResult,
  type VerificationStats,
  verificationStatuses,
  verificationTypes,
} from '@mailrig/contract';

/**
 * What a field holds, and with that how much of it a recording may show.
 *
 * - `id`: an id, which stays. `reference`: the id of a record, which stays if a service made it up. `messageId`: an id with a domain, of which the domain is replaced.
 * - `word`: a word of a fixed vocabulary. `code`: an error code. `count`: a number. `flag`: true or false.
 * - `time`: a time of the service. `path`, `fieldPath`, `mimeType`: stay if they have their form.
 * - `idempotencyKey`, `fieldKey`, `variable`: names that programs choose. They stay, without addresses and keys in them.
 * - `address`, `text`, `phone`, `ip`, `token`, `uploadUrl`: replaced by placeholders of the same form.
 * - `ownWord`: a word that an application chooses; only the usual ones stay.
 * - `definitions`: custom fields of a list, or values of a contact, by their keys.
 * - `secret`: anything; all of its content is replaced. Fields that are not in the table are secret.
 * - `inside`: an object or an array whose members have their own kinds.
 */
export type FieldKind =
  | 'id'
  | 'reference'
  | 'messageId'
  | 'word'
  | 'ownWord'
  | 'code'
  | 'count'
  | 'flag'
  | 'time'
  | 'path'
  | 'fieldPath'
  | 'mimeType'
  | 'idempotencyKey'
  | 'fieldKey'
  | 'variable'
  | 'address'
  | 'text'
  | 'phone'
  | 'ip'
  | 'token'
  | 'uploadUrl'
  | 'definitions'
  | 'secret'
  | 'inside';

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Every field name of the contract, so that a new field does not compile without a decision about it. */
type ContractField =
  | KeysOf<SendEmailBody | CreateUploadBody | CreateContactListBody | CreateContactBody | UpdateContactBody>
  | KeysOf<SuppressContactBody | CreateVerificationBatchBody | CustomFieldDefinition>
  | KeysOf<ListEmailsQuery | ListContactsQuery | ListVerificationsQuery>
  | KeysOf<
      LiveSendReceipt | TestSendReceipt | Email | EmailList | EmailRecord | EmailStats | EmailStatsRecord
    >
  | KeysOf<Upload | Attachment | ContactList | ContactListStats | Contact | ContactPage>
  | KeysOf<VerificationResult | AddressDetails | VerificationGroups | VerificationAnalytics>
  | KeysOf<VerificationBatchReceipt | Verification | VerificationPage | VerificationStats | Pagination>
  | KeysOf<ErrorDetailsByCode[keyof ErrorDetailsByCode] | FieldErrorDetails | ErrorEnvelope['error']>
  | KeysOf<SuccessEnvelope | ErrorEnvelope | ResponseMeta>;

const table = {
  // The envelope.
  success: 'flag',
  data: 'inside',
  meta: 'inside',
  error: 'inside',
  timestamp: 'time',
  requestId: 'id',
  path: 'path',
  code: 'code',
  message: 'text',
  details: 'inside',
  field: 'fieldPath',
  value: 'secret',
  reason: 'word',
  errors: 'inside',
  suppressed: 'address',
  missing: 'variable',
  available: 'count',

  // Pages.
  page: 'count',
  limit: 'count',
  pagination: 'inside',
  total: 'count',
  totalPages: 'count',
  hasNext: 'flag',
  hasPrev: 'flag',

  // Emails.
  id: 'id',
  messageId: 'messageId',
  from: 'address',
  to: 'address',
  cc: 'address',
  bcc: 'address',
  replyTo: 'address',
  recipients: 'address',
  subject: 'text',
  html: 'text',
  text: 'text',
  templateId: 'id',
  variables: 'secret',
  headers: 'secret',
  attachmentIds: 'reference',
  idempotencyKey: 'idempotencyKey',
  emails: 'address',
  email: 'address',
  status: 'word',
  skipped: 'flag',
  sandbox: 'flag',
  createdAt: 'time',
  updatedAt: 'time',
  sentAt: 'time',
  deliveredAt: 'time',
  openedAt: 'time',
  clickedAt: 'time',
  startDate: 'time',
  endDate: 'time',
  stats: 'inside',
  sent: 'count',
  failed: 'count',
  transactional: 'count',
  marketing: 'count',
  successRate: 'count',

  // Attachments.
  attachmentId: 'id',
  filename: 'text',
  contentType: 'mimeType',
  size: 'count',
  inline: 'flag',
  uploadUrl: 'uploadUrl',
  uploadToken: 'token',
  contentId: 'messageId',
  expiresAt: 'time',

  // Contact lists.
  domainId: 'id',
  userId: 'id',
  name: 'text',
  description: 'text',
  totalContacts: 'count',
  activeContacts: 'count',
  suppressedContacts: 'count',
  unsubscribedContacts: 'count',
  bouncedContacts: 'count',
  complainedContacts: 'count',
  contactCount: 'count',
  tags: 'text',
  customFields: 'definitions',
  key: 'fieldKey',
  label: 'text',
  type: 'word',
  required: 'count',
  defaultValue: 'secret',
  options: 'secret',

  // Contacts.
  contacts: 'inside',
  contactListCustomFields: 'definitions',
  contactListId: 'id',
  firstName: 'text',
  lastName: 'text',
  phoneNumber: 'phone',
  source: 'ownWord',
  subscriptionToken: 'token',
  subscribedAt: 'time',
  unsubscribedAt: 'time',
  consentType: 'word',
  consentSource: 'ownWord',
  consentTimestamp: 'secret',
  consentIpAddress: 'ip',

  // Verification.
  verificationId: 'id',
  items: 'inside',
  totalEmails: 'count',
  processedEmails: 'count',
  progress: 'count',
  creditsDeducted: 'count',
  analytics: 'inside',
  results: 'inside',
  startedAt: 'time',
  completedAt: 'time',
  result: 'word',
  isValid: 'flag',
  riskScore: 'count',
  cached: 'flag',
  isDisposable: 'flag',
  isFreeProvider: 'flag',
  isRoleAccount: 'flag',
  clean: 'address',
  dirty: 'address',
  unknown: 'address',
  cleanCount: 'count',
  dirtyCount: 'count',
  unknownCount: 'count',
  cleanPercentage: 'count',
  valid: 'count',
  invalid: 'count',
  risky: 'count',
  totalVerified: 'count',
  totalValid: 'count',
  totalInvalid: 'count',
  totalUnknown: 'count',
  totalVerifications: 'count',
  validPercentage: 'count',
} as const satisfies Readonly<Record<ContractField, FieldKind>>;

/** Fields that published clients send or read besides those of the contract (A17, A124). */
const published = {
  _id: 'id',
  lists: 'inside',
  includeResults: 'flag',
} as const satisfies Readonly<Record<string, FieldKind>>;

const kinds: Readonly<Record<string, FieldKind>> = { ...table, ...published };

/** What a field holds; `undefined` if the contract does not know it. */
export function kindOf(field: string): FieldKind | undefined {
  return Object.hasOwn(kinds, field) ? kinds[field] : undefined;
}

/** The words of the contract, and those that its document gives as examples. */
export const knownWords: ReadonlySet<string> = new Set([
  ...emailStatuses,
  ...attachmentStatuses,
  ...contactStatuses,
  ...consentTypes,
  ...suppressionReasons,
  ...customFieldTypes,
  ...verificationStatuses,
  ...verificationTypes,
  ...addressStatuses,
  ...addressResults,
  'api',
  'import',
  'form',
  'manual',
  'signup_form',
  'attachments_total',
  'not_found',
  'not_confirmed',
  'expired',
  'invalid_json',
  'body_required',
]);
