import { addressResults, findItems, isObject, percentage } from '@mailrig/contract';
import { type Answer, dataOf, member, numberAt, paginationOf, textAt } from './answer.ts';

/** Where a response contradicts itself: a path, and what is wrong there. */
export type Contradiction = readonly [path: string, says: string];

/** What every object of a response must agree on. */
const rules: readonly ((value: object) => readonly (Contradiction | false)[])[] = [
  (value) => {
    const [limit, total, pages] = ['limit', 'total', 'totalPages'].map((name) => numberAt(value, name));
    const page = numberAt(value, 'page');
    if (page === undefined || limit === undefined || total === undefined || pages === undefined) return [];
    const { hasNext, hasPrev } = value as { hasNext?: unknown; hasPrev?: unknown };
    return [
      pages !== Math.ceil(total / limit) && ['totalPages', `${pages} pages of ${limit} for ${total} items`],
      typeof hasNext === 'boolean' &&
        hasNext !== page < pages && ['hasNext', `${hasNext} on page ${page} of ${pages}`],
      typeof hasPrev === 'boolean' &&
        page <= pages &&
        hasPrev !== page > 1 && ['hasPrev', `${hasPrev} on page ${page}`],
      page < 1 && ['page', `page ${page}`],
    ];
  },
  (value) => {
    const { isValid, result, status, riskScore } = value as Record<string, unknown>;
    const isResult = addressResults.some((one) => one === result);
    return [
      isResult &&
        isValid !== undefined &&
        isValid !== (result === 'valid') && ['isValid', `${String(isValid)} for ${String(result)}`],
      isResult && status === 'clean' && result !== 'valid' && ['status', `clean for ${String(result)}`],
      riskScore !== undefined &&
        riskScore !== null &&
        !isPercent(riskScore, true) && ['riskScore', 'no whole number from 0 to 100'],
    ];
  },
  (value) => {
    const counts = ['cleanCount', 'dirtyCount', 'unknownCount'].map((name) => numberAt(value, name));
    const share = (value as { cleanPercentage?: unknown }).cleanPercentage;
    const [clean = 0] = counts;
    if (share === undefined || counts.includes(undefined)) return [];
    const whole = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    return [
      (typeof share !== 'number' || Math.abs(share - percentage(clean, whole)) > 1) && [
        'cleanPercentage',
        `${String(share)} for ${clean} of ${whole}`,
      ],
    ];
  },
  (value) => {
    const [all, valid, invalid, unknown] = [
      'totalVerified',
      'totalValid',
      'totalInvalid',
      'totalUnknown',
    ].map((name) => numberAt(value, name));
    const share = (value as { validPercentage?: unknown }).validPercentage;
    if (all === undefined || valid === undefined) return [];
    return [
      invalid !== undefined &&
        unknown !== undefined &&
        valid + invalid + unknown > all && [
          'totalVerified',
          `${all} for ${valid}, ${invalid} and ${unknown}`,
        ],
      share !== undefined &&
        (typeof share !== 'number' || Math.abs(share - percentage(valid, all)) > 1) && [
          'validPercentage',
          `${String(share)} for ${valid} of ${all}`,
        ],
    ];
  },
  (value) => {
    const [all, active, suppressed] = ['totalContacts', 'activeContacts', 'suppressedContacts'].map((name) =>
      numberAt(value, name),
    );
    const count = numberAt(value, 'contactCount');
    return [
      all !== undefined &&
        active !== undefined &&
        active + (suppressed ?? 0) > all && [
          'totalContacts',
          `${all} for ${active} active and ${suppressed} suppressed`,
        ],
      all !== undefined &&
        count !== undefined &&
        count !== all && ['contactCount', `${count} next to ${all}`],
    ];
  },
  (value) => {
    const [total, processed, progress] = ['totalEmails', 'processedEmails', 'progress'].map((name) =>
      numberAt(value, name),
    );
    const { status, results } = value as Record<string, unknown>;
    return [
      total !== undefined &&
        processed !== undefined &&
        processed > total && ['processedEmails', `${processed} of ${total}`],
      total !== undefined &&
        processed !== undefined &&
        progress !== undefined &&
        Math.abs(progress - percentage(processed, total)) > 1 && [
          'progress',
          `${progress} for ${processed} of ${total}`,
        ],
      (status === 'pending' || status === 'processing') &&
        (results ?? null) !== null && ['results', `shown while ${String(status)}`],
    ];
  },
  (value) => {
    const [created, updated] = [textAt(value, 'createdAt'), textAt(value, 'updatedAt')].map((text) =>
      Date.parse(text ?? ''),
    );
    return [
      created !== undefined &&
        updated !== undefined &&
        updated < created - 1_000 && ['updatedAt', 'before createdAt'],
    ];
  },
];

function isPercent(value: unknown, whole: boolean): boolean {
  return typeof value === 'number' && value >= 0 && value <= 100 && (!whole || Number.isInteger(value));
}

/** Where a response contradicts itself, whatever else is true of the deployment. */
export function contradictionsIn(answer: Answer): readonly Contradiction[] {
  const [header, meta] = [
    answer.headers.get('x-request-id'),
    textAt(member(answer.json, 'meta'), 'requestId'),
  ];
  return [
    ...inObject(answer.json, ''),
    ...inPage(answer),
    ...(header !== null && meta !== undefined && header !== meta
      ? [['meta.requestId', 'another id than in X-Request-Id'] as const]
      : []),
  ];
}

function inObject(value: unknown, path: string): readonly Contradiction[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isObject(value) ? rules.flatMap((rule) => rule(value)).filter((one) => one !== false) : [];
  return [
    ...own.map(([at, says]): Contradiction => [`${path}${at}`, says]),
    ...Object.entries(value).flatMap(([key, item]) =>
      inObject(item, `${path}${Array.isArray(value) ? '[]' : key}.`),
    ),
  ];
}

/** Items of a page: as many as the counts say, each once, the newest first. */
function inPage(answer: Answer): readonly Contradiction[] {
  const items = findItems(dataOf(answer))?.filter(isObject);
  const pagination = paginationOf(answer);
  if (items === undefined) return [];
  const [page, limit, total] = ['page', 'limit', 'total'].map((name) => numberAt(pagination, name));
  const times = items.map((item) => Date.parse(textAt(item, 'createdAt') ?? ''));
  const ids = items.flatMap((item) => textAt(item, 'id') ?? []);
  const due =
    page === undefined || limit === undefined || total === undefined
      ? undefined
      : Math.max(0, Math.min(limit, total - (page - 1) * limit));
  return [
    due !== undefined && items.length !== due
      ? [['pagination.total', `${items.length} items where ${due} are due`] as const]
      : [],
    new Set(ids).size !== ids.length ? [['items.id', 'an id is there twice'] as const] : [],
    times.some((time, at) => time > (times[at - 1] ?? Number.POSITIVE_INFINITY))
      ? [['items', 'not the newest first'] as const]
      : [],
  ].flat();
}
