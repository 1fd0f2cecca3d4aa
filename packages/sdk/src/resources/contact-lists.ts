import type {
  ContactListStats,
  CreateContactListBody,
  PageQuery,
  UpdateContactListBody,
} from '@mailrig/contract';
import type { APIPromise } from '../results/api-promise.ts';
import type { Caller } from '../call/caller.ts';
import type { ContactList } from '../endpoints/contact-lists.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { lazy } from './lazy.ts';
import type { PagePromise } from '../results/page-promise.ts';

/**
 * Contact lists and the custom fields of their contacts.
 *
 * ```ts
 * const list = await mail.lists.create({ name: 'Customers' });
 * const { activeContacts } = await mail.lists.stats(list.id);
 * ```
 */
export class ContactLists {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Lists the contact lists of the domain, newest first. The documented service returns all of them on one
   * page and ignores the query; if a service does page them, `for await` reads every page.
   */
  list(query: PageQuery = {}, options?: RequestOptions): PagePromise<ContactList> {
    return this.#caller.list(lazy('listContactLists'), { query }, options);
  }

  /** Creates an empty list. The client retries only if the service certainly did not create it. */
  create(params: CreateContactListBody, options?: RequestOptions): APIPromise<ContactList> {
    return this.#caller.call(lazy('createContactList'), { body: params }, options);
  }

  /**
   * Changes the given fields. `customFields` replaces all definitions: include every field that the list should have.
   *
   * @param id Id of the list.
   * @throws NotFoundError if there is no such list.
   */
  update(id: string, params: UpdateContactListBody, options?: RequestOptions): APIPromise<ContactList> {
    return this.#caller.call(lazy('updateContactList'), { params: { id }, body: params }, options);
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Gets one list.
   *
   * @param id Id of the list.
   * @throws NotFoundError if there is no such list, or the service does not have this call.
   */
  get(id: string, options?: RequestOptions): APIPromise<ContactList> {
    return this.#caller.call(lazy('getContactList'), { params: { id } }, options);
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Deletes a list with its contacts. Suppressed
   * addresses stay suppressed.
   *
   * @param id Id of the list.
   * @throws NotFoundError if there is no such list.
   */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.#caller.call(lazy('deleteContactList'), { params: { id } }, options);
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Counts the contacts of a list by status.
   *
   * @param id Id of the list.
   * @throws NotFoundError if there is no such list, or the service does not have this call.
   */
  stats(id: string, options?: RequestOptions): APIPromise<ContactListStats> {
    return this.#caller.call(lazy('getContactListStats'), { params: { id } }, options);
  }
}
