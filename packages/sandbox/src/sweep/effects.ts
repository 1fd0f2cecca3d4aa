import { firstOf, type Within } from '@mailrig/contract/checking';
import { copyOfContent } from '../service/state/stored-content.ts';
import type * as records from '../service/state/records.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import type { Store } from '../service/state/store.ts';
import { visitDifferences } from '../service/tables/tree-differences.ts';
import { byNumber } from '../service/tables/ordered-map.ts';

/** What a scenario did to one record, or credits that a verification took. */
export interface Effect {
  readonly kind: 'email' | 'contact list' | 'contact' | 'suppression' | 'verification' | 'credit';
  readonly change: 'added' | 'changed' | 'removed' | 'taken';
  /** The record in words, for example `email to bob@example.net: "Hello"`. */
  readonly title: string;
  /** Its fields as JSON, without ids and times. */
  readonly fields: Readonly<Record<string, string>>;
  /** Id of the record; absent if it has none. */
  readonly id?: string | undefined;
  /** How many credits; 1 for a record. */
  readonly amount: number;
}

/** How the records of a table are compared: by what a person would see, not by ids and times. */
interface Kind<R> {
  readonly kind: Effect['kind'];
  /** Which of its kind it is, in words. */
  readonly title: (record: R, store: Store) => string;
  readonly fields: (record: R, store: Store) => Readonly<Record<string, unknown>>;
}

type Owned = Pick<records.MessageRecord, 'accountId'> & Partial<Pick<records.MessageRecord, 'id'>>;

/** Fields that no kind compares: ids, tokens, times, and what follows from the other fields. */
type Unseen = Record<
  | ('id' | 'accountId' | 'listId' | 'messageId' | 'contentId' | 'key' | 'fromKey' | 'toKeys' | 'addressKey')
  | ('urlToken' | 'uploadToken' | 'subscriptionToken')
  | ('createdAt' | 'updatedAt' | 'startedAt' | 'completedAt' | 'confirmedAt' | 'unsubscribedAt')
  | ('consentTimestamp' | 'idempotencyKey' | 'attempts' | 'acceptedAttempt' | 'faults' | 'refusedSends')
  | ('status' | 'past' | 'plan' | 'findings' | 'queue' | 'turns' | 'tally' | 'creditsDeducted')
  | ('inline' | 'bytes' | 'source' | 'consentIpAddress'),
  unknown
>;

const messages: Kind<records.MessageRecord> = {
  kind: 'email',
  title: ({ to, cc, bcc, subject }) => `to ${[...to, ...cc, ...bcc].join(', ')}: ${JSON.stringify(subject)}`,
  fields: (message, { attachments }) => {
    const { environment, from, to, cc, bcc, replyTo, subject, html, text, ...others } = message;
    const { headers, templateId, attachmentIds, ...rest } = others;
    rest satisfies Within<typeof rest, Unseen>;
    const envelope = { environment, from, to, cc, bcc, replyTo, subject };
    const files = attachmentIds.map((id) => attachments.get(id));
    return {
      ...envelope,
      html: html && copyOfContent('messages', html),
      text: text && copyOfContent('messages', text),
      ...byName('headers', headers),
      templateId,
      attachments: files.map((file) => file && fileOf(file)),
    };
  },
};

const byName = (field: string, values: Readonly<Record<string, unknown>> = {}): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${field}.${name}`, value]));

function fileOf({ filename, contentType, size, ...rest }: records.AttachmentRecord): object {
  rest satisfies Within<typeof rest, Unseen>;
  return { filename, contentType, size };
}

const contactLists: Kind<records.ContactListRecord> = {
  kind: 'contact list',
  title: ({ name }) => JSON.stringify(name),
  fields: ({ name, description, customFields, ...rest }) => {
    rest satisfies Within<typeof rest, Unseen>;
    return { name, description, customFields };
  },
};

const contacts: Kind<records.ContactRecord> = {
  kind: 'contact',
  title: (contact, store) => `${contact.email} in ${JSON.stringify(listOf(contact, store))}`,
  fields: (contact, store) => {
    const { email, firstName, lastName, phoneNumber, customFields, ...others } = contact;
    const { status, suppressionReason, consentType, consentSource, ...rest } = others;
    rest satisfies Within<typeof rest, Unseen>;
    const consent = { status, suppressionReason, consentType, consentSource };
    const person = { list: listOf(contact, store), email, firstName, lastName, phoneNumber };
    return { ...person, ...byName('customFields', customFields), ...consent };
  },
};

const suppressions: Kind<records.Suppression> = {
  kind: 'suppression',
  title: ({ email }) => `of ${email}`,
  fields: ({ email, reason, ...rest }) => {
    rest satisfies Within<typeof rest, Unseen>;
    return { email, reason };
  },
};

const verifications: Kind<records.VerificationRecord> = {
  kind: 'verification',
  title: ({ emails }) => `of ${firstOf(emails)}`,
  fields: ({ environment, type, emails, ...rest }) => {
    rest satisfies Within<typeof rest, Unseen>;
    return { environment, type, emails };
  },
};

const kinds = { messages, contactLists, contacts, suppressions, verifications };

/** What happened between two snapshots of a store, at the cost of the changes. */
export function effectsBetween(before: Snapshot, after: Snapshot, store: Store): readonly Effect[] {
  const found: Effect[] = [];
  const visit = <R extends object>(table: string, add: (now?: R, old?: R) => void) =>
    visitDifferences(
      before.tables[table]?.records,
      after.tables[table]?.records,
      byNumber,
      // The caller names the table and the type of its records.
      (_number, now, old) => add(now as R | undefined, old as R | undefined),
    );
  // TypeScript does not see that the name of the table decides the type of its records.
  for (const [table, { kind, title, fields }] of Object.entries(kinds) as [string, Kind<Owned>][]) {
    const fieldsOf = (record: Owned) => asText({ ...accountOf(record, store), ...fields(record, store) });
    visit<Owned>(table, (now, old) => {
      const record = now ?? old;
      if (!record) return;
      const seen = fieldsOf(record);
      if (now && old && differing(seen, fieldsOf(old)).length === 0) return;
      const change = now ? (old ? 'changed' : 'added') : 'removed';
      const { id } = record;
      found.push({ kind, change, title: `${kind} ${title(record, store)}`, fields: seen, id, amount: 1 });
    });
  }
  visit<records.CreditEntry>('creditEntries', (entry) => {
    if (entry?.reason !== 'verification') return;
    const fields = asText(accountOf(entry, store));
    found.push({ kind: 'credit', change: 'taken', title: 'credit', fields, amount: -entry.change });
  });
  return found;
}

export const isSent = ({ kind, change }: Effect) => kind === 'email' && change === 'added';

/** How often something was done. */
export const amountOf = (effects: readonly Effect[] = []): number =>
  effects.reduce((sum, { amount }) => sum + amount, 0);

/** Names of the fields that differ between two records of the same kind. */
export const differing = (one: Effect['fields'], other: Effect['fields']): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);

const asText = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value ?? null)]));

const accountOf = ({ accountId }: Owned, { accounts }: Store) => ({
  account: accounts.get(accountId)?.domain.name,
});

const listOf = ({ listId }: records.ContactRecord, { contactLists: lists }: Store): string =>
  lists.get(listId)?.name ?? 'a removed list';
