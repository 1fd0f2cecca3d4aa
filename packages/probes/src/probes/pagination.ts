import { fieldsOf, type ListName, lists } from '@mailrig/contract';
import { type Answer, hasEnvelope, itemsOf, listOf, member, paginationOf, textAt } from '../answer.ts';
import { agreed, shows, undetermined } from '../finding.ts';
import { anyOf, formOf, outcome, type Probe, probe } from '../probe.ts';

/** Probes of lists: containers, pages, filters, order. */
export const pagination: readonly Probe[] = [
  formOf({
    name: 'page-container',
    question: 'How are pages of emails and contacts wrapped?',
    option: 'pageContainer',
    reads: ['emails', 'pageBeyondEnd', 'contacts', 'newListContacts'],
    parts: (answer, name) => pageOf(answer, name.endsWith('ontacts') ? 'listContacts' : 'listEmails'),
    silent: 'no page was answered',
  }),
  formOf({
    name: 'verifications-container',
    question: 'How are lists of verifications wrapped?',
    option: 'verificationsContainer',
    reads: ['verifications', 'verificationsAfter'],
    parts: (answer) => pageOf(answer, 'listVerifications'),
    silent: 'no page was answered',
  }),
  formOf({
    name: 'lists-container',
    question: 'How are contact lists wrapped?',
    option: 'listsContainer',
    reads: ['lists'],
    parts: (answer) => pageOf(answer, 'listContactLists'),
    silent: 'no page was answered',
  }),
  probe({
    name: 'neighbours',
    question: 'Which lists say whether pages follow and precede?',
    requirements: ['R43'],
    decisions: ['A30'],
    expected: 'yes',
    reads: 'verifications',
    conclude: (answer) => {
      const has = typeof member(paginationOf(answer), 'hasNext') === 'boolean';
      return shows(has ? 'yes' : 'no', `the list of verifications has ${has ? '' : 'no '}\`hasNext\``);
    },
  }),
  formOf({
    name: 'neighbours-elsewhere',
    question: 'Does the list of emails say whether pages follow?',
    option: 'neighbours',
    reads: ['emails', 'pageBeyondEnd'],
    parts: (answer) => [paginationOf(answer) ?? []].flat(),
    silent: 'no page was answered',
  }),
  probe({
    name: 'page-beyond-end',
    question: 'What does a page beyond the end get?',
    decisions: ['A32'],
    expected: '200, empty',
    reads: 'pageBeyondEnd',
    conclude: (answer) => {
      if (answer.status !== 200) return shows(String(answer.status), `it was answered with ${answer.status}`);
      const items = listOf(answer);
      if (!items) return undetermined('the page has no container that is known');
      const some = items.length > 0;
      return shows(some ? '200, with items' : '200, empty', `it has ${some ? 'items' : 'no items'}`);
    },
  }),
  outcome({
    name: 'limit-over-100',
    subject: 'a limit over 100',
    decisions: ['A31'],
    reads: 'limitOver100',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'limit-as-word',
    subject: 'a limit that is no number',
    decisions: ['A31'],
    reads: 'limitAsWord',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'page-zero',
    subject: 'page 0',
    decisions: ['A31'],
    reads: 'pageZero',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'unknown-filter-value',
    subject: 'a filter with an unknown status',
    decisions: ['A34'],
    reads: 'unknownStatus',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'basic-date',
    subject: 'a filter with a time in the basic form of ISO 8601',
    decisions: ['A118'],
    reads: 'basicDate',
    expected: '200',
  }),
  outcome({
    name: 'invalid-date',
    subject: 'a filter that is no date',
    requirements: ['R95'],
    decisions: ['A18'],
    reads: 'invalidDate',
    expected: '400 VALIDATION_ERROR',
  }),
  anyOf({
    name: 'order',
    question: 'In which order are lists?',
    decisions: ['A33'],
    expected: 'newest first',
    reads: ['emails', 'contacts', 'verificationsAfter', 'verifications'],
    conclude: (answers) =>
      agreed(
        answers.map(orderOf),
        (order) => `lists are ordered ${order}`,
        'no list has two items of different age',
      ),
  }),
];

/** A page with the name of its items. Without an envelope it has none of the known forms. */
function pageOf(answer: Answer, list: ListName): readonly unknown[] {
  return [hasEnvelope(answer) && { ...fieldsOf(answer.json), items: lists[list].items }];
}

function orderOf(answer: Answer): string | undefined {
  const times = itemsOf(answer).flatMap((item) => textAt(item, 'createdAt') ?? []);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const sorted = times.toSorted();
  if (String(times) === String(sorted.toReversed())) return 'newest first';
  return String(times) === String(sorted) ? 'oldest first' : 'otherwise';
}
