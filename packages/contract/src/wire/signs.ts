import type { WireOption } from '../wire-options.ts';
import { confirmResult } from './attachments.ts';
import { definitions } from './contacts.ts';
import { emailContainer } from './emails.ts';
import type { Sign } from './form.ts';
import { containerSigns } from './pages.ts';
import { fieldOptions } from './records.ts';
import { batchResults } from './verification.ts';

/** What answers show of each value, for the options whose values one answer can tell apart. */
export const signs: { readonly [Option in WireOption]?: Readonly<Record<string, Sign>> } = {
  nulls: {
    omit: { words: 'fields without a value are left out', takes: (value) => value === undefined },
    explicit: { words: 'fields without a value are null', takes: (value) => value === null },
  },
  pageContainer: containerSigns('listEmails'),
  verificationsContainer: containerSigns('listVerifications'),
  listsContainer: containerSigns('listContactLists'),
  confirmResult,
  emailContainer,
  batchResults,
  listFields: definitions,
  contactListFields: definitions,
  ...Object.fromEntries(Object.entries(fieldOptions).map(([option, { forms }]) => [option, forms])),
};
