import type { WireOption, WireOptions } from '../wire-options.ts';
import { confirmResult } from './attachments.ts';
import { definitions } from './contacts.ts';
import { emailContainer } from './emails.ts';
import type { Sign } from './form.ts';
import { containerSigns, neighbours } from './pages.ts';
import { fieldForms } from './records.ts';
import { batchResults } from './verification.ts';

/** Options whose values one part of an answer does not show by its form. Their probes compare, or read a status or an id. */
type Formless =
  | 'authError'
  | 'ids'
  | 'listCounting'
  | 'rateLimitCode'
  | 'replay'
  | 'sendErrorStatus'
  | 'successStatus';

/** A wire option that gives a record, or a part of it, its form. */
export type FormOption = Exclude<WireOption, Formless>;

/** What answers show of each value of an option. */
export const signs: { readonly [Option in FormOption]: Readonly<Record<WireOptions[Option], Sign>> } = {
  ...fieldForms,
  nulls: {
    omit: { words: 'fields without a value are left out', takes: (value) => value === undefined },
    explicit: { words: 'fields without a value are null', takes: (value) => value === null },
  },
  pageContainer: containerSigns('listEmails'),
  verificationsContainer: containerSigns('listVerifications'),
  listsContainer: containerSigns('listContactLists'),
  neighbours,
  confirmResult,
  emailContainer,
  batchResults,
  listFields: definitions,
  contactListFields: definitions,
};
