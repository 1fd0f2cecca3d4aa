import { expect } from 'vitest';
import type { Pagination } from '../envelope.ts';
import { type TestResponse, call, type Request, type Target } from '../harness.ts';
import { lists } from './contact-lists.ts';

/** The five statuses of a contact (R154). */
export const contactStatuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const;

/** The five reasons for a suppression (R164). */
export const suppressionReasons = ['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap'] as const;

/** A contact on the wire. */
export interface Contact {
  readonly id: string;
  readonly domainId: string;
  readonly contactListId: string;
  readonly email: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phoneNumber?: string | null;
  readonly customFields: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly source: string;
  readonly subscriptionToken: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly subscribedAt: string;
  readonly unsubscribedAt?: string | null;
}

/** `data` of a page of contacts. */
export interface ContactPage {
  readonly contacts: readonly Contact[];
  readonly contactListCustomFields: unknown;
  readonly pagination: Pagination;
}

/** Path of a list's contacts, or of one of them. */
export const contactsOf = (listId: string, id?: string): string =>
  `${lists}/${listId}/contacts${id === undefined ? '' : `/${id}`}`;

/** Creates a contact with the address bob@example.net, unless `fields` say otherwise. */
export function createContact(
  target: Target,
  listId: string,
  fields: object = {},
  request: Request = {},
): Promise<TestResponse> {
  const json = { email: 'bob@example.net', ...fields };
  return call(target, 'POST', contactsOf(listId), { ...request, json });
}

/** Creates a contact and returns it. */
export async function newContact(
  target: Target,
  listId: string,
  fields: object = {},
  request: Request = {},
): Promise<Contact> {
  const response = await createContact(target, listId, fields, request);
  expect(response.outcome).toBe('201');
  return contactIn(response);
}

/** Requests a contact. */
export function getContact(
  target: Target,
  listId: string,
  id: string,
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'GET', contactsOf(listId, id), request);
}

/** Reads a contact again. */
export async function contactNow(
  target: Target,
  contact: Pick<Contact, 'id' | 'contactListId'>,
): Promise<Contact> {
  const response = await getContact(target, contact.contactListId, contact.id);
  expect(response.outcome).toBe('200');
  return contactIn(response);
}

/** Changes a contact. */
export function updateContact(
  target: Target,
  contact: Pick<Contact, 'id' | 'contactListId'>,
  json: object,
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'PUT', contactsOf(contact.contactListId, contact.id), { ...request, json });
}

/** Suppresses a contact. */
export function suppress(
  target: Target,
  contact: Pick<Contact, 'id' | 'contactListId'>,
  json: object = { reason: 'manual' },
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'POST', `${contactsOf(contact.contactListId, contact.id)}/suppress`, {
    ...request,
    json,
  });
}

/** The contact in a response. */
export function contactIn(response: TestResponse): Contact {
  const body: { data: Contact } = JSON.parse(response.text);
  return body.data;
}

/** Returns a page of contacts. */
export async function listContacts(
  target: Target,
  listId: string,
  query: Record<string, string> = {},
  request: Request = {},
): Promise<ContactPage> {
  const response = await call(target, 'GET', contactsOf(listId), { ...request, query });
  expect(response.outcome).toBe('200');
  const body: { data: ContactPage } = JSON.parse(response.text);
  return body.data;
}
