import {
  type Contact as DocumentedContact,
  type CreateContactBody,
  type CustomFieldDefinition,
  contactOperations,
  type Pagination,
  readContact,
  readContactPageSchema,
  type UpdateContactBody,
} from '@mailrig/contract';
import type { AnyCustomFields, CustomFieldUpdates, NewCustomFields } from './custom-fields.ts';
import { type Endpoint, endpoint, endpointWithoutPayload } from './endpoint.ts';
import { type FetchPage, listEndpoint, type Listing, Page } from './page.ts';

/** A person on a list. `Values` is the type of the custom fields. */
export interface Contact<Values = AnyCustomFields> extends Omit<DocumentedContact, 'customFields'> {
  /** Values of the fields that the list defines now. Empty if there are none. */
  readonly customFields: Values;
}

/** Fields of a new contact, without its custom fields. */
export interface CreateContactBase extends Omit<CreateContactBody, 'customFields'> {
  /** Bare address, unique in the list, ignoring case. It can never be changed. */
  readonly email: string;
}

/** A contact to add. `Defaulted` are the keys of custom fields that have a default and may be left out. */
export type CreateContactParams<
  Values = AnyCustomFields,
  Defaulted extends PropertyKey = never,
> = CreateContactBase &
  ({} extends NewCustomFields<Values, Defaulted>
    ? { readonly customFields?: NewCustomFields<Values, Defaulted> | undefined }
    : { readonly customFields: NewCustomFields<Values, Defaulted> });

/** Changes to a contact. Absent fields stay as they are. */
export interface UpdateContactParams<Values = AnyCustomFields> extends Omit<
  UpdateContactBody,
  'customFields'
> {
  /** Merged into the present values. `null` clears a field, also a required one (A87). */
  readonly customFields?: CustomFieldUpdates<Values> | undefined;
}

/** One page of contacts, with the definitions of their custom fields. */
export class ContactPage<Values = AnyCustomFields> extends Page<Contact<Values>> {
  /** Definitions of the list's custom fields, in their order. Empty if there are none. */
  readonly customFields: readonly CustomFieldDefinition[];

  /** @internal */
  constructor(
    items: readonly Contact<Values>[],
    customFields: readonly CustomFieldDefinition[],
    pagination: Pagination,
    fetchPage: FetchPage<ContactPage<Values>>,
  ) {
    super(items, pagination, fetchPage);
    this.customFields = customFields;
  }
}

/** The endpoints, typed for the custom fields of one list. */
export interface ContactEndpoints<Values> {
  readonly create: Endpoint<Contact<Values>>;
  readonly get: Endpoint<Contact<Values>>;
  readonly update: Endpoint<Contact<Values>>;
  readonly list: Endpoint<Listing<ContactPage<Values>>>;
}

const translation = { normalise: readContact, present: (contact: DocumentedContact): Contact => contact };
export const contactEndpoints: ContactEndpoints<unknown> = {
  create: endpoint(contactOperations.createContact, {
    ...translation,
    many: { method: 'contacts(…).importMany' },
  }),
  get: endpoint(contactOperations.getContact, translation),
  update: endpoint(contactOperations.updateContact, translation),
  list: listEndpoint(
    { ...contactOperations.listContacts, response: readContactPageSchema },
    {
      key: 'contacts',
      normaliseItem: readContact,
      open: ({ contacts, contactListCustomFields, pagination }, fetchPage) =>
        new ContactPage(contacts, contactListCustomFields, pagination, fetchPage),
    },
  ),
};
export const suppressContact = endpointWithoutPayload(contactOperations.suppressContact, {
  doneBefore: 'ALREADY_SUPPRESSED',
});

export const deleteContact = endpointWithoutPayload(contactOperations.deleteContact, {
  doneBefore: 'CONTACT_NOT_FOUND',
});
