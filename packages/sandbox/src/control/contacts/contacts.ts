import {
  type Contact,
  type ContactStatus,
  contactStatuses,
  formatTimestamp,
  oneOf,
  type SuppressionReason,
} from '@mailrig/contract';
import type { Complete } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { eventToward } from '../../service/lifecycles/contact.ts';
import { applyContactEvent } from '../../service/rules/contact-status.ts';
import { type ContactRecord, scoped } from '../../service/state/records.ts';
import { contactOnWire } from '../../service/wire/contacts.ts';
import { accountOf, type ControlContext, ScopedControls } from '../context.ts';
import { impossible, notFound } from '../control-error.ts';
import { recordsOf, listVerb, type ListVerb, wholeRecordsOf } from '../list-verbs/list.ts';
import { textsTest } from '../list-verbs/search.ts';
import { byId, invoke, type Verb, type RecordReference } from '../verb.ts';

/** A contact as the API shows it, and why it was suppressed. */
export interface ContactView extends Contact {
  /** Absent if it never was. */
  readonly suppressionReason?: SuppressionReason;
}

/** A contact in one line. */
export interface ContactRow {
  readonly id: string;
  readonly contactListId: string;
  readonly email: string;
  /** Given and family name; empty if it has none. */
  readonly name: string;
  readonly status: ContactStatus;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
}

/** Which contacts; all conditions must hold. */
export interface ContactFilter {
  /** Id of a list (`lst_…`). Default: all lists of the account. */
  readonly list?: string | undefined;
  /** Current status. */
  readonly status?: ContactStatus | undefined;
  /** A search for texts in the address and the name. */
  readonly q?: string | undefined;
  /** Maximum number of contacts. Default: over HTTP 50, and at most 1,000; all in TypeScript. */
  readonly limit?: number | undefined;
}

const status = oneOf(contactStatuses);

export const listContacts: ListVerb<ContactFilter, 'contacts', ContactRow, ContactView> = listVerb({
  path: '/contacts',
  summary: 'Contacts of one list or of all, newest first',
  name: 'contacts',
  fields: { list: z.optional(z.string()), status: z.optional(status), q: z.optional(z.string()) },
  find: (context, { list, status: wanted, q }) => {
    const { contactLists, contacts } = context.service.store;
    const all = contactLists.select(['account', accountOf(context).id]);
    const lists = all.newest(0, all.count).filter(({ id }) => list === undefined || id === list);
    if (list !== undefined && lists.length === 0) throw notFound(`contact list ${list}`);
    return {
      ...recordsOf(contacts, (range) =>
        contacts.selectAll(
          lists.map(({ id }) => [
            wanted === undefined ? ['list', id] : ['status', scoped(id, wanted)],
            range,
          ]),
        ),
      ),
      matches: textsTest<ContactRecord>(q, (contact) => [contact.email, nameOf(contact)]),
      row: contactRow,
      whole: (contact: ContactRecord) => contactView(context, contact),
    };
  },
});

function contactRow(contact: ContactRecord): ContactRow {
  const { id, listId, email, status: reached, createdAt } = contact;
  const name = nameOf(contact);
  return { id, contactListId: listId, email, name, status: reached, createdAt: formatTimestamp(createdAt) };
}

function nameOf({ firstName = '', lastName = '' }: ContactRecord): string {
  return `${firstName} ${lastName}`.trim();
}

export const getContact: Verb<RecordReference, ContactView> = {
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'One contact of any list',
  input: byId,
  run: (context, { id }) => contactView(context, findContact(context, id)),
};

/** Another status for a contact. */
export interface ContactStatusChange extends RecordReference {
  /** The new status. `suppressed` also adds the address to the suppression list; other statuses do not remove it. */
  readonly status: ContactStatus;
}

export const setContactStatus: Verb<ContactStatusChange, ContactView> = {
  method: 'POST',
  path: '/contacts/{id}/status',
  summary: 'Move a contact to another status, as the service does when someone unsubscribes or mail bounces',
  input: z.object({ id: z.string(), status }),
  run: (context, { id, status: wanted }) => {
    const contact = findContact(context, id);
    const changed = applyContactEvent(context.service.store, contact, eventToward[wanted]);
    if (!changed) throw impossible(`The contact is ${contact.status} already`);
    return contactView(context, changed);
  },
};

function findContact(context: ControlContext, id: string): ContactRecord {
  const contact = context.service.store.contacts.get(id);
  if (contact?.accountId !== accountOf(context).id) throw notFound(`contact ${id}`);
  return contact;
}

function contactView(context: ControlContext, contact: ContactRecord): ContactView {
  const definitions = context.service.store.contactLists.get(contact.listId)?.customFields ?? [];
  const { suppressionReason } = contact;
  const view = {
    ...contactOnWire({ contact, definitions }),
    ...(suppressionReason && { suppressionReason }),
  };
  view satisfies Complete<typeof view, ContactView>;
  return view;
}

/** The contacts of all lists of an account. */
export class ContactControls extends ScopedControls {
  /** Newest first. */
  list(filter: ContactFilter = {}): readonly ContactView[] {
    return wholeRecordsOf(listContacts, this.context, filter);
  }

  /**
   * The contact with this id.
   *
   * @param id Id of the contact.
   * @throws ControlError if no contact has it.
   */
  get(id: string): ContactView {
    return invoke(getContact, this.context, { id });
  }

  /**
   * Moves a contact to another status, as the service does without the API. `suppressed` also adds the
   * address to the domain's suppression list; other statuses do not remove it.
   *
   * @param id Id of the contact.
   * @param status The new status.
   */
  setStatus(id: string, status: ContactStatus): ContactView {
    return invoke(setContactStatus, this.context, { id, status });
  }
}
