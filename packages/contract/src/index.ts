/**
 * The contract between the Mailrig client and the Mailrig sandbox: the operations of the service, the shapes
 * of requests and responses, error codes and limits. `export *` stands for files whose exports are all public.
 *
 * @packageDocumentation
 */
export { type Address, parseAddress, parseMailbox } from './values/addresses.ts';
export { type Environment, environmentOf, environments, keyPattern, keyPrefix } from './values/api-keys.ts';
export { type Attachment, type CreateUploadBody, type Upload } from './resources/attachments.ts';
export { type Calibration, type CalibrationEvidence, calibrationSchema } from './wire/calibration.ts';
export type {
  ContactList,
  ContactListStats,
  CreateContactListBody,
  UpdateContactListBody,
} from './resources/contact-lists.ts';
export {
  type ConsentType,
  consentTypes,
  contactProfile,
  type Contact,
  type ContactCustomFields,
  type ContactPage,
  type CreateContactBody,
  type CustomFieldChanges,
  type ListContactsQuery,
  type SuppressContactBody,
  type UpdateContactBody,
} from './resources/contacts.ts';
export {
  type CustomFieldDefinition,
  type CustomFieldMap,
  customFieldProblem,
  type CustomFieldRules,
  type CustomFieldType,
  customFieldTypes,
  type CustomFieldValue,
} from './resources/custom-fields.ts';
export type { Decision, DecisionPart } from './decisions/decision.ts';
export {
  type Email,
  type EmailList,
  type EmailRecord,
  type EmailStats,
  type EmailStatsRecord,
  isOwnHeader,
  type ListEmailsQuery,
  type LiveSendReceipt,
  type SendEmailBody,
  type SendReceipt,
  type TestSendReceipt,
} from './resources/emails.ts';
export {
  type ErrorEnvelope,
  errorCodeIn,
  payloadOf,
  type ResponseMeta,
  type SuccessEnvelope,
} from './operations/envelope.ts';
export * from './operations/errors.ts';
export { asciiDomain } from './values/domains.ts';
export * from './decisions/evidence.ts';
export { address, addressMessage, describedKeywords, oneOf } from './values/fields.ts';
export { check, type Checked, type FieldError, fieldPath, type InvalidField } from './checking/issues.ts';
export { type Limits, limits } from './values/limits.ts';
export { commonErrors, errorsOf } from './operations/descriptions.ts';
export type { Endpoints, Operation, Resource, RetryRule } from './operations/operation.ts';
export { type Observation, withObservations } from './decisions/observation.ts';
export * from './operations.ts';
export {
  integerParameters,
  type PageQuery,
  pageQuerySchema,
  type Pagination,
} from './resources/pagination.ts';
export { attachmentOperations } from './operations/attachments.ts';
export { contactListOperations } from './operations/contact-lists.ts';
export { contactOperations } from './operations/contacts.ts';
export { emailOperations } from './operations/emails.ts';
export { verificationOperations } from './operations/verification.ts';
export { fillPath, matchPath, type PathParameter } from './operations/paths.ts';
export { percentage } from './values/percentage.ts';
export type { Shape } from './types/shape.ts';
export * from './resources/statuses.ts';
export { formatTimestamp, isDateOnly, parseTimestamp } from './values/timestamps.ts';
export {
  type AddressDetails,
  type CreateVerificationBatchBody,
  invalidEmail,
  invalidEmails,
  type ListVerificationsQuery,
  type Verification,
  type VerificationAnalytics,
  type VerificationBatchReceipt,
  type VerificationGroups,
  type VerificationPage,
  type VerificationResult,
  type VerificationStats,
  type VerifyEmailBody,
} from './resources/verification.ts';
export * from './wire/wire-options.ts';
export { confirmResult, readAttachment, readUpload } from './wire/attachments.ts';
export * from './wire/contacts.ts';
export { emailContainer, readEmail, readReceipt } from './wire/emails.ts';
export { type Fields, fieldsOf, isObject, textAt } from './checking/objects.ts';
export type { Form, Forms, Sign } from './wire/form.ts';
export {
  findItems,
  findPagination,
  hasNeighbours,
  type ListName,
  lists,
  readPage,
  type Wrapped,
  wrapPage,
} from './wire/pages.ts';
export { type FieldForm, fieldForms, optionalFields, type RecordName, writeRecord } from './wire/records.ts';
export { signs } from './wire/signs.ts';
export * from './wire/verification.ts';
