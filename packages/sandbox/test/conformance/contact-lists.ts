import { expect } from 'vitest';
import type { Pagination } from '../envelope.ts';
import { type TestResponse, call, type Request, type Target } from '../harness.ts';

/** Path of the contact lists. */
export const lists = '/api/v1/contact-lists';

/** A contact list on the wire. */
export interface ContactList {
  readonly id: string;
  readonly domainId: string;
  readonly userId: string;
  readonly name: string;
  readonly description?: string | null;
  readonly totalContacts: number;
  readonly activeContacts: number;
  readonly suppressedContacts: number;
  readonly contactCount: number;
  readonly tags: readonly unknown[];
  readonly customFields: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Creates a list called Readers, unless `fields` say otherwise. */
export function createList(
  target: Target,
  fields: object = {},
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'POST', lists, { ...request, json: { name: 'Readers', ...fields } });
}

/** Creates a list and returns it. */
export async function newList(
  target: Target,
  fields: object = {},
  request: Request = {},
): Promise<ContactList> {
  const response = await createList(target, fields, request);
  expect(response.outcome).toBe('201');
  return listIn(response);
}

/** Changes a list. */
export function updateList(
  target: Target,
  id: string,
  json: object,
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'PUT', `${lists}/${id}`, { ...request, json });
}

/** The list in a response. */
export function listIn(response: TestResponse): ContactList {
  const body: { data: ContactList } = JSON.parse(response.text);
  return body.data;
}

/** All lists of the domain. */
export async function allLists(target: Target, request: Request = {}): Promise<readonly ContactList[]> {
  const response = await call(target, 'GET', lists, request);
  expect(response.outcome).toBe('200');
  const body: { data: readonly ContactList[] } = JSON.parse(response.text);
  return body.data;
}

/** Reads a list again. */
export async function listNow(target: Target, id: string): Promise<ContactList> {
  const list = (await allLists(target)).find((each) => each.id === id);
  expect(list, 'the list among all lists').toBeDefined();
  return list as ContactList;
}

/** The counters of a list: total, active, suppressed. */
export async function counters(
  target: Target,
  id: string,
): Promise<readonly [total: number, active: number, suppressed: number]> {
  const { totalContacts, activeContacts, suppressedContacts, contactCount } = await listNow(target, id);
  expect(contactCount).toBe(totalContacts);
  return [totalContacts, activeContacts, suppressedContacts];
}

/** `data` of a page of lists, under `listsContainer: 'paginated'`. */
export interface ListPage {
  readonly lists: readonly ContactList[];
  readonly pagination: Pagination;
}
