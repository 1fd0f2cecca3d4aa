import { type Contact, type ContactStatus, contactStatuses, type SuppressionReason } from '@mailrig/contract';
import * as z from 'zod/mini';
import { eventToward } from '../lifecycles/contact.ts';
import { moveContact } from '../operations/contacts.ts';
import type { ContactRecord } from '../state/records.ts';
import { contactOnWire } from '../wire/contacts.ts';
import { impossible, notFound } from './refusal.ts';
import { accountOf, type Scope, type Verb } from './verb.ts';

/** A contact as the API shows it, and why it was suppressed. */
export interface ContactView extends Contact {
  /** Absent where it never was. */
  readonly suppressionReason?: SuppressionReason;
}

export const getContactView: Verb<{ readonly id: string }, ContactView> = {
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'One contact of any list',
  input: z.object({ id: z.string() }),
  run: (scope, { id }) => contactView(scope, findContact(scope, id)),
};

export const setContactStatus: Verb<{ readonly id: string; readonly status: ContactStatus }, ContactView> = {
  method: 'POST',
  path: '/contacts/{id}/status',
  summary: 'Move a contact to another status, as the service does when someone unsubscribes or mail bounces',
  input: z.object({
    id: z.string(),
    status: z.enum(contactStatuses, { error: `must be one of ${contactStatuses.join(', ')}` }),
  }),
  status: 200,
  run: (scope, { id, status }) => {
    const contact = findContact(scope, id);
    const moved = moveContact(scope.service.store, contact, eventToward[status]);
    if (!moved) throw impossible(`The contact is ${contact.status} already`);
    return contactView(scope, moved);
  },
};

function findContact(scope: Scope, id: string): ContactRecord {
  const contact = scope.service.store.contacts.get(id);
  if (contact?.accountId !== accountOf(scope).id) throw notFound(`contact ${id}`);
  return contact;
}

function contactView(scope: Scope, contact: ContactRecord): ContactView {
  const definitions = scope.service.store.contactLists.get(contact.listId)?.customFields ?? [];
  const { suppressionReason } = contact;
  return { ...contactOnWire({ contact, definitions }), ...(suppressionReason && { suppressionReason }) };
}
