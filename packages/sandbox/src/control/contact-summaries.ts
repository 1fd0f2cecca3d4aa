import { type ContactStatus, contactStatuses, formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { ContactRecord } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import { accountOf } from './context.ts';
import { notFound } from './control-error.ts';
import { type PageChoice, pageFields, type PageView, selectionPage } from './selection-page.ts';
import { textTest } from './text-test.ts';
import type { Verb } from './verb.ts';

/** A contact in one line, for long lists. */
export interface ContactSummary {
  readonly id: string;
  readonly listId: string;
  readonly email: string;
  /** Given and family name; empty if it has none. */
  readonly name: string;
  readonly status: ContactStatus;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
}

/** One page of a long list of contacts. */
export interface ContactSummariesView extends PageView {
  /** Newest first. */
  readonly contacts: readonly ContactSummary[];
}

/** Which page of which contacts; all conditions must hold. */
export interface ContactPage extends PageChoice {
  /** Id of a list (`lst_…`). Default: all lists of the account. */
  readonly list?: string | undefined;
  /** Current status. */
  readonly status?: ContactStatus | undefined;
  /** A part of the address or of the name; case does not matter. */
  readonly q?: string | undefined;
}

export const listContactSummaries: Verb<ContactPage, Promise<ContactSummariesView>> = {
  method: 'GET',
  path: '/contact-summaries',
  summary: 'Contacts of one list or of all, in one line each, newest first, page by page',
  input: z.object({
    list: z.optional(z.string()),
    status: z.optional(z.enum(contactStatuses, { error: `must be one of ${contactStatuses.join(', ')}` })),
    q: z.optional(z.string()),
    ...pageFields,
  }),
  run: async (context, { list, status, q, ...choice }) => {
    const { contactLists, contacts } = context.service.store;
    const all = contactLists.select(['account', accountOf(context).id]);
    const lists = all.newest(0, all.count).filter(({ id }) => list === undefined || id === list);
    if (list !== undefined && lists.length === 0) throw notFound(`contact list ${list}`);
    const named = textTest(q);
    const page = await selectionPage(
      context,
      contacts,
      (range) =>
        contacts.selectAll(
          lists.map(({ id }) => [
            status === undefined ? ['list', id] : ['status', scoped(id, status)],
            range,
          ]),
        ),
      choice,
      named && ((contact) => named(`${contact.email} ${nameOf(contact)}`)),
    );
    const { items, ...place } = page;
    return { contacts: items.map(summaryOf), ...place };
  },
};

function summaryOf(contact: ContactRecord): ContactSummary {
  const { id, listId, email, status, createdAt } = contact;
  return { id, listId, email, name: nameOf(contact), status, createdAt: formatTimestamp(createdAt) };
}

function nameOf({ firstName = '', lastName = '' }: ContactRecord): string {
  return `${firstName} ${lastName}`.trim();
}
