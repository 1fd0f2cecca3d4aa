import {
  contactPageSchema,
  contactSchema,
  createContactBodySchema,
  listContactsQuerySchema,
  suppressContactBodySchema,
  updateContactBodySchema,
} from '../resources/contacts.ts';
import { type Descriptions, type Rows, rowsOf } from './operation.ts';

/** The rows of contacts. */
export const contactOperations = /* @__PURE__ */ rowsOf('contacts', {
  listContacts: {
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts',
    query: listContactsQuerySchema,
    status: 200,
    response: contactPageSchema,
    retry: 'safe',
  },
  createContact: {
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts',
    body: createContactBodySchema,
    status: 201,
    response: contactSchema,
    retry: 'if-not-done',
  },
  getContact: {
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    status: 200,
    response: contactSchema,
    retry: 'safe',
  },
  updateContact: {
    method: 'PUT',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    body: updateContactBodySchema,
    status: 200,
    response: contactSchema,
    retry: 'safe',
  },
  suppressContact: {
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}/suppress',
    body: suppressContactBodySchema,
    status: 204,
    retry: 'safe',
  },
  deleteContact: {
    method: 'DELETE',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    status: 204,
    retry: 'safe',
    published: true,
  },
} as const satisfies Rows);

/** What they do, and their error codes. */
export const contactDescriptions: Descriptions<typeof contactOperations> = {
  listContacts: { summary: 'List the contacts of a list', errors: ['LIST_NOT_FOUND'] },
  createContact: {
    summary: 'Add a contact to a list',
    errors: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
  },
  getContact: { summary: 'Get a contact', errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
  updateContact: {
    summary: 'Update a contact',
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
  },
  suppressContact: {
    summary: 'Suppress a contact in the whole domain',
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
  },
  deleteContact: { summary: 'Delete a contact from a list', errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
};
