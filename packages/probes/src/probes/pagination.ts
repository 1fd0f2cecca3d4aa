import {
  type Answer,
  dataOf,
  hasEnvelope,
  isObject,
  itemsOf,
  listOf,
  member,
  paginationOf,
  succeeded,
  textAt,
} from '../answer.ts';
import { agreed, showsOther, type Finding, shows, undetermined } from '../finding.ts';
import { anyOf, eachOf, outcome, type Probe, probe } from '../probe.ts';
import type { RequestName } from '../requests.ts';

/** The pages that are read, each with the name of its items in the document. */
const pages: readonly (readonly [RequestName, items: string])[] = [
  ['emails', 'emails'],
  ['pageBeyondEnd', 'emails'],
  ['contacts', 'contacts'],
  ['newListContacts', 'contacts'],
];

/** Probes of lists: containers, pages, filters, order. */
export const pagination: readonly Probe[] = [
  eachOf({
    name: 'page-container',
    question: 'How are pages of emails and contacts wrapped?',
    decisions: ['A29'],
    option: 'pageContainer',
    reads: pages.map(([name]) => name),
    conclude: (answers) => {
      const known = pages.flatMap(([name, items]) => {
        const answer = answers[name];
        return answer ? [{ answer, items }] : [];
      });
      return containerShownBy(known);
    },
  }),
  anyOf({
    name: 'verifications-container',
    question: 'How are lists of verifications wrapped?',
    decisions: ['A130'],
    option: 'verificationsContainer',
    reads: ['verifications', 'verificationsAfter'],
    conclude: (answers) => containerShownBy(answers.map((answer) => ({ answer, items: 'items' }))),
  }),
  probe({
    name: 'lists-container',
    question: 'How are contact lists wrapped?',
    decisions: ['A37'],
    option: 'listsContainer',
    reads: 'lists',
    conclude: (answer) => {
      if (!succeeded(answer)) return undetermined(`it was answered with ${answer.status}`);
      const container = containerOf(answer, 'lists');
      if (!hasEnvelope(answer)) return showsOther('the answer has no envelope');
      if (container === 'unknown') return showsOther('the contact lists have no container that is known');
      if (container === 'nested') return shows('nested', 'contact lists are at `data.data`');
      if (container === 'named') return shows('paginated', 'contact lists are at `data.lists`');
      if (paginationOf(answer)) return showsOther('contact lists are an array next to a `pagination`');
      return shows('bare', 'contact lists are an array');
    },
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
  probe({
    name: 'neighbours-elsewhere',
    question: 'Does the list of emails say whether pages follow?',
    decisions: ['A30'],
    expected: 'no',
    reads: 'emails',
    conclude: (answer) => {
      const has = member(paginationOf(answer), 'hasNext') !== undefined;
      return shows(has ? 'yes' : 'no', `the list of emails has ${has ? '' : 'no '}\`hasNext\``);
    },
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

const containers: Readonly<Record<string, string>> = {
  named: 'the items of a page have a name in `data`',
  bare: 'the items of a page are `data` itself',
  nested: 'the items of a page are at `data.data`',
};

/** The container that all pages have, whose items have these names in the document. */
function containerShownBy(pagesOf: readonly { readonly answer: Answer; readonly items: string }[]): Finding {
  const known = pagesOf.filter(({ answer }) => succeeded(answer));
  if (!known.every(({ answer }) => hasEnvelope(answer))) return showsOther('pages have no envelope');
  const found = known.map(({ answer, items }) => containerOf(answer, items));
  if (found.includes('unknown')) return showsOther('a page has no container that is known');
  return agreed(found, (container) => containers[container] ?? container, 'no page was answered');
}

/** How the items of a list are wrapped, which have this name in the document. */
function containerOf(answer: Answer, items: string): string {
  const data = dataOf(answer);
  if (Array.isArray(data)) return 'bare';
  const arrays = isObject(data) ? [items, 'data'].filter((name) => Array.isArray(data[name])) : [];
  if (arrays.length !== 1) return 'unknown';
  return arrays[0] === items ? 'named' : 'nested';
}

function orderOf(answer: Answer): string | undefined {
  const times = itemsOf(answer).flatMap((item) => textAt(item, 'createdAt') ?? []);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const sorted = times.toSorted();
  if (String(times) === String(sorted.toReversed())) return 'newest first';
  return String(times) === String(sorted) ? 'oldest first' : 'otherwise';
}
