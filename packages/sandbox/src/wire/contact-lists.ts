import { type CustomFieldDefinition, type CustomFieldRules, formatTimestamp } from '@mailrig/contract';
import type { ContactListRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import type { WireOptions } from './options.ts';
import { type PageOf, pagePayload } from './page.ts';

/** A list with its contacts counted. */
export interface CountedList {
  readonly list: ContactListRecord;
  readonly userId: string;
  readonly total: number;
  readonly active: number;
  readonly suppressed: number;
}

export function contactListPayload(counted: CountedList, options: WireOptions): Payload {
  return { data: contactListOnWire(counted, options) };
}

/** All lists as an array, or a page of them (A37). */
export function contactListsPayload(page: PageOf<CountedList>, options: WireOptions): Payload {
  const show = (counted: CountedList) => contactListOnWire(counted, options);
  if (options.listsContainer === 'bare') return { data: page.items.map(show) };
  return pagePayload('lists', page, show, options);
}

/** Definitions as a list shows them: an array, or an object by key (A81). */
export function definitionsOnWire(
  definitions: readonly CustomFieldDefinition[],
  shape: 'array' | 'map',
): unknown {
  if (shape === 'array') return definitions;
  return Object.fromEntries(definitions.map(({ key, ...rules }): [string, CustomFieldRules] => [key, rules]));
}

function contactListOnWire(
  { list, userId, total, active, suppressed }: CountedList,
  options: WireOptions,
): object {
  const { listCounters } = options;
  return {
    id: list.id,
    domainId: list.accountId,
    userId,
    name: list.name,
    ...(list.description !== undefined && { description: list.description }),
    ...(listCounters !== 'contactCount' && {
      totalContacts: total,
      activeContacts: active,
      suppressedContacts: suppressed,
    }),
    ...(listCounters !== 'totals' && { contactCount: total }),
    tags: [],
    customFields: definitionsOnWire(list.customFields, options.listFields),
    createdAt: formatTimestamp(list.createdAt),
    updatedAt: formatTimestamp(list.updatedAt),
  };
}
