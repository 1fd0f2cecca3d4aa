/**
 * Typed client for transactional email, attachments, contact lists and email verification.
 *
 * @packageDocumentation
 */

// The client
export { Mailrig } from './mailrig.ts';
export type { FetchFunction, FetchInit, FetchResponse, MailrigOptions, RequestOptions } from './options.ts';
export type { RawMethod, RawRequest } from './raw.ts';

// Emails
export type {
  AnyTemplates,
  Emails,
  SendContentBase,
  SendEmailBase,
  SendEmailParams,
  SendHtmlAndTextParams,
  SendHtmlParams,
  SendTemplateBase,
  SendTemplateParams,
  SendTextParams,
  SendTypedTemplate,
  SendTypedTemplateAlone,
  SendTypedTemplateParams,
  SendWithoutContent,
} from './emails.ts';
export type { AttachmentParams, EmailAttachment } from './emails/attachable.ts';
export type { ChangesOptions, EmailChanges } from './emails/changes.ts';
export type { EmailMilestone, Milestone, ReachedMilestone } from './emails/milestones.ts';
export type { LiveSendResult, SendResult, TestSendResult } from './emails/send-result.ts';
export type { WaitForEmailOptions } from './emails/wait-for-email.ts';
export type { Email, EmailStats, EmailStatus, ListEmailsQuery, Open, PageQuery } from '@mailrig/contract';

export { type EmailAddress, formatAddress, type NamedAddress, parseAddress } from './addresses.ts';

// Attachments
export type { Attachments, PutOptions, UploadedAttachment, UploadOptions } from './attachments.ts';
export type { FileSource } from './attachments/file-source.ts';
export type { UploadProgress } from './attachments/measured.ts';
export type {
  Attachment,
  AttachmentStatus,
  CreateUploadBody as CreateUploadParams,
  Upload,
} from '@mailrig/contract';

// Contact lists and contacts
export type { ContactList, ContactLists } from './contact-lists.ts';
export type {
  Contact,
  ContactPage,
  Contacts,
  CreateContactBase,
  CreateContactParams,
  UpdateContactParams,
} from './contacts.ts';
export type {
  AnyCustomFields,
  CustomFieldUpdates,
  CustomFieldValues,
  DefaultedKey,
  NewCustomFields,
} from './custom-fields.ts';
export type {
  ConsentType,
  ContactListStats,
  ContactStatus,
  CreateContactListBody as CreateContactListParams,
  CustomFieldDefinition,
  CustomFieldType,
  CustomFieldValue,
  ListContactsQuery,
  SuppressionReason,
  UpdateContactListBody as UpdateContactListParams,
} from '@mailrig/contract';

// Verification
export type { EmailVerification } from './verification.ts';
export type { VerificationAnalytics } from './verification/analytics.ts';
export type {
  Verification,
  VerificationBatch,
  VerificationFindings,
  VerifiedBatch,
} from './verification/records.ts';
export type { VerifyManyOptions } from './verification/verify-many.ts';
export type { WaitOptions } from './verification/wait-for-batch.ts';
export type {
  AddressDetails,
  AddressResult,
  AddressStatus,
  ListVerificationsQuery,
  VerificationGroups,
  VerificationResult,
  VerificationStats,
  VerificationStatus,
  VerificationType,
} from '@mailrig/contract';

// Runs
export type { ImportedContact, ImportManyOptions } from './contacts/import-many.ts';
export type { Journal } from './runs/journal.ts';
export type { ItemFailure, ItemResult, ItemSuccess, Run, RunOptions } from './runs/run.ts';
export type { RunSource } from './runs/sources.ts';
export type { RunSummary } from './runs/summary.ts';
export type { VerifyManySummary } from './verification/batch-tally.ts';

// What methods return
export type { APIPromise, Settled, WithResponse } from './api-promise.ts';
export type { Item, Page } from './page.ts';
export type { PagePromise, ToArrayOptions } from './page-promise.ts';
export type { RateLimit } from './rate-limit.ts';
export { parseTimestamp } from '@mailrig/contract';

// Hooks, logging, tracing and throttling
export type {
  CallEvent,
  FailureEvent,
  Hooks,
  LostEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from './hooks.ts';
export type { Logger, LogLevel } from './logger.ts';
export type { AttemptTrace, CallTrace, TracedRequest, Tracing } from './tracing.ts';
export type { ServiceClock } from './service-clock.ts';
export type { EndTurn, Priority, Throttle, ThrottleOptions, ThrottleState, TurnRequest } from './throttle.ts';

// Errors
export {
  APIError,
  type APIErrorFacts,
  AuthenticationError,
  ConflictError,
  InsufficientCreditsError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  SendError,
  ServerError,
  TooManyBatchesError,
  UploadError,
  ValidationError,
} from './errors/api-errors.ts';
export {
  AbortError,
  type ClientErrorFacts,
  ConnectionError,
  InvalidResponseError,
  type InvalidResponseFacts,
  TimeoutError,
  EmailEndedError,
  VerificationFailedError,
} from './errors/client-errors.ts';
export { type APIErrorOf, isAPIError, isMailrigError } from './errors/guards.ts';
export {
  type APIErrorCode,
  type ClientErrorCode,
  MailrigError,
  type MailrigErrorCode,
  type MailrigErrorFacts,
  type MailrigErrorJSON,
  type Outcome,
} from './errors/mailrig-error.ts';
export {
  type ErrorCode,
  type ErrorCodeOf,
  errorCodes,
  type ErrorDetails,
  type ErrorDetailsByCode,
  type FieldError,
  type FieldErrorDetails,
} from '@mailrig/contract';
