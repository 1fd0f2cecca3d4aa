/** Body of an API answer. A success has `data`, a refusal `error`. */
export interface Envelope {
  readonly success: boolean;
  readonly data: Data;
  readonly error: { readonly code: string; readonly message: string; readonly details: Details };
  readonly meta: { readonly timestamp: string; readonly requestId: string; readonly path: string };
  readonly pagination: Pagination;
}

export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  readonly hasNext?: boolean;
  readonly hasPrev?: boolean;
}

/** The fields of `data` that tests read directly. Larger payloads have their own types next to their requests. */
export interface Data extends Email {
  readonly skipped: boolean;
  readonly sandbox: boolean;
  readonly message: string;
  readonly recipients: readonly string[];
  readonly emails: readonly Email[];
  readonly pagination: Pagination;
}

export interface Email {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[] | null;
  readonly bcc?: readonly string[] | null;
  readonly subject: string;
  readonly status: string;
  readonly messageId: string;
  readonly templateId?: string | null;
  readonly createdAt: string;
  readonly sentAt?: string | null;
  readonly deliveredAt?: string | null;
  readonly openedAt?: string | null;
  readonly clickedAt?: string | null;
}

export interface Details {
  readonly fields: readonly string[];
  readonly field?: string;
  readonly value?: unknown;
  readonly reason?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly suppressed?: readonly string[];
  readonly missing?: readonly string[];
  readonly limit?: unknown;
}
