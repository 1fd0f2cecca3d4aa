import type { Shape } from '@mailrig/contract';
import * as z from 'zod/mini';
import { count, moment, textByName } from './fields.ts';

/** One request, as the journal keeps it. */
export interface JournalEntry {
  readonly sequence: number;
  readonly at: number;
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly method: string;
  /** As it came; keys are redacted. */
  readonly path: string;
  /** As it came, with its `?`; keys are redacted. */
  readonly query: string;
  /** Lower-case names; keys are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; absent if there was none, it was not read, or it is over 64 KiB. */
  readonly body?: unknown;
  /** Fields of the body that the service does not know, at most 100; absent if there are none (A122). */
  readonly ignoredFields?: readonly string[];
  /** Status of the answer; absent if a fault broke the connection before there was one. */
  readonly status?: number;
  /** Error code of the answer. */
  readonly code?: string;
  /** Id of the fault that the request met. */
  readonly fault?: string;
  /** Real milliseconds that the answer took. */
  readonly durationMs: number;
  /** A mistake of the caller: it sent its API key to the upload URL. */
  readonly clientFault?: 'credentials-on-upload';
}

/** The schema of a saved {@link JournalEntry}. */
export const journalEntry = z.strictObject({
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
  ignoredFields: z.exactOptional(z.array(z.string())),
  status: z.exactOptional(count),
  code: z.exactOptional(z.string()),
  fault: z.exactOptional(z.string()),
  durationMs: z.number(),
  clientFault: z.exactOptional(z.literal('credentials-on-upload')),
} satisfies Shape<JournalEntry>);
