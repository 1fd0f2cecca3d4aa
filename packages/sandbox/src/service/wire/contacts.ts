import {
  type Contact,
  type CustomFieldDefinition,
  definitions,
  formatTimestamp,
  type WireOptions,
  writeRecord,
} from '@mailrig/contract';
import type { Complete, Within } from '@mailrig/contract/checking';
import type { ContactRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A contact with the definitions that its list has now. */
export interface DefinedContact {
  readonly contact: ContactRecord;
  readonly definitions: readonly CustomFieldDefinition[];
}

/** A page of the contacts of a list, with the definitions of the list. */
export interface ContactsOfList extends PageOf<ContactRecord> {
  readonly definitions: readonly CustomFieldDefinition[];
}

/** The response with a contact. */
export function contactPayload(defined: DefinedContact, options: WireOptions): Payload {
  return { data: writeRecord('Contact', contactOnWire(defined), options) };
}

/** The response with a page of contacts, next to the definitions of their list (A82). */
export function contactPagePayload(
  { definitions: defined, ...page }: ContactsOfList,
  options: WireOptions,
): Payload {
  const show = (contact: ContactRecord) => contactPayload({ contact, definitions: defined }, options).data;
  const contactListCustomFields = definitions[options.contactListFields].write(defined, options);
  return pagePayload('listContacts', page, show, options, { contactListCustomFields });
}

/** A contact on the wire. Values of fields that the list no longer defines stay hidden (A88). */
export function contactOnWire({ contact, definitions }: DefinedContact): Contact {
  const { accountId, listId, addressKey: _key, suppressionReason: _reason, ...shown } = contact;
  const { customFields, createdAt, updatedAt, unsubscribedAt, consentTimestamp, ...fields } = shown;
  const values = definitions.flatMap(({ key }) => {
    const value = Object.hasOwn(customFields, key) ? customFields[key] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  fields satisfies Within<typeof fields, Contact>;
  const onWire = {
    ...fields,
    domainId: accountId,
    contactListId: listId,
    customFields: Object.fromEntries(values),
    createdAt: formatTimestamp(createdAt),
    updatedAt: formatTimestamp(updatedAt),
    subscribedAt: formatTimestamp(createdAt),
    ...(unsubscribedAt !== undefined && { unsubscribedAt: formatTimestamp(unsubscribedAt) }),
    ...(consentTimestamp !== undefined && { consentTimestamp: formatTimestamp(consentTimestamp) }),
  };
  onWire satisfies Complete<typeof onWire, Contact>;
  return onWire;
}
