const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const mebibyte = 1_048_576;

/** The documented limits. */
export const limits = Object.freeze({
  /** Requests that one API key may make in one rate window, over all endpoints together. */
  requestsPerWindow: 100,
  /** Length of the rate window, counted from the key's first request in it (A24). */
  rateWindow: minute,
  /** Items on a page without a `limit`. */
  defaultPageSize: 20,
  /** Largest `limit` of a list. */
  maxPageSize: 100,
  /** Longest subject of an email. */
  subjectLength: 998,
  /** Longest idempotency key. */
  idempotencyKeyLength: 256,
  /** How long an idempotency key is remembered after its send was accepted. */
  idempotencyLifetime: day,
  /** Attachments on one email. */
  attachmentsPerEmail: 10,
  /** Sum of the sizes of all attachments of one email. */
  attachmentsTotalBytes: 25 * mebibyte,
  /** Subject, html, text and custom headers of one email, together (A58). */
  emailBytes: 10 * mebibyte,
  /** One attachment on an email, whatever size its upload declared. */
  attachmentOnEmailBytes: 10 * mebibyte,
  /** Declared size of a regular attachment (A69). */
  attachmentBytes: 10 * mebibyte,
  /** Declared size of an inline image. */
  inlineAttachmentBytes: 5 * mebibyte,
  /** Bytes of one PUT to an upload URL. */
  uploadBytes: 40 * mebibyte,
  /** How long a presigned upload URL works. */
  uploadLifetime: hour,
  /** How long an attachment is usable after its upload was confirmed. */
  attachmentLifetime: 7 * day,
  /** Longest filename of an attachment. */
  filenameLength: 255,
  /** Longest name of a contact list. */
  listNameLength: 100,
  /** Longest description of a contact list. */
  listDescriptionLength: 500,
  /** Longest `source` of a contact (A91). */
  contactSourceLength: 100,
  /** Addresses in one verification batch. */
  batchSize: 1_000,
  /** Batches of one domain and environment that may run at once. */
  concurrentBatches: 5,
  /** How long the result of a verification is reused at no cost. */
  verificationLifetime: day,
  /** Bytes of a request body (A14). */
  bodyBytes: 20 * mebibyte,
});

/** The limits of the service: durations in milliseconds, sizes in bytes, lengths in code points. */
export type Limits = { readonly [Name in keyof typeof limits]: number };
