import {
  type Complete,
  type ContactList,
  type ContactListStats,
  type ContactStatus,
  type CustomFieldDefinition,
  type CustomFieldRules,
  formatTimestamp,
  type WireOptions,
} from '@mailrig/contract';
import type { ContactListRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { withNulls } from './nulls.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A list with its contacts counted. */
export interface CountedList {
  readonly list: ContactListRecord;
  readonly userId: string;
  /** Number of its contacts in each status. */
  readonly contacts: Readonly<Record<ContactStatus, number>>;
}

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
  const show = (counted: CountedList) => contactListOnWire(counted, options);
  const { listsContainer } = options;
  if (listsContainer === 'bare') return { data: page.items.map(show) };
  const pageContainer = listsContainer === 'nested' ? 'nested' : 'named';
  return pagePayload('lists', page, show, { pageContainer });
}

/** Definitions as an answer shows them: an array, or an object by key (A81, A82). */
export function definitionsOnWire(
  definitions: readonly CustomFieldDefinition[],
  shape: 'array' | 'map',
  options: WireOptions,
): unknown {
  const shown = definitions.map((definition) => withNulls(definition, ['defaultValue', 'options'], options));
  if (shape === 'array') return shown;
  return Object.fromEntries(shown.map(({ key, ...rules }): [string, CustomFieldRules] => [key, rules]));
}

function contactListOnWire(counted: CountedList, options: WireOptions): object {
  const { list, userId } = counted;
  const total = totalOf(counted);
  const record = {
    id: list.id,
    domainId: list.accountId,
    userId,
    name: list.name,
    ...(list.description !== undefined && { description: list.description }),
    ...(options.listCounters !== 'contactCount' && countersOnWire(counted, options)),
    ...(options.listCounters !== 'totals' && { contactCount: total }),
    tags: [],
    customFields: definitionsOnWire(list.customFields, options.listFields, options),
    createdAt: formatTimestamp(list.createdAt),
    updatedAt: formatTimestamp(list.updatedAt),
  };
  record satisfies Complete<typeof record, ContactList>;
  return withNulls<{ readonly description?: string }>(record, ['description'], options);
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
