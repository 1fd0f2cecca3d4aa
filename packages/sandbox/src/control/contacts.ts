import { type Contact, type ContactStatus, contactStatuses, type SuppressionReason } from '@mailrig/contract';
import * as z from 'zod/mini';
import { eventToward } from '../lifecycles/contact.ts';
import { moveContact } from '../rules/contact-moves.ts';
import type { ContactRecord } from '../state/records.ts';
import { contactOnWire } from '../wire/contacts.ts';
import { accountOf, type ControlContext } from './context.ts';
import { impossible, notFound } from './control-error.ts';
import { count } from './fields.ts';
import { everything, ScopedControls } from './scoped-controls.ts';
import { textTest } from './text-test.ts';
import { invoke, type Verb } from './verb.ts';

/** A contact as the API shows it, and why it was suppressed. */
export interface ContactView extends Contact {
  /** Absent if it never was. */
  readonly suppressionReason?: SuppressionReason;
}

/** Which contacts; all conditions must hold. */
export interface ContactFilter {
  /** Current status. */
  readonly status?: ContactStatus | undefined;
  /** Part of the address; case does not matter. */
  readonly q?: string | undefined;
  /** Maximum number of contacts. Default 50 over HTTP, all in TypeScript. */
  readonly limit?: number | undefined;
}

/** Some contacts, and how many there are. */
export interface ContactsView {
  readonly contacts: readonly ContactView[];
  readonly total: number;
}

const status = z.enum(contactStatuses, { error: `must be one of ${contactStatuses.join(', ')}` });

export const listContactViews: Verb<ContactFilter, ContactsView> = {
  method: 'GET',
  path: '/contacts',
  summary: 'Contacts of all lists of the account: list by list in their order, newest first in each',
  input: z.object({ status: z.optional(status), q: z.optional(z.string()), limit: z.optional(count) }),
  run: (context, { status: wanted, q, limit = 50 }) => {
    const { contactLists, contacts } = context.service.store;
    const named = textTest(q);
    const lists = contactLists.select(['account', accountOf(context).id]);
    const found = lists
      .newest(0, lists.count)
      .reverse()
      .flatMap(({ id }) => {
        const members = contacts.select(['list', id]);
        return members.newest(0, members.count);
      })
      .filter(
        (contact) => (wanted === undefined || contact.status === wanted) && (!named || named(contact.email)),
      );
    return {
      contacts: found.slice(0, limit).map((contact) => contactView(context, contact)),
      total: found.length,
    };
  },
};

/** Names a contact of any list. */
interface ContactReference {
  /** Its id (`cnt_…`). */
  readonly id: string;
}

export const getContactView: Verb<ContactReference, ContactView> = {
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'One contact of any list',
  input: z.object({ id: z.string() }),
  run: (context, { id }) => contactView(context, findContact(context, id)),
};

/** A move of a contact to another status. */
interface ContactMove extends ContactReference {
  /** The new status. `suppressed` also adds the address to the suppression list; other statuses do not remove it. */
  readonly status: ContactStatus;
}

export const setContactStatus: Verb<ContactMove, ContactView> = {
  method: 'POST',
  path: '/contacts/{id}/status',
  summary: 'Move a contact to another status, as the service does when someone unsubscribes or mail bounces',
  input: z.object({ id: z.string(), status }),
  status: 200,
  run: (context, { id, status: wanted }) => {
    const contact = findContact(context, id);
    const moved = moveContact(context.service.store, contact, eventToward[wanted]);
    if (!moved) throw impossible(`The contact is ${contact.status} already`);
    return contactView(context, moved);
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
  return { ...contactOnWire({ contact, definitions }), ...(suppressionReason && { suppressionReason }) };
}

/** The contacts of all lists of an account. */
export class ContactControls extends ScopedControls {
  /** Contacts of all lists, list by list, newest first in each. */
  list(filter: ContactFilter = {}): readonly ContactView[] {
    return invoke(listContactViews, this.context, { ...filter, limit: filter.limit ?? everything }).contacts;
  }

  /** Throws a `ControlError` if there is none. */
  get(id: string): ContactView {
    return invoke(getContactView, this.context, { id });
  }

  /**
   * Moves a contact to another status, as the service does without the API. `suppressed` also adds the
   * address to the domain's suppression list; other statuses do not remove it.
   */
  setStatus(id: string, status: ContactStatus): ContactView {
    return invoke(setContactStatus, this.context, { id, status });
  }
}
