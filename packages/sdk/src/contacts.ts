import {
  type ConsentType,
  type ContactStatus,
  type CreateContactBody,
  type CustomFieldDefinition,
  type ListContactsQuery,
  type Open,
  operations,
  type Pagination,
  type SuppressionReason,
  type UpdateContactBody,
} from '@mailrig/contract';
import type { APIPromise } from './api-promise.ts';
import type { Caller } from './call/caller.ts';
import {
  type Endpoint,
  endpoint,
  endpointWithoutPayload,
  type FetchPage,
  listEndpoint,
  type Listing,
} from './call/endpoint.ts';
import { fieldsOf, withId } from './call/fields.ts';
import {
  type AnyCustomFields,
  type CustomFieldUpdates,
  type NewCustomFields,
  toDefinitions,
} from './custom-fields.ts';
import type { RequestOptions } from './options.ts';
import { Page, type PagePromise } from './page.ts';

/** Someone on a list; `Values` are its custom fields. */
export interface Contact<Values = AnyCustomFields> {
  /** Id of the contact. */
  readonly id: string;
  /** Domain that it belongs to; absent where the service does not say. */
  readonly domainId?: string;
  /** List that it is in; absent where the service does not say. */
  readonly contactListId?: string;
  /** Address as it was given; unique in the list whatever its case, and never changed. */
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phoneNumber?: string;
  /** Values of the fields that the list defines now; empty where there are none. */
  readonly customFields: Values;
  /** Whether mail may go to it; `suppressed` is final. */
  readonly status: Open<ContactStatus>;
  /** Where it came from, for example `api`, `import`, `form` or `manual`. */
  readonly source?: string;
  /** Opaque token of the subscription. */
  readonly subscriptionToken?: string;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed. ISO 8601. */
  readonly updatedAt: string;
  /** When it joined the list. ISO 8601. */
  readonly subscribedAt?: string;
  /** When it left the list. ISO 8601; absent where it did not. */
  readonly unsubscribedAt?: string;
  /** Ground for mailing it. */
  readonly consentType?: Open<ConsentType>;
  /** Where consent was given, for example `signup_form`. */
  readonly consentSource?: string;
  /** When consent was given. ISO 8601. */
  readonly consentTimestamp?: string;
  /** IP address that consent came from. */
  readonly consentIpAddress?: string;
}

/** What a new contact has beside its custom fields. */
export interface CreateContactBase extends Omit<CreateContactBody, 'customFields'> {
  /** Bare address, unique in the list whatever its case. It is never changed. */
  readonly email: string;
}

/** A contact to add. `Defaulted` are the keys of custom fields with a default, which may be left out. */
export type CreateContactParams<
  Values = AnyCustomFields,
  Defaulted extends PropertyKey = never,
> = CreateContactBase &
  ({} extends NewCustomFields<Values, Defaulted>
    ? { readonly customFields?: NewCustomFields<Values, Defaulted> | undefined }
    : { readonly customFields: NewCustomFields<Values, Defaulted> });

/** What to change on a contact; what is absent stays as it is. */
export interface UpdateContactParams<Values = AnyCustomFields> extends Omit<
  UpdateContactBody,
  'customFields'
> {
  /** Merged into the values that are there; `null` clears a field that is not required (decision A87). */
  readonly customFields?: CustomFieldUpdates<Values> | undefined;
}

/** One page of contacts, with the definitions of their custom fields. */
export class ContactPage<Values = AnyCustomFields> extends Page<Contact<Values>> {
  /** Definitions of the list's custom fields, in their order; empty where there are none. */
  readonly customFields: readonly CustomFieldDefinition[];

  readonly #fetchPage: FetchPage<ContactPage<Values>>;

  /** @internal */
  constructor(
    items: readonly Contact<Values>[],
    customFields: readonly CustomFieldDefinition[],
    pagination: Pagination,
    fetchPage: FetchPage<ContactPage<Values>>,
  ) {
    super(items, pagination, fetchPage);
    this.customFields = customFields;
    this.#fetchPage = fetchPage;
  }

  override async next(): Promise<ContactPage<Values> | undefined> {
    return this.hasNext ? this.#fetchPage(this.page + 1) : undefined;
  }
}

/** Endpoints whose contacts have these values. */
interface ContactEndpoints<Values> {
  readonly create: Endpoint<Contact<Values>>;
  readonly get: Endpoint<Contact<Values>>;
  readonly update: Endpoint<Contact<Values>>;
  readonly list: Endpoint<Listing<ContactPage<Values>>>;
}

const translation = {
  normalise: normaliseContact,
  present: (contact: Contact): Contact => contact,
};
const endpoints: ContactEndpoints<unknown> = {
  create: endpoint(operations.createContact, translation),
  get: endpoint(operations.getContact, translation),
  update: endpoint(operations.updateContact, translation),
  list: listEndpoint(operations.listContacts, {
    key: 'contacts',
    normaliseItem: normaliseContact,
    normalise: (page, body) => ({
      ...page,
      contactListCustomFields: byKey(
        toDefinitions(page['contactListCustomFields'] ?? body['contactListCustomFields']),
      ),
    }),
    open: ({ contacts, contactListCustomFields, pagination }, fetchPage) => {
      const definitions = Object.entries(contactListCustomFields).map(([key, rules]) => ({ key, ...rules }));
      return new ContactPage(contacts, definitions, pagination, fetchPage);
    },
  }),
};
const suppressContact = endpointWithoutPayload(operations.suppressContact, {
  doneBefore: 'ALREADY_SUPPRESSED',
});

/** The contacts of one list. */
export class Contacts<Values = AnyCustomFields, Defaulted extends PropertyKey = never> {
  readonly #caller: Caller;
  readonly #listId: string;
  // Definitions are known to the caller's compiler alone, so its word is taken for the values.
  readonly #endpoints = endpoints as ContactEndpoints<Values>;

  /** @internal */
  constructor(caller: Caller, listId: string) {
    this.#caller = caller;
    this.#listId = listId;
  }

  /**
   * Lists the contacts, newest first. Await it for one page, which also has the definitions of the
   * custom fields; loop over it with `for await` for every contact.
   *
   * @throws NotFoundError where there is no such list.
   */
  list(
    query: ListContactsQuery = {},
    options?: RequestOptions,
  ): PagePromise<Contact<Values>, ContactPage<Values>> {
    return this.#caller.list(this.#endpoints.list, { params: { listId: this.#listId }, query }, options);
  }

  /**
   * Adds a contact. Never repeated where it may have been added already.
   *
   * @throws ConflictError where the list already has the address.
   * @throws ValidationError where a custom field is unknown, missing or does not fit its type.
   */
  create(
    params: CreateContactParams<Values, Defaulted>,
    options?: RequestOptions,
  ): APIPromise<Contact<Values>> {
    return this.#caller.call(
      this.#endpoints.create,
      { params: { listId: this.#listId }, body: params },
      options,
    );
  }

  /** @throws NotFoundError where there is no such list, or no such contact in it. */
  get(id: string, options?: RequestOptions): APIPromise<Contact<Values>> {
    return this.#caller.call(this.#endpoints.get, { params: { listId: this.#listId, id } }, options);
  }

  /**
   * Changes what is given, all of it or nothing. An address cannot be changed.
   *
   * @throws NotFoundError where there is no such list, or no such contact in it.
   * @throws ValidationError where a custom field is unknown or does not fit its type.
   */
  update(
    id: string,
    params: UpdateContactParams<Values>,
    options?: RequestOptions,
  ): APIPromise<Contact<Values>> {
    return this.#caller.call(
      this.#endpoints.update,
      { params: { listId: this.#listId, id }, body: params },
      options,
    );
  }

  /**
   * Blocks all mail to the contact's address, in every list of the domain. It cannot be undone here.
   *
   * @throws ConflictError where it is suppressed already, unless an attempt of this very call may
   * have done it.
   */
  suppress(id: string, reason: SuppressionReason, options?: RequestOptions): APIPromise<void> {
    return this.#caller.call(
      suppressContact,
      { params: { listId: this.#listId, id }, body: { reason } },
      options,
    );
  }
}

function normaliseContact(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return { customFields: {}, ...withId(payload) };
}

function byKey(definitions: unknown): unknown {
  if (!Array.isArray(definitions)) return definitions;
  return Object.fromEntries(
    definitions.map((definition: unknown) => {
      const { key, ...rules } = fieldsOf(definition);
      return [key, rules];
    }),
  );
}
