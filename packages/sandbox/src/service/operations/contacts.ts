import {
  type CreateContactBody,
  parseAddress,
  parseTimestamp,
  type UpdateContactBody,
} from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { applyContactEvent } from '../rules/contact-status.ts';
import type { Context } from '../rules/context.ts';
import { changedValues, newValues } from '../rules/custom-fields.ts';
import { newId } from '../rules/ids.ts';
import { readPage } from '../rules/page.ts';
import { addressKey } from '../rules/verified-addresses.ts';
import { present } from '../state/copy.ts';
import { type ContactListRecord, type ContactRecord, scoped } from '../state/records.ts';
import {
  contactPagePayload,
  contactPayload,
  type ContactsOfList,
  type DefinedContact,
} from '../wire/contacts.ts';
import { fieldRefusal, Refusal } from '../wire/refusal.ts';
import { findList } from './contact-lists.ts';
import type { OperationHandler } from './operation.ts';

interface Located {
  readonly list: ContactListRecord;
  readonly contact: ContactRecord;
}

/** A page of the contacts of a list, newest first (R153). */
export const listContacts: OperationHandler<'listContacts', ContactsOfList, ContactListRecord> = {
  locate: (context, { listId }) => requireList(context, listId),
  run: ({ store, settings }, { query }, { id, customFields }) => {
    const { status } = query;
    const contacts = store.contacts.select(
      status === undefined ? ['list', id] : ['status', scoped(id, status)],
    );
    const page = readPage(contacts, query, settings.limits.defaultPageSize);
    return { result: { ...page, definitions: customFields } };
  },
  present: contactPagePayload,
};

/** Adds a contact; its address must be new in the list (R136, R138). */
export const createContact: OperationHandler<'createContact', DefinedContact, ContactListRecord> = {
  locate: (context, { listId }) => requireList(context, listId),
  run: (context, { body }, list) => {
    const { store, account } = context;
    const { email, customFields: values = {}, source = 'api', ...others } = body;
    const customFields = newValues(list.customFields, values);
    const key = addressKey(email);
    if (store.contacts.find('address', scoped(list.id, key))) {
      throw new Refusal('CONTACT_ALREADY_EXISTS', undefined, { field: 'email', value: email });
    }
    const now = store.clock.now();
    const contact = store.contacts.insert({
      id: newId(context, 'cnt'),
      accountId: account.id,
      listId: list.id,
      email: email.trim(),
      addressKey: key,
      ...profile(others),
      customFields,
      status: 'active',
      source,
      subscriptionToken: store.random.hex(32),
      createdAt: now,
      updatedAt: now,
    });
    store.log('contact.created', { id: contact.id, accountId: account.id, listId: list.id });
    return { result: { contact, definitions: list.customFields } };
  },
  present: contactPayload,
};

export const getContact: OperationHandler<'getContact', DefinedContact, Located> = {
  locate: locateContact,
  run: (_context, _input, { list, contact }) => ({ result: { contact, definitions: list.customFields } }),
  present: contactPayload,
};

/** Changes the given fields and merges custom fields, all or nothing (A87). */
export const updateContact: OperationHandler<'updateContact', DefinedContact, Located> = {
  locate: locateContact,
  run: ({ store }, { body }, { list, contact }) => {
    const { email, customFields, ...others } = body as UpdateContactBody & { readonly email?: string };
    if (email !== undefined && parseAddress(email)?.key !== contact.addressKey) {
      throw fieldRefusal(
        'VALIDATION_ERROR',
        'email',
        'cannot be changed: create a new contact instead',
        email,
      );
    }
    const changed = store.contacts.replace({
      ...contact,
      ...profile(others),
      ...(customFields && {
        customFields: changedValues(list.customFields, contact.customFields, customFields),
      }),
      updatedAt: store.clock.now(),
    });
    const { id, accountId } = changed;
    store.log('contact.updated', { id, accountId, listId: list.id });
    return { result: { contact: changed, definitions: list.customFields } };
  },
  present: contactPayload,
};

/** Suppresses a contact, and its address in the whole domain (R166, R169). */
export const suppressContact: OperationHandler<'suppressContact', void, Located> = {
  locate: locateContact,
  run: ({ store }, { body }, { contact }) => {
    if (!applyContactEvent(store, contact, 'suppress', body.reason)) throw new Refusal('ALREADY_SUPPRESSED');
    return { result: undefined };
  },
};

/** Deletes a contact from its list. Its address stays suppressed if it was (A126). */
export const deleteContact: OperationHandler<'deleteContact', void, Located> = {
  locate: locateContact,
  run: ({ store }, _input, { contact: { id, accountId, listId } }) => {
    store.contacts.delete(id);
    store.log('contact.deleted', { id, accountId, listId });
    return { result: undefined };
  },
};

function requireList(context: Context, id: string): ContactListRecord {
  const list = findList(context, id);
  if (!list) throw new Refusal('LIST_NOT_FOUND');
  return list;
}

function locateContact(
  context: Context,
  { listId, id }: { readonly listId: string; readonly id: string },
): Located {
  const list = requireList(context, listId);
  const contact = context.store.contacts.get(id);
  if (contact?.listId !== list.id) throw new Refusal('CONTACT_NOT_FOUND');
  return { list, contact };
}

/** The fields of a body that a new contact and a change of one have in common. */
type Profile = Omit<CreateContactBody & UpdateContactBody, 'email' | 'customFields' | 'source'>;

function profile({ consentTimestamp, ...fields }: Profile): Partial<ContactRecord> {
  fields satisfies Within<typeof fields, ContactRecord>;
  const consentedAt = consentTimestamp === undefined ? undefined : parseTimestamp(consentTimestamp);
  return present({ ...fields, consentTimestamp: consentedAt });
}
