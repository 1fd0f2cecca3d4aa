import { type Fields, isObject } from '@mailrig/contract';
import {
  type Answer,
  dataOf,
  inactiveOf,
  itemsOf,
  member,
  membersAt,
  numberAt,
  paginationOf,
  succeeded,
} from '../answer.ts';
import { shows, undetermined } from '../finding.ts';
import { eachOf, formOf, outcome, type Probe, probe, statusOf } from '../probe.ts';

/** Probes of contact lists and contacts. */
export const contacts: readonly Probe[] = [
  formOf({
    name: 'list-counters',
    question: 'Which counters does a contact list have?',
    requirements: ['R118'],
    option: 'listCounters',
    reads: ['lists', 'createList'],
    parts: listsOf,
    silent: 'no contact list is known',
  }),
  eachOf({
    name: 'list-counting',
    question: 'What counts as suppressed in a list?',
    requirements: ['R130'],
    decisions: ['A123'],
    option: 'listCounting',
    reads: ['lists', 'suppressedContacts'],
    conclude: ({ lists, suppressedContacts: page }) => {
      const list = lists && listsOf(lists).find((one) => (inactiveOf(one) ?? 0) > 0);
      const suppressed = list && numberAt(list, 'suppressedContacts');
      if (!list || suppressed === undefined) {
        return undetermined('no list is known in which contacts are counted that are not active');
      }
      if (suppressed !== inactiveOf(list))
        return shows('by-status', 'some contacts are neither active nor suppressed');
      const total = page && numberAt(paginationOf(page), 'total');
      const isFiltered = page && itemsOf(page).every(({ status }) => status === 'suppressed');
      if (total === undefined || !isFiltered || total > suppressed)
        return undetermined('the suppressed contacts of the list are not known');
      return total === suppressed
        ? undetermined('all contacts of the list that are not active are suppressed')
        : shows('active-or-suppressed', 'more contacts are counted as suppressed than have that status');
    },
  }),
  formOf({
    name: 'list-fields',
    question: 'How does a contact list show its custom fields?',
    option: 'listFields',
    reads: ['lists', 'createList'],
    parts: (answer) => membersAt('customFields', ...listsOf(answer)),
    silent: 'no contact list is known',
  }),
  formOf({
    name: 'contact-list-fields',
    question: 'How does a page of contacts show the custom fields of its list?',
    requirements: ['R153'],
    option: 'contactListFields',
    reads: ['contacts', 'newListContacts'],
    parts: (answer) => membersAt('contactListCustomFields', dataOf(answer), answer.json),
    silent: 'no page of contacts has them',
  }),
  outcome({
    name: 'unknown-list',
    subject: 'a request for the contacts of an unknown list',
    requirements: ['R140'],
    reads: 'unknownList',
    expected: '404 LIST_NOT_FOUND',
  }),
  outcome({
    name: 'list-without-name',
    subject: 'a new list without a name',
    requirements: ['R119'],
    reads: 'createListWithoutName',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'contact-twice',
    subject: 'the address of a contact once more, in capitals',
    requirements: ['R138'],
    decisions: ['A93'],
    reads: 'createContactAgain',
    expected: '409 CONTACT_ALREADY_EXISTS',
  }),
  outcome({
    name: 'unknown-custom-field',
    subject: 'a contact with a field that its list lacks',
    requirements: ['R145'],
    reads: 'createContactWithUnknownField',
    expected: '400 INVALID_CUSTOM_FIELD',
  }),
  probe({
    name: 'contact-source',
    question: 'What is the source of a contact that has none?',
    decisions: ['A91'],
    expected: 'api',
    reads: 'createContact',
    conclude: (answer) => {
      if (!succeeded(answer)) return undetermined('no contact was created');
      const source = sources.find((word) => word === member(dataOf(answer), 'source')) ?? 'another word';
      return shows(source, `the source of a new contact is ${source}`);
    },
  }),
  probe({
    name: 'updated-contact',
    question: 'Is an updated contact returned whole?',
    requirements: ['R157'],
    decisions: ['A91'],
    expected: 'whole',
    reads: 'updateContact',
    conclude: (answer) => {
      if (!succeeded(answer)) return undetermined('no contact was updated');
      const whole = ['id', 'email', 'firstName', 'subscriptionToken', 'contactListId'].every(
        (name) => member(dataOf(answer), name) !== undefined,
      );
      return whole
        ? shows('whole', 'an update returns the contact')
        : shows('in part', 'an update returns less');
    },
  }),
  statusOf({
    name: 'suppress',
    subject: 'a suppression',
    requirements: ['R164'],
    decisions: ['A95'],
    reads: 'suppress',
    expected: '204',
  }),
  outcome({
    name: 'suppress-twice',
    subject: 'a second suppression',
    requirements: ['R167'],
    reads: 'suppressAgain',
    expected: '409 ALREADY_SUPPRESSED',
  }),
];

/** Usual sources of a contact. Any other word may be a secret of the deployment. */
const sources = ['api', 'import', 'form', 'manual'];

/** The contact lists of an answer: a list of them, or a new one. */
function listsOf(answer: Answer): readonly Fields[] {
  const data = dataOf(answer);
  return isObject(data) && 'name' in data ? [data] : itemsOf(answer);
}
