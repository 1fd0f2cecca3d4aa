import type { Shape } from '@mailrig/contract';
import * as z from 'zod/mini';
import { type FaultRule, faultRule } from './fault-rule.ts';
import { count, moment, textByName } from './fields.ts';

/** A response in the request log. */
export interface LoggedResponse {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as it was sent, at most 16,384 characters; keys and upload tokens are redacted. Absent if
   * there was none or it was not text.
   */
  readonly body?: string;
  /** Whether `body` is only the beginning of it. */
  readonly isCut?: true;
}

/** Facts about a request that the sandbox collects while it handles it. */
export interface RequestFacts {
  /** The account whose key it had; absent if no key was accepted. */
  readonly accountId?: string;
  /** Name of the operation, for example `sendEmail`; absent if the path has none. */
  readonly operation?: string;
  /** The JSON body; absent if there was none, it was not JSON, it is over 64 KiB, or the request was refused before it was read. */
  readonly body?: unknown;
  /** The idempotency key of a send, from its body or a header; absent if it has none or was refused before it was read. */
  readonly idempotencyKey?: string;
  /** Which request with its key it is, from 1; absent if it has none, or its email is gone. */
  readonly attempt?: number;
  /** Fields of the query and the body that the service ignored (A122), at most 100; absent if there were none. */
  readonly ignoredFields?: readonly string[];
  /** Status of the response; absent if a fault broke the connection before there was one. */
  readonly status?: number;
  /** Error code of the response. */
  readonly code?: string;
  /** The first field that the response rejects. */
  readonly field?: string;
  /** Id of the message that the request sent, or that an earlier one sent with the same idempotency key. */
  readonly sentId?: string;
  /** Id of the fault that the request met. */
  readonly fault?: string;
  /** The effect of that fault: its rule may be gone. */
  readonly faultMet?: Pick<FaultRule, 'phase' | 'effect'>;
  /** Present if the caller sent its API key to the upload URL by mistake. */
  readonly clientFault?: 'credentials-on-upload';
}

/** A request in the request log. */
export interface LoggedRequest extends RequestFacts {
  /** Number of the request, rising by one. */
  readonly sequence: number;
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number;
  /** Its id (`req_…`), which the response has as well. */
  readonly requestId: string;
  /** HTTP method. */
  readonly method: string;
  /** As it came; keys are redacted. */
  readonly path: string;
  /** As it came, with its `?`; keys are redacted. */
  readonly query: string;
  /** Lower-case names; keys are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers and body of the response; absent if a fault broke the connection before there was one. */
  readonly response?: LoggedResponse;
  /** Real milliseconds that the response took. */
  readonly durationMs: number;
}

const loggedResponse = z.strictObject({
  headers: textByName,
  body: z.exactOptional(z.string()),
  isCut: z.exactOptional(z.literal(true)),
} satisfies Shape<LoggedResponse>);

/** The schema of a saved {@link LoggedRequest}. */
export const loggedRequest = z.strictObject({
  sequence: count,
  at: moment,
  requestId: z.string(),
  accountId: z.exactOptional(z.string()),
  operation: z.exactOptional(z.string()),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  headers: textByName,
  body: z.optional(z.unknown()),
  idempotencyKey: z.exactOptional(z.string()),
  attempt: z.exactOptional(count),
  ignoredFields: z.exactOptional(z.array(z.string())),
  status: z.exactOptional(count),
  code: z.exactOptional(z.string()),
  field: z.exactOptional(z.string()),
  sentId: z.exactOptional(z.string()),
  response: z.exactOptional(loggedResponse),
  fault: z.exactOptional(z.string()),
  faultMet: z.exactOptional(z.strictObject({ phase: faultRule.shape.phase, effect: faultRule.shape.effect })),
  durationMs: z.number(),
  clientFault: z.exactOptional(z.literal('credentials-on-upload')),
} satisfies Shape<LoggedRequest>);
