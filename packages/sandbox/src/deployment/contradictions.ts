/* Which fields of a response must agree with each other, and with the request. */
import { addressResults, type Fields, findItems, parseMailbox, percentage } from '@mailrig/contract';
import { outsideWhole } from './pages.ts';
import {
  type Contradiction,
  type DeploymentResponse,
  dataOf,
  itemsOf,
  member,
  numberAt,
  paginationOf,
  textAt,
} from './response.ts';

/** A field, others of the same object, and whether they agree. An object that lacks one of them is skipped. */
type Rule = readonly [
  field: string,
  others: readonly string[],
  agree: (value: never, ...others: never[]) => boolean,
];

const inOrder = (later: string, earlier: string) => !(Date.parse(later) < Date.parse(earlier) - 1_000);
const isResult = (value: unknown) => addressResults.some((one) => one === value);
const isShare = (share: unknown, part: number, whole: number) =>
  typeof share === 'number' && Math.abs(share - percentage(part, whole)) <= 1;

const rules: readonly Rule[] = [
  ['page', ['total'], (page: number) => page >= 1],
  [
    'totalPages',
    ['total', 'limit'],
    (pages: number, total: number, limit: number) => pages === Math.ceil(total / limit),
  ],
  ['hasNext', ['page', 'totalPages'], (has: boolean, page: number, pages: number) => has === page < pages],
  [
    'hasPrev',
    ['page', 'totalPages'],
    (has: boolean, page: number, pages: number) => page > pages || has === page > 1,
  ],
  [
    'isValid',
    ['result'],
    (valid: boolean, result: string) => !isResult(result) || valid === (result === 'valid'),
  ],
  [
    'status',
    ['result'],
    (status: string, result: string) => status !== 'clean' || !isResult(result) || result === 'valid',
  ],
  [
    'cleanPercentage',
    ['cleanCount', 'dirtyCount', 'unknownCount'],
    (share: unknown, clean: number, dirty: number, unknown: number) =>
      isShare(share, clean, clean + dirty + unknown),
  ],
  ['validPercentage', ['totalValid', 'totalVerified'], isShare],
  [
    'totalVerified',
    ['totalValid', 'totalInvalid', 'totalUnknown'],
    (all: number, ...parts: number[]) => all >= parts.reduce((sum, part) => sum + part, 0),
  ],
  ['totalContacts', ['activeContacts'], (all: number, active: number) => all >= active],
  [
    'totalContacts',
    ['activeContacts', 'suppressedContacts'],
    (all: number, active: number, suppressed: number) => all >= active + suppressed,
  ],
  ['contactCount', ['totalContacts'], (count: number, total: number) => count === total],
  ['processedEmails', ['totalEmails'], (processed: number, total: number) => processed <= total],
  ['progress', ['processedEmails', 'totalEmails'], isShare],
  [
    'results',
    ['status'],
    (_results: object, status: string) => status !== 'pending' && status !== 'processing',
  ],
  ['updatedAt', ['createdAt'], inOrder],
  ['sentAt', ['createdAt'], inOrder],
  ['deliveredAt', ['sentAt'], inOrder],
  ['openedAt', ['sentAt'], inOrder],
  ['clickedAt', ['sentAt'], inOrder],
  ['subject', ['templateId'], (subject: string) => !/&(amp|lt|gt|quot|#39|#x27);/.test(subject)],
];

/**
 * Where a response contradicts itself, its request, or the whole list that was read before.
 *
 * @param path The path of the request, with its query.
 */
export function contradictionsIn(
  response: DeploymentResponse,
  path = '',
  whole?: DeploymentResponse,
): readonly Contradiction[] {
  const header = response.headers.get('x-request-id');
  const id = textAt(member(response.json, 'meta'), 'requestId');
  return [
    ...inObject(response.json, ''),
    ...inPage(response),
    ...(response.status < 300
      ? outsideWhole(response, new URLSearchParams(path.split('?', 2)[1] ?? ''), whole)
      : []),
    ...(header !== null && id !== undefined && header !== id
      ? [['meta.requestId', 'another id than in X-Request-Id'] as const]
      : []),
  ];
}

function inObject(value: unknown, path: string): readonly Contradiction[] {
  if (typeof value !== 'object' || value === null) return [];
  const there = rules.filter(([field]) => Object.hasOwn(value, field));
  const broken = there.flatMap(([field, others, agree]): Contradiction[] => {
    const values = [field, ...others].map((name) => member(value, name) ?? undefined);
    if (values.includes(undefined) || agree(...(values as [never, ...never[]]))) return [];
    const [own, ...rest] = values.map((one) => (typeof one === 'object' ? 'there' : String(one)));
    return [
      [path + field, `${own} for ${others.map((name, index) => `${name} ${rest[index]}`).join(' and ')}`],
    ];
  });
  const inside = Object.entries(value).flatMap(([key, item]) =>
    inObject(item, `${path}${Array.isArray(value) ? '[]' : key}.`),
  );
  return [...broken, ...inside];
}

/** The times that an email has in a state. */
const timesIn: Readonly<Record<string, readonly string[]>> = {
  sent: ['sentAt'],
  delivered: ['sentAt', 'deliveredAt'],
  bounced: ['sentAt'],
};

/** Emails of a list without the times of their state, or unlike what was sent. */
export function unlikeSent(
  response: DeploymentResponse,
  sends: ReadonlyMap<unknown, Fields>,
): readonly Contradiction[] {
  const addresses = (value: unknown) =>
    String([value ?? []].flat().map((one) => parseMailbox(String(one))?.key));
  return itemsOf(response).flatMap((item): Contradiction[] => {
    const sent = sends.get(item['messageId']) ?? {};
    const other = ['from', 'subject', 'to', 'cc', 'bcc'].filter((name) =>
      /^(to|cc|bcc)$/.test(name)
        ? addresses(sent[name]) !== addresses(item[name])
        : sent[name] !== undefined && sent[name] !== item[name],
    );
    return [
      ...(timesIn[String(item['status'])] ?? []).flatMap((name): Contradiction[] =>
        typeof item[name] === 'string'
          ? []
          : [[`items.${name}`, `absent for status ${String(item['status'])}`]],
      ),
      ...(sends.has(item['messageId']) ? other : []).map((name): Contradiction => [
        `items.${name}`,
        'unlike the email that was sent',
      ]),
    ];
  });
}

/** Items of a page: as many as the counts say, each once. */
function inPage(response: DeploymentResponse): readonly Contradiction[] {
  if (findItems(dataOf(response)) === undefined) return [];
  const items = itemsOf(response);
  const [page, limit, total] = ['page', 'limit', 'total'].map((name) =>
    numberAt(paginationOf(response), name),
  );
  const ids = items.flatMap((item) => textAt(item, 'id') ?? []);
  const due =
    page === undefined || limit === undefined || total === undefined
      ? items.length
      : Math.max(0, Math.min(limit, total - (page - 1) * limit));
  return [
    ...(items.length === due
      ? []
      : [['pagination.total', `${items.length} items where ${due} are due`] as const]),
    ...(new Set(ids).size === ids.length ? [] : [['items.id', 'an id is there twice'] as const]),
  ];
}
