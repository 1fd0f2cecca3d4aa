/* Which fields of a response must agree with each other, and with the request. */
import { addressResults, findItems, percentage } from '@mailrig/contract';
import { type StepRequest } from './step.ts';
import {
  type DeploymentResponse,
  dataOf,
  itemsOf,
  member,
  numberAt,
  paginationOf,
  textAt,
} from './response.ts';

/** Where a response contradicts itself: a path, and what is wrong there. */
export type Contradiction = readonly [path: string, says: string];

/** A field, others of the same object, and whether they agree. An object that lacks one of them is skipped. */
type Rule = readonly [
  field: string,
  others: readonly string[],
  agree: (value: never, ...others: never[]) => boolean,
];

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
  [
    'updatedAt',
    ['createdAt'],
    (updated: string, created: string) => !(Date.parse(updated) < Date.parse(created) - 1_000),
  ],
];

/** Where a response contradicts itself or its request. */
export function contradictionsIn(
  response: DeploymentResponse,
  request?: StepRequest,
): readonly Contradiction[] {
  const header = response.headers.get('x-request-id');
  const id = textAt(member(response.json, 'meta'), 'requestId');
  return [
    ...inObject(response.json, ''),
    ...inPage(response),
    ...(request && response.status < 300 ? beyondFilter(response, request) : []),
    ...(header !== null && id !== undefined && header !== id
      ? [['meta.requestId', 'another id than in X-Request-Id'] as const]
      : []),
  ];
}

function inObject(value: unknown, path: string): readonly Contradiction[] {
  if (typeof value !== 'object' || value === null) return [];
  const broken = rules.flatMap(([field, others, agree]): Contradiction[] => {
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

/** Items of a page that its request does not ask for: of another status, or more than its limit. */
function beyondFilter(response: DeploymentResponse, { path }: StepRequest): readonly Contradiction[] {
  const query = new URLSearchParams(path.split('?', 2)[1] ?? '');
  const [items, status, limit] = [itemsOf(response), query.get('status'), query.get('limit')];
  const other = items
    .map((item) => textAt(item, 'status'))
    .find((own) => own !== undefined && own !== status);
  const isLimit = /^[1-9]\d?$|^100$/.test(limit ?? '');
  return [
    ...(status && other !== undefined ? [['items.status', `${other} for status=${status}`] as const] : []),
    ...(isLimit && items.length > Number(limit)
      ? [['items', `${items.length} for limit=${limit}`] as const]
      : []),
  ];
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
