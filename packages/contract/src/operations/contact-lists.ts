import {
  contactListSchema,
  contactListStatsSchema,
  contactListsSchema,
  createContactListBodySchema,
  listContactListsQuerySchema,
  updateContactListBodySchema,
} from '../resources/contact-lists.ts';
import { optionsWithoutEffect } from '../resources/custom-fields.ts';
import { type Descriptions, type Rows, rowsOf } from './operation.ts';

/** The rows of contact lists. */
export const contactListOperations = /* @__PURE__ */ rowsOf('contact lists', {
  listContactLists: {
    method: 'GET',
    path: '/api/v1/contact-lists',
    query: listContactListsQuerySchema,
    status: 200,
    response: contactListsSchema,
    retry: 'safe',
  },
  createContactList: {
    method: 'POST',
    path: '/api/v1/contact-lists',
    body: createContactListBodySchema,
    /** Options of fields that are not selects (A84). */
    withoutEffect: optionsWithoutEffect,
    status: 201,
    response: contactListSchema,
    retry: 'if-not-done',
  },
  updateContactList: {
    method: 'PUT',
    path: '/api/v1/contact-lists/{id}',
    body: updateContactListBodySchema,
    /** Options of fields that are not selects (A84). */
    withoutEffect: optionsWithoutEffect,
    status: 200,
    response: contactListSchema,
    retry: 'safe',
  },
  getContactList: {
    method: 'GET',
    path: '/api/v1/contact-lists/{id}',
    status: 200,
    response: contactListSchema,
    retry: 'safe',
    published: true,
  },
  deleteContactList: {
    method: 'DELETE',
    path: '/api/v1/contact-lists/{id}',
    status: 204,
    retry: 'safe',
    published: true,
  },
  getContactListStats: {
    method: 'GET',
    path: '/api/v1/contact-lists/{id}/stats',
    status: 200,
    response: contactListStatsSchema,
    retry: 'safe',
    published: true,
  },
} as const satisfies Rows);

/** What they do, and their error codes. */
export const contactListDescriptions: Descriptions<typeof contactListOperations> = {
  listContactLists: { summary: 'List all contact lists', errors: [] },
  createContactList: { summary: 'Create a contact list', errors: [] },
  updateContactList: { summary: 'Update a contact list', errors: ['NOT_FOUND'] },
  getContactList: { summary: 'Get a contact list', errors: ['NOT_FOUND'] },
  deleteContactList: { summary: 'Delete a contact list with its contacts', errors: ['NOT_FOUND'] },
  getContactListStats: { summary: 'Count the contacts of a list by status', errors: ['NOT_FOUND'] },
};
