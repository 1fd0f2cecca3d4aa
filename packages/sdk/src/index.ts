/**
 * Typed client for transactional email, attachments, contact lists and email verification.
 *
 * @packageDocumentation
 */

// The client
export { Mailrig } from './mailrig.ts';
export type { FetchFunction, FetchInit, FetchResponse, MailrigOptions } from './options/options.ts';
export type { RequestOptions } from './options/request-options.ts';
export type { RawMethod, RawRequest } from './endpoints/raw.ts';

// Emails
export type * from './resources/emails.ts';
export type { AttachmentParams, EmailAttachment } from './files/attachable.ts';
export type { ChangesOptions, EmailChanges } from './follow/changes.ts';
export type { EmailMilestone, Milestone, ReachedMilestone } from './follow/milestones.ts';
export type { LiveSendResult, SendResult, TestSendResult } from './endpoints/send.ts';
export type { WaitForEmailOptions } from './follow/wait-for-email.ts';
export type { Email, EmailStats, EmailStatus, ListEmailsQuery, PageQuery } from '@mailrig/contract';

export { type EmailAddress, formatAddress, type NamedAddress, parseAddress } from './endpoints/addresses.ts';

// Attachments
export type { Attachments } from './resources/attachments.ts';
export type { PutOptions, UploadedAttachment, UploadOptions } from './files/upload.ts';
export type { FileSource } from './files/file-source.ts';
export type { UploadProgress } from './files/measured.ts';
export type {
  Attachment,
  AttachmentStatus,
  CreateUploadBody as CreateUploadParams,
  Upload,
} from '@mailrig/contract';

// Contact lists and contacts
export type { ContactList } from './endpoints/contact-lists.ts';
export type { ContactLists } from './resources/contact-lists.ts';
export type {
  Contact,
  ContactPage,
  CreateContactBase,
  CreateContactParams,
  UpdateContactParams,
} from './endpoints/contacts.ts';
export type { Contacts } from './resources/contacts.ts';
export type * from './endpoints/custom-fields.ts';
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
export type { EmailVerification } from './resources/verification.ts';
export type {
  Verification,
  VerificationAnalytics,
  VerificationBatch,
  VerificationFindings,
  VerifiedBatch,
} from './endpoints/verification.ts';
export type { VerifyManyOptions } from './runs/verify-many/verify-many.ts';
export type { WaitOptions } from './runs/verify-many/wait-for-batch.ts';
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
export type { ImportedContact, ImportManyOptions } from './runs/import-many.ts';
export type { Journal } from './runs/journals/journal.ts';
export type { ItemFailure, ItemResult, ItemSuccess } from './runs/item-result.ts';
export type { Run } from './runs/run.ts';
export type { RunOptions } from './runs/run-options.ts';
export type { RunSource } from './runs/sources.ts';
export type { RunSummary } from './errors/run-summary.ts';
export type { VerifyManySummary } from './runs/tally.ts';

// What methods return
export type { APIPromise, Settled, WithResponse } from './results/api-promise.ts';
export type { Item, Page } from './endpoints/page.ts';
export type { PagePromise, ToArrayOptions } from './results/page-promise.ts';
export type { RateLimit } from './runtime/rate-limit.ts';
export { parseTimestamp } from '@mailrig/contract';

// Hooks, logging, tracing and throttling
export type * from './options/hooks.ts';
export type { Logger, LogLevel } from './options/logger.ts';
export type { AttemptTrace, CallTrace, TracedRequest, Tracing } from './options/tracing.ts';
export type { Clock, WaitReason } from './runtime/time.ts';
export type {
  EndTurn,
  Priority,
  Throttle,
  ThrottleOptions,
  ThrottleState,
  TurnRequest,
} from './options/throttle.ts';

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
} from './errors/client-errors.ts';
export { VerificationFailedError } from './endpoints/verification-failed.ts';
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
  errorMeanings,
  type FieldError,
  type FieldErrorDetails,
} from '@mailrig/contract';
