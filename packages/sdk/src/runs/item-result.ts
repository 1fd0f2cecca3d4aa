import type { MailrigError } from '../errors/mailrig-error.ts';

/** An item that is done. */
export interface ItemSuccess<Item, Value> {
  /** The item succeeded. */
  readonly ok: true;
  /** The item, as the source gave it. */
  readonly item: Item;
  /** Its position in the source, from 0. */
  readonly index: number;
  /** The result of the service. */
  readonly value: Value;
  /** Whether there was nothing to do: done before by someone else, or a repeated address of `verifyMany`. */
  readonly skipped: boolean;
  /** Whether an earlier start with the same journal had done it. */
  readonly resumed: boolean;
  /**
   * Whether the client concludes that it is done from what the service lists, without a response to its request.
   * Only for `sendMany`: the list has an email with this sender, these recipients and this subject or template,
   * but it does not show the content.
   */
  readonly inferred: boolean;
}

/** An item that failed. It does not stop the others. */
export interface ItemFailure<Item> {
  /** The item failed; `error` is the reason. */
  readonly ok: false;
  /** The item, as the source gave it. */
  readonly item: Item;
  /** Its position in the source, from 0. */
  readonly index: number;
  /** Why it failed. Names of fields begin with the position of the item: `items[17].to`. */
  readonly error: MailrigError;
}

/** The result of one item. Check `ok` first. */
export type ItemResult<Item, Value> = ItemSuccess<Item, Value> | ItemFailure<Item>;
