import { Observers } from '../tables/observers.ts';
import { Ownership } from '../tables/ordered-map.ts';
import type { TableSchema } from '../tables/rows.ts';
import { type AnyTable, Table } from '../tables/table.ts';
import { attachmentBytes, emailBytes } from './content.ts';
import type { FaultRule } from './fault-rule.ts';
import { planName } from './plans.ts';
import {
  scoped,
  type Account,
  type ApiKey,
  type AttachmentRecord,
  type ContactListRecord,
  type ContactRecord,
  type CreditEntry,
  type IdempotentSend,
  type MessageRecord,
  type RateWindow,
  type Suppression,
  type Template,
  type VerificationOverride,
  type VerificationRecord,
  type VerifiedAddress,
} from './records.ts';

/** The tables of a store: how the records of each kind are found, listed and counted. */
export class Tables {
  /**
   * Called for each look-up and change of a table or of the `wire` options, for each move of the `clock`, for further
   * `requests`, for a replaced `state`, and after every verb of the `control` plane that is not a read. The event log
   * and the entries of the request log are one location, `requestLog`, for which only reads are reported.
   */
  readonly observers = new Observers();
  /** The right to change the nodes of the tables in place; a snapshot renews it. */
  protected readonly ownership = new Ownership();

  readonly accounts = this.#table({ name: 'accounts', id: (account: Account) => account.id });

  readonly keys = this.#table({
    name: 'keys',
    id: (key: ApiKey) => key.key,
    groups: { account: (key) => [key.accountId] },
  });

  readonly templates = this.#table({
    name: 'templates',
    id: (template: Template) => scoped(template.accountId, template.id),
    groups: { account: (template) => [template.accountId] },
  });

  readonly messages = this.#table({
    name: 'messages',
    id: (message: MessageRecord) => message.id,
    time: (message) => message.createdAt,
    groups: {
      account: (message) => [message.accountId],
      environment: (message) => [scoped(message.accountId, message.environment)],
      course: (message) => [
        scoped(message.accountId, message.environment, message.status, planName(message.plan)),
      ],
      plan: ({ plan }) => (plan.length > 0 ? [planName(plan)] : []),
      from: (message) => [scoped(message.accountId, message.environment, message.fromKey)],
      to: (message) => message.toKeys.map((key) => scoped(message.accountId, message.environment, key)),
      attachment: (message) => message.attachmentIds,
    },
    keys: { messageId: (message) => message.messageId },
    late: ['id', 'messageId'],
    bytes: emailBytes,
  });

  readonly idempotentSends = this.#table({ name: 'idempotentSends', id: (send: IdempotentSend) => send.id });

  readonly attachments = this.#table({
    name: 'attachments',
    id: (attachment: AttachmentRecord) => attachment.id,
    groups: { uploaded: ({ bytes }) => (bytes ? [''] : []) },
    keys: { uploadToken: (attachment) => attachment.uploadToken },
    bytes: attachmentBytes,
  });

  readonly contactLists = this.#table({
    name: 'contactLists',
    id: (list: ContactListRecord) => list.id,
    groups: { account: (list) => [list.accountId] },
  });

  readonly contacts = this.#table({
    name: 'contacts',
    id: (contact: ContactRecord) => contact.id,
    groups: {
      list: (contact) => [contact.listId],
      status: (contact) => [scoped(contact.listId, contact.status)],
    },
    keys: { address: (contact) => scoped(contact.listId, contact.addressKey) },
  });

  readonly suppressions = this.#table({
    name: 'suppressions',
    id: (suppression: Suppression) => scoped(suppression.accountId, suppression.key),
    groups: { account: (suppression) => [suppression.accountId] },
  });

  readonly verifications = this.#table({
    name: 'verifications',
    id: (verification: VerificationRecord) => verification.id,
    groups: {
      environment: (verification) => [scoped(verification.accountId, verification.environment)],
      status: (verification) => [
        scoped(verification.accountId, verification.environment, verification.status),
      ],
      open: ({ status, accountId, environment }) =>
        status === 'pending' || status === 'processing' ? [scoped(accountId, environment)] : [],
    },
  });

  readonly verifiedAddresses = this.#table({
    name: 'verifiedAddresses',
    id: (address: VerifiedAddress) => scoped(address.accountId, address.environment, address.key),
    groups: {
      account: (address) => [address.accountId],
      result: (address) => [scoped(address.accountId, address.environment, address.finding.result)],
    },
  });

  readonly verificationOverrides = this.#table({
    name: 'verificationOverrides',
    id: (override: VerificationOverride) => scoped(override.accountId, override.key),
  });

  readonly creditEntries = this.#table({
    name: 'creditEntries',
    id: (entry: CreditEntry) => scoped(entry.accountId, String(entry.position)),
    groups: { account: (entry) => [entry.accountId] },
  });

  readonly rateWindows = this.#table({ name: 'rateWindows', id: (window: RateWindow) => window.key });

  readonly faults = this.#table({ name: 'faults', id: (rule: FaultRule) => rule.id });

  /** Every table. */
  get tables(): readonly AnyTable[] {
    return Object.values(this).filter((value): value is AnyTable => value instanceof Table);
  }

  #table<R extends object, Group extends string = never, Key extends string = never>(
    schema: TableSchema<R, Group, Key>,
  ): Table<R, Group, Key> {
    return new Table(this.ownership, schema, this.observers);
  }
}
