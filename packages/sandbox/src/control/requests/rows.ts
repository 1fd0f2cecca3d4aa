import { formatTimestamp } from '@mailrig/contract';
import type { JournalEntry } from '../../service/state/journal-entry.ts';
import { redactKeys } from '../../service/wire/redact.ts';

/** A request in one line. */
export interface RequestRow extends Pick<
  JournalEntry,
  'requestId' | 'accountId' | 'operation' | 'method' | 'status' | 'code' | 'field' | 'fault' | 'durationMs'
> {
  /** The first 200 characters of the path and the query. */
  readonly target: string;
  /** Number of fields that the service ignored (A122). */
  readonly ignoredFieldCount: number;
  /** When it was answered. ISO 8601. */
  readonly at: string;
}

/** A request in one line. */
export function requestRow(entry: JournalEntry): RequestRow {
  const { requestId, accountId, operation, method, path, query, status, code, field, fault } = entry;
  return {
    requestId,
    at: formatTimestamp(entry.at),
    ...(accountId !== undefined && { accountId }),
    ...(operation !== undefined && { operation }),
    method,
    target: `${path}${query}`.slice(0, 200),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(field !== undefined && { field: redactKeys(field) }),
    ...(fault !== undefined && { fault }),
    ignoredFieldCount: entry.ignoredFields?.length ?? 0,
    durationMs: entry.durationMs,
  };
}

/** Requests that were refused for the same reason. */
export interface RefusalGroup {
  readonly operation?: string;
  /** Error code of the answers. */
  readonly code: string;
  /** The field at fault, if all of them named the same one. */
  readonly field?: string;
  readonly count: number;
}

/** Counts refusals by their reason. */
export class RefusalTally {
  readonly #groups = new Map<string, RefusalGroup>();

  add({ operation, code, field }: JournalEntry): void {
    if (code === undefined) return;
    const key = JSON.stringify([operation, code, field]);
    this.#groups.set(key, {
      ...(operation !== undefined && { operation }),
      code,
      ...(field !== undefined && { field: redactKeys(field) }),
      count: (this.#groups.get(key)?.count ?? 0) + 1,
    });
  }

  /** The most frequent reasons first, at most 10. */
  get groups(): readonly RefusalGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count).slice(0, 10);
  }
}
