import {
  type ContactList as DocumentedList,
  type CreateContactListBody,
  type CustomFieldDefinition,
  operations,
  type PageQuery,
  paginationSchema,
  type UpdateContactListBody,
} from '@mailrig/contract';
import type { APIPromise } from './api-promise.ts';
import type { Caller } from './call/caller.ts';
import { arrayEndpoint, endpoint, type FetchPage } from './call/endpoint.ts';
import { withId } from './call/fields.ts';
import { toDefinitions } from './custom-fields.ts';
import type { RequestOptions } from './options.ts';
import { Page, type PagePromise } from './page.ts';

/** A list of contacts and the custom fields that they share. */
export interface ContactList {
  /** Id of the list: pass it to `mail.contacts(listId)`. */
  readonly id: string;
  /** Domain that it belongs to. */
  readonly domainId: string;
  /** User who owns it. */
  readonly userId: string;
  /** Name; several lists may have the same. */
  readonly name: string;
  /** What it is for; absent where it was not given. */
  readonly description?: string;
  /** Contacts in the list, whatever their status. */
  readonly totalContacts: number;
  /** Contacts whose status is `active`; absent where the service does not count them apart. */
  readonly activeContacts?: number;
  /** Contacts whose status is `suppressed`; absent where the service does not count them apart. */
  readonly suppressedContacts?: number;
  /** Labels of the list. No request sets them. */
  readonly tags: readonly string[];
  /** Definitions of the custom fields in their order; empty where there are none. */
  readonly customFields: readonly CustomFieldDefinition[];
  /** When the list was created. ISO 8601. */
  readonly createdAt: string;
  /** When the list itself was last changed. ISO 8601. */
  readonly updatedAt: string;
}

const translation = { normalise: normaliseList, present: toContactList };
const createContactList = endpoint(operations.createContactList, translation);
const updateContactList = endpoint(operations.updateContactList, translation);
const listContactLists = arrayEndpoint(
  operations.listContactLists,
  paginationSchema,
  normaliseList,
  (lists, pagination, fetchPage: FetchPage<Page<ContactList>>) =>
    new Page(lists.map(toContactList), pagination, fetchPage),
);

/** Contact lists and the custom fields of their contacts. */
export class ContactLists {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Lists the contact lists of the domain, newest first. The documented service gives all of them on
   * one page, whatever the query asks for (decision A37); one that pages them is followed.
   */
  list(query: PageQuery = {}, options?: RequestOptions): PagePromise<ContactList> {
    return this.#caller.list(listContactLists, { query }, options);
  }

  /** Creates an empty list. Never repeated where it may have been created already. */
  create(params: CreateContactListBody, options?: RequestOptions): APIPromise<ContactList> {
    return this.#caller.call(createContactList, { body: params }, options);
  }

  /**
   * Changes what is given. `customFields` replaces all definitions: include every field to keep.
   *
   * @throws NotFoundError where there is no such list.
   */
  update(id: string, params: UpdateContactListBody, options?: RequestOptions): APIPromise<ContactList> {
    return this.#caller.call(updateContactList, { params: { id }, body: params }, options);
  }
}

/** Brings counters and definitions into their documented form (decisions A80 and A81). */
function normaliseList(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const list = withId(payload);
  const { contactCount = list['contact_count'] ?? 0, totalContacts = contactCount, tags = [] } = list;
  return { ...list, totalContacts, tags, customFields: toDefinitions(list['customFields']) };
}

function toContactList(documented: DocumentedList): ContactList {
  const { contactCount: _, ...list } = documented;
  return list;
}
