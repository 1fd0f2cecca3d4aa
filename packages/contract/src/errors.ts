/** Kinds of failure; the client has one error class for each. */
export type ErrorFamily =
  | 'authentication'
  | 'validation'
  | 'not-found'
  | 'conflict'
  | 'insufficient-credits'
  | 'rate-limit'
  | 'too-many-batches'
  | 'send'
  | 'upload'
  | 'server'
  | 'other';

/** What programs go by for one error code of the service. */
export interface ErrorRule {
  /** HTTP status it is answered with. */
  readonly status: number;
  /** Status under the wire option `sendErrorStatus: 'semantic'`, where it differs (decision A60). */
  readonly semanticStatus?: number;
  readonly family: ErrorFamily;
  /** `doc`: in api.md. `inferred`: in api.md, its status is not. `own`: made up because no documented code fits. */
  readonly source: 'doc' | 'inferred' | 'own';
  /** Whether the same request may be repeated by a program. */
  readonly retry: 'never' | 'after-wait' | 'if-safe';
}

/** One error code of the service. */
export interface ErrorCodeRow extends ErrorRule {
  /** When it is answered. */
  readonly meaning: string;
}

const table = {
  UNAUTHORIZED: row(401, 'authentication', 'doc'),
  KEY_REVOKED: row(401, 'authentication', 'doc'),
  KEY_EXPIRED: row(401, 'authentication', 'doc'),
  VALIDATION_ERROR: row(400, 'validation', 'doc'),
  INVALID_EMAIL: row(400, 'validation', 'doc'),
  INVALID_CUSTOM_FIELD: row(400, 'validation', 'doc'),
  BATCH_TOO_LARGE: row(400, 'validation', 'doc'),
  ATTACHMENT_TOO_LARGE: {
    ...row(400, 'validation', 'doc'),
    semanticStatus: 413,
  },
  INVALID_CONTENT_TYPE: row(400, 'validation', 'doc'),
  UPLOAD_NOT_COMPLETE: row(400, 'upload', 'doc'),
  UPLOAD_EXPIRED: row(400, 'upload', 'doc'),
  FILE_SIZE_MISMATCH: row(400, 'upload', 'doc'),
  UPLOAD_NOT_FOUND: row(404, 'not-found', 'doc'),
  INSUFFICIENT_CREDITS: row(402, 'insufficient-credits', 'doc'),
  NOT_FOUND: row(404, 'not-found', 'doc'),
  LIST_NOT_FOUND: row(404, 'not-found', 'doc'),
  CONTACT_NOT_FOUND: row(404, 'not-found', 'doc'),
  CONTACT_ALREADY_EXISTS: row(409, 'conflict', 'doc'),
  ALREADY_SUPPRESSED: row(409, 'conflict', 'doc'),
  TOO_MANY_BATCHES: row(429, 'too-many-batches', 'doc'),
  DNS_VERIFICATION_FAILED: send(403),
  DOMAIN_VALIDATION_FAILED: send(403),
  FROM_DOMAIN_MISMATCH: send(403),
  TEMPLATE_NOT_FOUND: send(404),
  TEMPLATE_RENDER_ERROR: send(422),
  ATTACHMENT_NOT_FOUND: send(404),
  EMAIL_TOO_LARGE: send(413),
  SPAM_SCORE_TOO_HIGH: send(422),
  RECIPIENT_SUPPRESSED: send(409),
  RATE_LIMIT_EXCEEDED: row(429, 'rate-limit', 'own', 'after-wait'),
  IDEMPOTENCY_CONFLICT: row(409, 'conflict', 'own'),
  IDEMPOTENCY_IN_PROGRESS: row(409, 'conflict', 'own', 'after-wait'),
  METHOD_NOT_ALLOWED: row(405, 'other', 'own'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'other', 'own'),
  PAYLOAD_TOO_LARGE: row(413, 'other', 'own'),
  INTERNAL_ERROR: row(500, 'server', 'own', 'if-safe'),
  SERVICE_UNAVAILABLE: row(503, 'server', 'own', 'if-safe'),
} satisfies Record<string, ErrorRule>;

/** A code that the service is known to answer with. */
export type ErrorCode = keyof typeof table;

const meanings: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'The API key is missing or unknown.',
  KEY_REVOKED: 'The API key was revoked.',
  KEY_EXPIRED: 'The API key has expired.',
  VALIDATION_ERROR: 'A parameter is missing or invalid.',
  INVALID_EMAIL: 'The address to verify is not an email address.',
  INVALID_CUSTOM_FIELD: 'A custom field is unknown to the list, or its value does not fit its type.',
  BATCH_TOO_LARGE: 'A verification batch holds more than 1,000 addresses.',
  ATTACHMENT_TOO_LARGE: 'A file is larger than attachments may be.',
  INVALID_CONTENT_TYPE: 'The MIME type is not supported for attachments.',
  UPLOAD_NOT_COMPLETE: 'The file has not been uploaded yet.',
  UPLOAD_EXPIRED: 'The upload URL has expired.',
  FILE_SIZE_MISMATCH: 'The uploaded file has another size than was declared.',
  UPLOAD_NOT_FOUND: 'There is no such upload.',
  INSUFFICIENT_CREDITS: 'The credits do not cover the verification.',
  NOT_FOUND: 'There is no such list, verification or endpoint.',
  LIST_NOT_FOUND: 'There is no such contact list.',
  CONTACT_NOT_FOUND: 'There is no such contact in the list.',
  CONTACT_ALREADY_EXISTS: 'The list already holds a contact with this address.',
  ALREADY_SUPPRESSED: 'The contact is already suppressed.',
  TOO_MANY_BATCHES: 'Five verification batches are already running.',
  DNS_VERIFICATION_FAILED: "The domain's DNS records are not verified.",
  DOMAIN_VALIDATION_FAILED: 'The domain is not active or not verified.',
  FROM_DOMAIN_MISMATCH: "The sender is not on the key's verified domain.",
  TEMPLATE_NOT_FOUND: 'There is no such template.',
  TEMPLATE_RENDER_ERROR: 'A variable of the template could not be filled in.',
  ATTACHMENT_NOT_FOUND: 'An attachment does not exist, is not confirmed, or has expired.',
  EMAIL_TOO_LARGE: 'The email is larger than 10 MB, or its attachments than 25 MB.',
  SPAM_SCORE_TOO_HIGH: 'The content was taken for spam.',
  RECIPIENT_SUPPRESSED: 'A recipient is on the suppression list.',
  RATE_LIMIT_EXCEEDED: 'The API key made more requests than its rate window allows.',
  IDEMPOTENCY_CONFLICT: 'The idempotency key was used for another email.',
  IDEMPOTENCY_IN_PROGRESS: 'An earlier send with this idempotency key is still running.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not declared as JSON.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the service reads.',
  INTERNAL_ERROR: 'The service failed.',
  SERVICE_UNAVAILABLE: 'The service cannot answer right now.',
};

/** Every error code without its words, which clients do not read: its HTTP status and its family (api.md §7). */
export const errorRules: Readonly<Record<ErrorCode, ErrorRule>> = table;

/** Every error code: its HTTP status, its family, and when it is answered (api.md §7). */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = /* @__PURE__ */ withMeanings();

/** Whether `code` is one of the known codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorRules, code);
}

/** Details of an error about one or more fields (decision A21). */
export interface FieldErrorDetails {
  /** Path of the first field that is wrong, for example `to[1]` or `customFields.plan`. */
  readonly field?: string;
  /** The value found there, cut to 256 characters. */
  readonly value?: unknown;
  /** What is wrong, as a word for programs. */
  readonly reason?: string;
  /** All fields that are wrong. */
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Shape of `error.details` for the codes that promise one; every other code has `FieldErrorDetails`. */
export interface ErrorDetailsByCode {
  readonly RECIPIENT_SUPPRESSED: FieldErrorDetails & {
    /** All recipients of the send that are suppressed, as they were given. */
    readonly suppressed: readonly string[];
  };
  readonly TEMPLATE_RENDER_ERROR: FieldErrorDetails & {
    /** Variables that the template names and `variables` does not fill. */
    readonly missing: readonly string[];
  };
  readonly INSUFFICIENT_CREDITS: {
    /** Credits the call would have cost. */
    readonly required: number;
    /** Credits left. */
    readonly available: number;
  };
  readonly ATTACHMENT_NOT_FOUND: FieldErrorDetails & {
    readonly reason: 'not_found' | 'not_confirmed' | 'expired';
  };
  readonly EMAIL_TOO_LARGE: FieldErrorDetails & {
    /** Present where the attachments together are too large, rather than the content (decision A58). */
    readonly limit?: 'attachments_total';
  };
  readonly ATTACHMENT_TOO_LARGE: FieldErrorDetails & {
    /** The limit that was exceeded, in bytes. */
    readonly limit: number;
  };
}

/** Shape of `error.details` for a code. */
export type ErrorDetails<Code extends string = ErrorCode> = Code extends keyof ErrorDetailsByCode
  ? ErrorDetailsByCode[Code]
  : FieldErrorDetails;

function row(
  status: number,
  family: ErrorFamily,
  source: ErrorRule['source'],
  retry: ErrorRule['retry'] = 'never',
): ErrorRule {
  return { status, family, source, retry };
}

function send(semanticStatus: number): ErrorRule {
  return { ...row(400, 'send', 'inferred'), semanticStatus };
}

function withMeanings(): Readonly<Record<ErrorCode, ErrorCodeRow>> {
  const rows = Object.entries<ErrorRule>(table).map(([code, rule]) => [
    code,
    { ...rule, meaning: meanings[code as ErrorCode] },
  ]);
  return Object.fromEntries(rows) as Record<ErrorCode, ErrorCodeRow>;
}
