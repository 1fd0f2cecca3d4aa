/* Which fields of a response must agree with each other, and with the request. */
import { addressResults, type Fields, fieldsOf, parseMailbox, percentage, textAt } from '@mailrig/contract';
import { contradictionsInPage } from './pages.ts';
import { type Contradiction, type DeploymentResponse, itemsOf } from './response.ts';

/**
 * A field, others of the same object, and whether they agree. An object that lacks one of them is skipped, unless the
 * name ends with `?`.
 */
type Rule<T> = readonly [
  field: string,
  others: readonly string[],
  agree: (value: T, ...others: readonly T[]) => boolean,
];

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
const isAtLeast = (all: number, ...parts: readonly number[]) => all >= sum(parts);
const isShare = (share: number, part = 0, whole = 0) => Math.abs(share - percentage(part, whole)) <= 1;
const isResult = (value: unknown) => addressResults.some((one) => one === value);

const ofCounts: readonly Rule<number>[] = [
  ['page', ['total'], (page) => page >= 1],
  ['totalPages', ['total', 'limit'], (pages, total = 0, limit = 1) => pages === Math.ceil(total / limit)],
  ['hasNext', ['page', 'totalPages'], (has, page = 1, pages = 1) => Boolean(has) === page < pages],
  [
    'hasPrev',
    ['page', 'totalPages'],
    (has, page = 1, pages = 1) => page > pages || Boolean(has) === page > 1,
  ],
  [
    'cleanPercentage',
    ['cleanCount', 'dirtyCount', 'unknownCount'],
    (share, ...counts) => isShare(share, counts[0], sum(counts)),
  ],
  ['validPercentage', ['totalValid', 'totalVerified'], isShare],
  ['totalVerified', ['totalValid', 'totalInvalid', 'totalUnknown'], isAtLeast],
  ['totalContacts', ['activeContacts'], isAtLeast],
  ['totalContacts', ['activeContacts', 'suppressedContacts'], isAtLeast],
  ['contactCount', ['totalContacts'], (count, total) => count === total],
  ['totalEmails', ['processedEmails'], isAtLeast],
  ['progress', ['processedEmails', 'totalEmails'], isShare],
];

const isInOrder = (later: unknown, earlier: unknown) =>
  !(Date.parse(String(later)) < Date.parse(String(earlier)) - 1_000);
const inOrder = (later: string, earlier: string): Rule<unknown> => [later, [earlier], isInOrder];
/** The time that an email has in some states. */
const timeIn = (time: string, states: readonly unknown[]): Rule<unknown> => [
  `${time}?`,
  ['status', 'to'],
  (at, status) => at !== undefined || !states.includes(status),
];

const rules: readonly Rule<unknown>[] = [
  ...(ofCounts as readonly Rule<never>[] as readonly Rule<unknown>[]),
  ['isValid', ['result'], (isValid, result) => !isResult(result) || isValid === (result === 'valid')],
  ['status', ['result'], (status, result) => status !== 'clean' || !isResult(result) || result === 'valid'],
  ['results', ['status'], (_results, status) => status !== 'pending' && status !== 'processing'],
  ['subject', ['templateId'], (subject) => !/&(amp|lt|gt|quot|#39|#x27);/.test(String(subject))],
  inOrder('updatedAt', 'createdAt'),
  inOrder('sentAt', 'createdAt'),
  ...['deliveredAt', 'openedAt', 'clickedAt'].map((time) => inOrder(time, 'sentAt')),
  timeIn('sentAt', ['sent', 'delivered', 'bounced']),
  timeIn('deliveredAt', ['delivered']),
];

/** Where a response contradicts itself, the query of its request, or the whole list that was read before. */
export function contradictionsIn(
  response: DeploymentResponse,
  path = '',
  whole?: DeploymentResponse,
): readonly Contradiction[] {
  const id = textAt(fieldsOf(response.json)['meta'], 'requestId');
  const isOtherId = id !== undefined && id !== (response.headers.get('x-request-id') ?? id);
  return [
    ...inObject(response.json, ''),
    ...contradictionsInPage(response, new URLSearchParams(path.split('?', 2)[1]), whole),
    ...(isOtherId ? [['meta.requestId', 'another id than in X-Request-Id'] as const] : []),
  ];
}

function inObject(value: unknown, path: string): readonly Contradiction[] {
  if (typeof value !== 'object' || value === null) return [];
  const there = rules.filter(([field, [other = '']]) =>
    Object.hasOwn(value, field.endsWith('?') ? other : field),
  );
  const broken = there.flatMap(([field, others, agree]): readonly Contradiction[] => {
    const names = [field, ...others].map((name) => name.replace('?', ''));
    const [first, ...rest] = names.map((name) => fieldsOf(value)[name] ?? undefined);
    if (rest.includes(undefined) || (first === undefined && !field.endsWith('?')) || agree(first, ...rest))
      return [];
    const [shown, ...texts] = [first ?? 'absent', ...rest].map((one) =>
      typeof one === 'object' ? 'there' : String(one),
    );
    return [
      [path + names[0], `${shown} for ${others.map((name, at) => `${name} ${texts[at]}`).join(' and ')}`],
    ];
  });
  const inside = Object.entries(value).flatMap(([key, item]) =>
    inObject(item, `${path}${Array.isArray(value) ? '[]' : key}.`),
  );
  return [...broken, ...inside];
}

/** Where emails of a list are unlike what was sent. `sends` has the bodies of accepted sends by message id. */
export function unlikeSent(
  response: DeploymentResponse,
  sends: ReadonlyMap<unknown, Fields>,
): readonly Contradiction[] {
  const addresses = (value: unknown) =>
    String([value ?? []].flat().map((one) => parseMailbox(String(one))?.key));
  return itemsOf(response).flatMap((item): readonly Contradiction[] => {
    const sent = sends.get(item['messageId']);
    if (sent === undefined) return [];
    return ['from', 'subject', 'to', 'cc', 'bcc']
      .filter((name) =>
        /^(to|cc|bcc)$/.test(name)
          ? addresses(sent[name]) !== addresses(item[name])
          : sent[name] !== undefined && sent[name] !== item[name],
      )
      .map((name) => [`items.${name}`, 'unlike the email that was sent']);
  });
}
