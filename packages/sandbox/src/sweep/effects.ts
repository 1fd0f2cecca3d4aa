import { readContent } from '../state/stored-content.ts';
import type {
  AttachmentRecord,
  ContactListRecord,
  ContactRecord,
  CreditEntry,
  Message,
  Suppression,
  VerificationRecord,
} from '../state/records.ts';
import type { Snapshot, Store } from '../state/store.ts';
import { visitChanges } from '../tables/changes.ts';
import { byNumber } from '../tables/ordered-map.ts';

/** What a scenario did to one record. */
export interface Effect {
  readonly kind: EffectKind;
  readonly change: 'added' | 'changed' | 'removed';
  /** The record in words, for example `email to grace@example.org: "Hello"`. */
  readonly title: string;
  /** Its fields as JSON, without ids and times. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Everything that a scenario did. */
export interface Effects {
  readonly list: readonly Effect[];
  /** Credits that verifications took, of all accounts. */
  readonly credits: number;
}

/** Name of a table whose records a scenario is about. */
export type EffectKind = keyof typeof kinds;

/** How the records of a table are compared: by what a person would see, not by ids and times. */
interface Kind<R extends object> {
  readonly title: (record: R, store: Store) => string;
  readonly fields: (record: R, store: Store) => Readonly<Record<string, unknown>>;
}

const messages: Kind<Message> = {
  title: ({ to, cc, bcc, subject }) =>
    `email to ${[...to, ...cc, ...bcc].join(', ')}: ${JSON.stringify(subject)}`,
  fields: ({ environment, from, to, cc, bcc, ...message }, { attachments }) => ({
    environment,
    from,
    to,
    cc,
    bcc,
    replyTo: message.replyTo,
    subject: message.subject,
    html: message.html && readContent(message.html),
    text: message.text && readContent(message.text),
    headers: message.headers,
    templateId: message.templateId,
    attachments: message.attachmentIds.map((id) => attachments.get(id)?.filename),
  }),
};

const contactLists: Kind<ContactListRecord> = {
  title: ({ name }) => `contact list ${JSON.stringify(name)}`,
  fields: ({ name, description, customFields }) => ({ name, description, customFields }),
};

const contacts: Kind<ContactRecord> = {
  title: (contact, store) => `contact ${contact.email} in ${JSON.stringify(listOf(contact, store))}`,
  fields: (contact, store) => ({
    list: listOf(contact, store),
    email: contact.email,
    firstName: contact.firstName,
    lastName: contact.lastName,
    phoneNumber: contact.phoneNumber,
    customFields: contact.customFields,
    status: contact.status,
    suppressionReason: contact.suppressionReason,
    consentType: contact.consentType,
    consentSource: contact.consentSource,
  }),
};

const suppressions: Kind<Suppression> = {
  title: ({ email }) => `suppression of ${email}`,
  fields: ({ email, reason }) => ({ email, reason }),
};

const attachments: Kind<AttachmentRecord> = {
  title: ({ filename }) => `attachment ${filename}`,
  fields: ({ filename, contentType, size, bytes, confirmedAt }) => ({
    filename,
    contentType,
    size,
    uploaded: bytes !== undefined,
    confirmed: confirmedAt !== undefined,
  }),
};

const verifications: Kind<VerificationRecord> = {
  title: ({ emails: [first, ...others] }) =>
    `verification of ${first ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`,
  fields: ({ environment, type, emails }) => ({ environment, type, emails }),
};

const kinds = { messages, contactLists, contacts, suppressions, attachments, verifications };

/** What happened between two snapshots of a store, at the cost of the changes. */
export function effectsBetween(before: Snapshot, after: Snapshot, store: Store): Effects {
  const list = (Object.keys(kinds) as EffectKind[]).flatMap((name) => changesOf(name, before, after, store));
  let credits = 0;
  visitTable<CreditEntry>('creditEntries', before, after, (entry) => {
    if (entry?.reason === 'verification') credits -= entry.change;
  });
  return { list, credits };
}

function changesOf(name: EffectKind, before: Snapshot, after: Snapshot, store: Store): Effect[] {
  // The type of the records goes with the name of the table; TypeScript does not follow that.
  const { title, fields } = kinds[name] as Kind<object>;
  const found: Effect[] = [];
  const fieldsOf = (record: object & { readonly accountId?: string }) =>
    asText({ account: store.accounts.get(record.accountId ?? '')?.domain.name, ...fields(record, store) });
  visitTable(name, before, after, (now, old) => {
    const record = now ?? old;
    if (!record) return;
    const [seen, known] = [fieldsOf(record), now && old && fieldsOf(old)];
    if (known && differing(seen, known).length === 0) return;
    const change = now ? (old ? 'changed' : 'added') : 'removed';
    found.push({ kind: name, change, title: title(record, store), fields: seen });
  });
  return found;
}

function visitTable<R extends object>(
  name: string,
  before: Snapshot,
  after: Snapshot,
  visit: (now: R | undefined, old: R | undefined) => void,
): void {
  visitChanges(before.tables[name]?.records, after.tables[name]?.records, byNumber, (_number, now, old) =>
    // The caller names the table and the type of its records.
    visit(now as R | undefined, old as R | undefined),
  );
}

/** Names of the fields that differ between two records of the same kind. */
export function differing(one: Effect['fields'], other: Effect['fields']): string[] {
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

function asText(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value ?? null)]),
  );
}

function listOf({ listId }: ContactRecord, { contactLists: lists }: Store): string {
  return lists.get(listId)?.name ?? 'a removed list';
}
