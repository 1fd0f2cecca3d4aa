import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Content, ContentValue } from './stored-content.ts';

/** Persists the state, for example in a database. */
export interface Keeper {
  /** Identifies the file on this machine: its device and its number there. */
  readonly fileId: string;
  /**
   * Resolves when everything that has happened so far is written.
   *
   * @throws NotKept if the write fails; the state is then that of the last successful write.
   */
  kept(): Promise<void>;
  /** Writes content that is too large for memory. Throws a `NotKept` if the disk has no room for it. */
  putAway<T extends ContentValue>(content: T): Content<T>;
  /** A copy of the file as it is now, which can be opened like the original. */
  backup(): Promise<ReadableStream<Uint8Array>>;
}

/** A write has failed, for example because the disk is full. */
export class NotKept extends SandboxRefusal {
  override readonly name = 'NotKept';
  readonly status = 507;
  readonly code = 'INSUFFICIENT_STORAGE';
}
