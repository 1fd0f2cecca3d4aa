import {
  type ContactList as DocumentedList,
  contactListPageSchema,
  type ContactListStats,
  contactListOperations,
  pageQuerySchema,
  readContactList,
} from '@mailrig/contract';
import { endpoint, endpointWithoutPayload } from './endpoint.ts';
import { type FetchPage, listEndpoint, Page } from './page.ts';

/** A list of contacts and the custom fields that they share. */
export interface ContactList extends Omit<DocumentedList, 'contactCount'> {}

const translation = { normalise: readContactList, present: toContactList };
export const createContactList = endpoint(contactListOperations.createContactList, translation);
export const updateContactList = endpoint(contactListOperations.updateContactList, translation);
export const getContactList = endpoint(contactListOperations.getContactList, translation);
export const deleteContactList = endpointWithoutPayload(contactListOperations.deleteContactList, {
  doneBefore: 'NOT_FOUND',
});
export const getContactListStats = endpoint(contactListOperations.getContactListStats, {
  present: (stats: ContactListStats) => stats,
});
export const listContactLists = listEndpoint(
  { ...contactListOperations.listContactLists, query: pageQuerySchema, response: contactListPageSchema },
  {
    key: 'lists',
    normaliseItem: readContactList,
    open: ({ lists, pagination }, fetchPage: FetchPage<Page<ContactList>>) =>
      new Page(lists.map(toContactList), pagination, fetchPage),
  },
);

function toContactList(documented: DocumentedList): ContactList {
  const { contactCount: _, ...list } = documented;
  return list;
}
