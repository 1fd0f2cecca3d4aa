import {
  type ContactList as DocumentedList,
  contactListPageSchema,
  type ContactListStats,
  operations,
  pageQuerySchema,
  readContactList,
} from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { endpoint, endpointWithoutPayload, type FetchPage, listEndpoint } from './endpoint.ts';
import { Page } from './page.ts';

/** A list of contacts and the custom fields that they share. */
export interface ContactList extends Omit<DocumentedList, 'contactCount'> {}

const translation = { normalise: readContactList, present: toContactList };
export const createContactList = endpoint(operations.createContactList, translation);
export const updateContactList = endpoint(operations.updateContactList, translation);
export const getContactList = endpoint(operations.getContactList, translation);
export const deleteContactList = endpointWithoutPayload(operations.deleteContactList, {
  doneBefore: 'NOT_FOUND',
});
export const getContactListStats = endpoint(operations.getContactListStats, {
  present: (stats: ContactListStats) => stats,
});
export const listContactLists = listEndpoint(
  { ...operations.listContactLists, query: pageQuerySchema, response: contactListPageSchema },
  {
    key: 'lists',
    normaliseItem: readContactList,
    open: ({ lists, pagination }, fetchPage: FetchPage<Page<ContactList>>) =>
      new Page(lists.map(toContactList), pagination, fetchPage),
  },
);

function toContactList(documented: DocumentedList): ContactList {
  const { contactCount: _, ...list } = documented;
  list satisfies Within<typeof list, ContactList>;
  return list;
}
