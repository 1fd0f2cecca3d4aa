/** Kinds of failure. The client has one error class for each. */
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

/** One error code of the service. */
export interface ErrorCodeRow {
  /** HTTP status of the response. */
  readonly status: number;
  /** Status under the wire option `sendErrorStatus: 'semantic'`, if it differs. */
  readonly semanticStatus?: number;
  /** The client's error class. */
  readonly family: ErrorFamily;
  /** `doc`: documented. `inferred`: documented without a status. `own`: added because no documented code fits. */
  readonly source: 'doc' | 'inferred' | 'own';
  /**
   * Whether the same request can succeed another time. `never`: not without a change. `later`: once something else has
   * happened, for example once a batch is done, so a client does not retry by itself. `after-wait`: after the time that
   * the service asks for. `if-safe`: if a second request does no harm.
   */
  readonly retry: 'never' | 'later' | 'after-wait' | 'if-safe';
}

/** The document has these codes of a send, and no statuses. */
const sendRefused = { status: 400, family: 'send', source: 'inferred', retry: 'never' } as const;

const table = {
  UNAUTHORIZED: { status: 401, family: 'authentication', source: 'doc', retry: 'never' },
  KEY_REVOKED: { status: 401, family: 'authentication', source: 'doc', retry: 'never' },
  KEY_EXPIRED: { status: 401, family: 'authentication', source: 'doc', retry: 'never' },
  VALIDATION_ERROR: { status: 400, family: 'validation', source: 'doc', retry: 'never' },
  INVALID_EMAIL: { status: 400, family: 'validation', source: 'doc', retry: 'never' },
  INVALID_CUSTOM_FIELD: { status: 400, family: 'validation', source: 'doc', retry: 'never' },
  BATCH_TOO_LARGE: { status: 400, family: 'validation', source: 'doc', retry: 'never' },
  ATTACHMENT_TOO_LARGE: {
    status: 400,
    semanticStatus: 413,
    family: 'validation',
    source: 'doc',
    retry: 'never',
  },
  INVALID_CONTENT_TYPE: { status: 400, family: 'validation', source: 'doc', retry: 'never' },
  UPLOAD_NOT_COMPLETE: { status: 400, family: 'upload', source: 'doc', retry: 'later' },
  UPLOAD_EXPIRED: { status: 400, family: 'upload', source: 'doc', retry: 'never' },
  FILE_SIZE_MISMATCH: { status: 400, family: 'upload', source: 'doc', retry: 'never' },
  UPLOAD_NOT_FOUND: { status: 404, family: 'not-found', source: 'doc', retry: 'never' },
  INSUFFICIENT_CREDITS: { status: 402, family: 'insufficient-credits', source: 'doc', retry: 'never' },
  NOT_FOUND: { status: 404, family: 'not-found', source: 'doc', retry: 'never' },
  LIST_NOT_FOUND: { status: 404, family: 'not-found', source: 'doc', retry: 'never' },
  CONTACT_NOT_FOUND: { status: 404, family: 'not-found', source: 'doc', retry: 'never' },
  CONTACT_ALREADY_EXISTS: { status: 409, family: 'conflict', source: 'doc', retry: 'never' },
  ALREADY_SUPPRESSED: { status: 409, family: 'conflict', source: 'doc', retry: 'never' },
  TOO_MANY_BATCHES: { status: 429, family: 'too-many-batches', source: 'doc', retry: 'later' },
  DNS_VERIFICATION_FAILED: { ...sendRefused, semanticStatus: 403 },
  DOMAIN_VALIDATION_FAILED: { ...sendRefused, semanticStatus: 403 },
  FROM_DOMAIN_MISMATCH: { ...sendRefused, semanticStatus: 403 },
  TEMPLATE_NOT_FOUND: { ...sendRefused, semanticStatus: 404 },
  TEMPLATE_RENDER_ERROR: { ...sendRefused, semanticStatus: 422 },
  ATTACHMENT_NOT_FOUND: { ...sendRefused, semanticStatus: 404 },
  EMAIL_TOO_LARGE: { ...sendRefused, semanticStatus: 413 },
  SPAM_SCORE_TOO_HIGH: { ...sendRefused, semanticStatus: 422 },
  RECIPIENT_SUPPRESSED: { ...sendRefused, semanticStatus: 409 },
  RATE_LIMIT_EXCEEDED: { status: 429, family: 'rate-limit', source: 'own', retry: 'after-wait' },
  IDEMPOTENCY_CONFLICT: { status: 409, family: 'conflict', source: 'own', retry: 'never' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, family: 'conflict', source: 'own', retry: 'after-wait' },
  METHOD_NOT_ALLOWED: { status: 405, family: 'other', source: 'own', retry: 'never' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, family: 'other', source: 'own', retry: 'never' },
  PAYLOAD_TOO_LARGE: { status: 413, family: 'other', source: 'own', retry: 'never' },
  INTERNAL_ERROR: { status: 500, family: 'server', source: 'own', retry: 'if-safe' },
  SERVICE_UNAVAILABLE: { status: 503, family: 'server', source: 'own', retry: 'if-safe' },
} as const satisfies Record<string, ErrorCodeRow>;

/** A known error code of the service. */
export type ErrorCode = keyof typeof table;

/** The codes of some families. */
export type ErrorCodeOf<Family extends ErrorFamily> = {
  [Code in ErrorCode]: (typeof table)[Code]['family'] extends Family ? Code : never;
}[ErrorCode];

/** Every error code with its HTTP status and its family. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = table;

/** When the service returns each error code. An app's bundle contains these texts only if the app uses them. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'The API key is missing or unknown.',
  KEY_REVOKED: 'The API key was revoked.',
  KEY_EXPIRED: 'The API key has expired.',
  VALIDATION_ERROR: 'A parameter is missing or invalid.',
  INVALID_EMAIL: 'The address to verify is not an email address.',
  INVALID_CUSTOM_FIELD: 'A custom field is unknown to the list, or its value does not fit its type.',
  BATCH_TOO_LARGE: 'A verification batch holds more than 1,000 addresses.',
  ATTACHMENT_TOO_LARGE: 'A file is larger than attachments may be.',
  INVALID_CONTENT_TYPE: 'Attachments may not have this MIME type.',
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
  SPAM_SCORE_TOO_HIGH: 'The content was classified as spam.',
  RECIPIENT_SUPPRESSED: 'A recipient is on the suppression list.',
  RATE_LIMIT_EXCEEDED: 'The API key made more requests than its rate window allows.',
  IDEMPOTENCY_CONFLICT: 'The idempotency key was used for another email.',
  IDEMPOTENCY_IN_PROGRESS: 'An earlier send with this idempotency key is still running.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not declared as JSON.',
  PAYLOAD_TOO_LARGE: 'The body is larger than the service accepts.',
  INTERNAL_ERROR: 'The service failed.',
  SERVICE_UNAVAILABLE: 'The service cannot answer right now.',
};

/**
 * Whether `code` is one of the known codes.
 *
 * @param code A code of a response.
 */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

/** Details of an error in one or more fields. */
export interface FieldErrorDetails {
  /** Path of the first wrong field, for example `to[1]` or `customFields.plan`. */
  readonly field?: string;
  /** Value of the field, cut to 256 characters. */
  readonly value?: unknown;
  /** The mistake, as a word for programs. */
  readonly reason?: string;
  /** All wrong fields. */
  readonly errors?: readonly {
    /** Path of the field, for example `to[1]`. */
    readonly field: string;
    /** What is wrong with it. */
    readonly message: string;
  }[];
}

/** Shape of `error.details` for the codes that promise one. Every other code has `FieldErrorDetails`. */
export interface ErrorDetailsByCode {
  /** Of a send to suppressed recipients. */
  readonly RECIPIENT_SUPPRESSED: FieldErrorDetails & {
    /** All suppressed recipients of the send, as they were given. */
    readonly suppressed: readonly string[];
  };
  /** Of a send whose template lacks variables. */
  readonly TEMPLATE_RENDER_ERROR: FieldErrorDetails & {
    /** The first 100 variables of the template without a value in `variables`, each at most 256 characters. */
    readonly missing: readonly string[];
  };
  /** Of a send whose idempotency key was used for another email. */
  readonly IDEMPOTENCY_CONFLICT: FieldErrorDetails & {
    /** Names of the fields that differ, without their values. A deployment may leave them out. */
    readonly fields?: readonly string[];
  };
  /** Of a verification that costs more credits than are left. */
  readonly INSUFFICIENT_CREDITS: {
    /** Credits that the call would have cost. */
    readonly required: number;
    /** Credits left. */
    readonly available: number;
  };
  /** Of a send with an attachment that cannot be used. */
  readonly ATTACHMENT_NOT_FOUND: FieldErrorDetails & {
    /** Why it cannot be used. */
    readonly reason: 'not_found' | 'not_confirmed' | 'expired';
  };
  /** Of a send that is too large. */
  readonly EMAIL_TOO_LARGE: FieldErrorDetails & {
    /** Present if the attachments together are too large, not the content. */
    readonly limit?: 'attachments_total';
  };
  /** Of a file that is too large. */
  readonly ATTACHMENT_TOO_LARGE: FieldErrorDetails & {
    /** The limit that was exceeded, in bytes. */
    readonly limit: number;
  };
}

/** Shape of `error.details` for a code. */
export type ErrorDetails<Code extends string = ErrorCode> = Code extends keyof ErrorDetailsByCode
  ? ErrorDetailsByCode[Code]
  : FieldErrorDetails;
