const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const mebibyte = 1_048_576;

/** The limits of the service: durations in milliseconds, sizes in bytes, lengths in code points. */
export interface Limits {
  /** Requests that one API key may make in one rate window, over all endpoints together. */
  readonly requestsPerWindow: number;
  /** Length of the rate window, counted from the key's first request in it (A24). */
  readonly rateWindow: number;
  /** Items on a page without a `limit`. */
  readonly defaultPageSize: number;
  /** Largest `limit` of a list. */
  readonly maxPageSize: number;
  /** Longest subject of an email. */
  readonly subjectLength: number;
  /** Longest idempotency key. */
  readonly idempotencyKeyLength: number;
  /** How long an idempotency key is remembered after its send was accepted. */
  readonly idempotencyLifetime: number;
  /** Attachments on one email. */
  readonly attachmentsPerEmail: number;
  /** Sum of the sizes of all attachments of one email. */
  readonly attachmentsTotalBytes: number;
  /** Subject, html, text and custom headers of one email, together (A58). */
  readonly emailBytes: number;
  /** One attachment on an email, regardless of the size that its upload declared. */
  readonly attachmentOnEmailBytes: number;
  /** Declared size of a regular attachment (A69). */
  readonly attachmentBytes: number;
  /** Declared size of an inline image. */
  readonly inlineAttachmentBytes: number;
  /** Bytes of one PUT to an upload URL. */
  readonly uploadBytes: number;
  /** How long a presigned upload URL works. */
  readonly uploadLifetime: number;
  /** How long an attachment is usable after its upload was confirmed. */
  readonly attachmentLifetime: number;
  /** Longest filename of an attachment. */
  readonly filenameLength: number;
  /** Longest name of a contact list. */
  readonly listNameLength: number;
  /** Longest description of a contact list. */
  readonly listDescriptionLength: number;
  /** Longest `source` of a contact (A91). */
  readonly contactSourceLength: number;
  /** Addresses in one verification batch. */
  readonly batchSize: number;
  /** Batches of one domain and environment that may run at once. */
  readonly concurrentBatches: number;
  /** How long the result of a verification is reused at no cost. */
  readonly verificationLifetime: number;
  /** Bytes of a request body (A14). */
  readonly bodyBytes: number;
}

/** The documented limits. */
export const limits: Limits = Object.freeze({
  requestsPerWindow: 100,
  rateWindow: minute,
  defaultPageSize: 20,
  maxPageSize: 100,
  subjectLength: 998,
  idempotencyKeyLength: 256,
  idempotencyLifetime: day,
  attachmentsPerEmail: 10,
  attachmentsTotalBytes: 25 * mebibyte,
  emailBytes: 10 * mebibyte,
  attachmentOnEmailBytes: 10 * mebibyte,
  attachmentBytes: 10 * mebibyte,
  inlineAttachmentBytes: 5 * mebibyte,
  uploadBytes: 40 * mebibyte,
  uploadLifetime: hour,
  attachmentLifetime: 7 * day,
  filenameLength: 255,
  listNameLength: 100,
  listDescriptionLength: 500,
  contactSourceLength: 100,
  batchSize: 1_000,
  concurrentBatches: 5,
  verificationLifetime: day,
  bodyBytes: 20 * mebibyte,
});
