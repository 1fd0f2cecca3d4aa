import type { Content, ContentValue } from './stored-content.ts';

/** What keeps a state beyond the life of its process, for example a database. */
export interface Keeper {
  /** Called whenever the state may be about to change. */
  touched(): void;
  /**
   * Resolves once everything that has happened so far is kept.
   *
   * @throws NotKept if that is impossible; the state is then as it was when it was last kept.
   */
  kept(): Promise<void>;
  /**
   * Puts away content that is too large for memory.
   *
   * @throws NotKept if there is no room for it.
   */
  putAway<T extends ContentValue>(content: T): Content<T>;
}

/** Something cannot be kept, for example because the disk is full. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
  /** Status and code of the answer to the request that wanted it. */
  readonly status = 507;
  readonly code = 'INSUFFICIENT_STORAGE';
}
