/**
 * What the Mailrig client and the Mailrig sandbox agree on: the operations of the service, the
 * shapes of what goes in and comes out, its error codes and its limits.
 *
 * @packageDocumentation
 */
export { type Address, asciiDomain, parseAddress, parseMailbox } from './addresses.ts';
export type { Decision } from './decision.ts';
export {
  type Email,
  type EmailList,
  type EmailStatus,
  emailStatuses,
  type ListEmailsQuery,
  type LiveSendReceipt,
  type SendEmailBody,
  type SendReceipt,
  type TestSendReceipt,
} from './emails.ts';
export type { ErrorEnvelope, ResponseMeta, SuccessEnvelope } from './envelope.ts';
export {
  type ErrorCode,
  type ErrorCodeRow,
  errorCodes,
  type ErrorDetails,
  type ErrorDetailsByCode,
  type ErrorFamily,
  type FieldErrorDetails,
  isErrorCode,
} from './errors.ts';
export type { Open } from './fields.ts';
export { check, type Checked, type FieldError, fieldPath } from './issues.ts';
export { type Limits, limits } from './limits.ts';
export { commonErrors, type Operation, type PathParameter, type Resource, type RetryRule } from './operation.ts';
export {
  apiPrefix,
  type OperationInput,
  type OperationName,
  type OperationPayload,
  operations,
} from './operations.ts';
export { integerParameters, type PageQuery, type Pagination } from './pagination.ts';
export { formatTimestamp, isDateOnly, parseTimestamp } from './timestamps.ts';
