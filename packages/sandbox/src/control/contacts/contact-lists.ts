import { type ContactStatus, type CustomFieldDefinition, formatTimestamp } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { contactsByStatus } from '../../service/rules/contact-status.ts';
import { present } from '../../service/state/copy.ts';
import type { ContactListRecord } from '../../service/state/records.ts';
import { accountOf, type ControlContext, ScopedControls } from '../context.ts';
import { invoke, type Verb } from '../verb.ts';

/** A contact list with its fields and its numbers. */
export interface ContactListView {
  /** Id of the list (`lst_…`). */
  readonly id: string;
  /** Name of the list. */
  readonly name: string;
  /** What the list is for. */
  readonly description?: string;
  /** The fields that its contacts may have beyond the usual ones. */
  readonly customFields: readonly CustomFieldDefinition[];
  /** Number of its contacts in each status. */
  readonly contacts: Readonly<Record<ContactStatus, number>>;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export const listContactLists: Verb<void, { readonly lists: readonly ContactListView[] }> = {
  method: 'GET',
  path: '/contact-lists',
  summary: 'All contact lists of the account with their fields and the number of contacts by status',
  run: (context) => {
    const lists = context.service.store.contactLists.select(['account', accountOf(context).id]);
    return { lists: lists.newest(0, lists.count).map((list) => listView(context, list)) };
  },
};

function listView({ service }: ControlContext, list: ContactListRecord): ContactListView {
  const { accountId: _account, createdAt, updatedAt, ...shown } = list;
  shown satisfies Within<typeof shown, ContactListView>;
  return present({
    ...shown,
    contacts: contactsByStatus(service.store, list.id),
    createdAt: formatTimestamp(createdAt),
    updatedAt: formatTimestamp(updatedAt),
  });
}

/** The contact lists of an account. */
export class ContactListControls extends ScopedControls {
  /** Newest first. */
  list(): readonly ContactListView[] {
    return invoke(listContactLists, this.context, {}).lists;
  }
}
