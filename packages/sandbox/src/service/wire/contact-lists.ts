import {
  type ContactList,
  type ContactListStats,
  type ContactStatus,
  definitions,
  formatTimestamp,
  type WireOptions,
  writeRecord,
} from '@mailrig/contract';
import type { Whole } from '@mailrig/contract/checking';
import type { ContactListRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A list with its contacts counted. */
export interface CountedList {
  readonly list: ContactListRecord;
  readonly userId: string;
  readonly contacts: Readonly<Record<ContactStatus, number>>;
}

/** The response with a contact list. */
export function contactListPayload(counted: CountedList, options: WireOptions): Payload {
  return { data: contactListOnWire(counted, options) };
}

/** The contacts of a list by status (A126). */
export function contactListStatsPayload(counted: CountedList, options: WireOptions): Payload {
  const { unsubscribed, bounced, complained } = counted.contacts;
  const data: ContactListStats = {
    ...countersOnWire(counted, options),
    unsubscribedContacts: unsubscribed,
    bouncedContacts: bounced,
    complainedContacts: complained,
  };
  return { data };
}

/** All lists as an array, or a page of them (A37). */
export function contactListsPayload(page: PageOf<CountedList>, options: WireOptions): Payload {
  return pagePayload('listContactLists', page, (counted) => contactListOnWire(counted, options), options);
}

function contactListOnWire(counted: CountedList, options: WireOptions): object {
  const { list, userId } = counted;
  const record = {
    id: list.id,
    domainId: list.accountId,
    userId,
    name: list.name,
    description: list.description,
    ...countersOnWire(counted, options),
    contactCount: totalOf(counted),
    tags: [],
    customFields: definitions[options.listFields].write(list.customFields, options),
    createdAt: formatTimestamp(list.createdAt),
    updatedAt: formatTimestamp(list.updatedAt),
  } satisfies Whole<ContactList, 'customFields'>;
  return writeRecord('ContactList', record, options);
}

/** Contacts by status, or with every contact that is not active counted as suppressed (A123). */
function countersOnWire(counted: CountedList, { listCounting }: WireOptions) {
  const total = totalOf(counted);
  const { active, suppressed } = counted.contacts;
  return {
    totalContacts: total,
    activeContacts: active,
    suppressedContacts: listCounting === 'by-status' ? suppressed : total - active,
  };
}

function totalOf({ contacts }: CountedList): number {
  return Object.values(contacts).reduce((sum, count) => sum + count, 0);
}
