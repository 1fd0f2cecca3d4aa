import { check, type CustomFieldDefinition, type PageQuery, pageQuerySchema } from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import { contactsByStatus } from '../rules/contact-status.ts';
import type { Context } from '../rules/context.ts';
import { newId } from '../rules/ids.ts';
import { readPage } from '../rules/page.ts';
import { present } from '../state/copy.ts';
import type { ContactListRecord } from '../state/records.ts';
import {
  contactListPayload,
  contactListsPayload,
  contactListStatsPayload,
  type CountedList,
} from '../wire/contact-lists.ts';
import type { PageOf } from '../wire/page.ts';
import { fieldsRefusal, Refusal } from '../wire/refusal.ts';
import type { OperationHandler } from './operation.ts';

/** All lists of the domain, newest first; paginated only if the wire options require it (A37). */
export const listContactLists: OperationHandler<'listContactLists', PageOf<CountedList>> = {
  run: (context, { query }) => {
    const { store, account } = context;
    const lists = store.contactLists.select(['account', account.id]);
    const paged = store.wire.listsContainer !== 'bare';
    const { defaultPageSize } = context.settings.limits;
    const page = paged
      ? readPage(lists, pageQueryOf(query), defaultPageSize)
      : readPage(lists, {}, Math.max(1, lists.count));
    return { result: { ...page, items: page.items.map((list) => counted(context, list)) } };
  },
  present: contactListsPayload,
};

/** The query as a page. Only the paginated form of this list reads it. */
function pageQueryOf(query: object): PageQuery {
  const checked = check(pageQuerySchema, query);
  if (!checked.ok) throw fieldsRefusal('VALIDATION_ERROR', checked.errors);
  return checked.value;
}

/** Creates an empty list. */
export const createContactList: OperationHandler<'createContactList', CountedList> = {
  run: (context, { body }) => {
    const { store, account } = context;
    const { name, description, customFields = [], ...rest } = body;
    rest satisfies Nothing;
    const now = store.clock.now();
    const list = store.contactLists.insert({
      id: newId(context, 'lst'),
      accountId: account.id,
      name,
      ...(description !== undefined && { description }),
      customFields: customFields.map(definition),
      createdAt: now,
      updatedAt: now,
    });
    store.log('list.created', { id: list.id, accountId: account.id });
    return { result: counted(context, list) };
  },
  present: contactListPayload,
};

/** Changes the given fields; custom field definitions are replaced as a whole (A84). */
export const updateContactList: OperationHandler<'updateContactList', CountedList, ContactListRecord> = {
  locate: requireContactList,
  run: (context, { body }, list) => {
    const { store } = context;
    const { name = list.name, description, customFields, ...rest } = body;
    rest satisfies Nothing;
    const changed = store.contactLists.replace({
      ...list,
      name,
      ...(description !== undefined && { description }),
      customFields: customFields?.map(definition) ?? list.customFields,
      updatedAt: store.clock.now(),
    });
    store.log('list.updated', { id: changed.id, accountId: changed.accountId });
    return { result: counted(context, changed) };
  },
  present: contactListPayload,
};

/** One list (A126). */
export const getContactList: OperationHandler<'getContactList', CountedList, ContactListRecord> = {
  locate: requireContactList,
  run: (context, _input, list) => ({ result: counted(context, list) }),
  present: contactListPayload,
};

/** Deletes a list and its contacts. Their addresses stay suppressed if they were (A126). */
export const deleteContactList: OperationHandler<'deleteContactList', void, ContactListRecord> = {
  locate: requireContactList,
  run: ({ store }, _input, { id, accountId }) => {
    const contacts = store.contacts.select(['list', id]);
    for (const contact of contacts.newest(0, contacts.count)) store.contacts.delete(contact.id);
    store.contactLists.delete(id);
    store.log('list.deleted', { id, accountId });
    return { result: undefined };
  },
};

/** The contacts of a list by status (A126). */
export const getContactListStats: OperationHandler<'getContactListStats', CountedList, ContactListRecord> = {
  locate: requireContactList,
  run: (context, _input, list) => ({ result: counted(context, list) }),
  present: contactListStatsPayload,
};

function requireContactList(context: Context, { id }: { readonly id: string }): ContactListRecord {
  const list = findList(context, id);
  if (!list) throw new Refusal('NOT_FOUND', 'There is no such contact list');
  return list;
}

/** A list of the account, by its id. */
export function findList({ store, account }: Context, id: string): ContactListRecord | undefined {
  const list = store.contactLists.get(id);
  return list?.accountId === account.id ? list : undefined;
}

function counted({ store, account }: Context, list: ContactListRecord): CountedList {
  return { list, userId: account.userId, contacts: contactsByStatus(store, list.id) };
}

/** A definition in its stored form: always with `required`, and with `options` only for selects (A84). */
function definition(given: CustomFieldDefinition): CustomFieldDefinition {
  const { key, label, type, required = false, defaultValue, options, ...rest } = given;
  rest satisfies Nothing;
  const choices = type === 'select' && options ? Object.freeze(options) : undefined;
  return Object.freeze(present({ key, label, type, required, defaultValue, options: choices }));
}
