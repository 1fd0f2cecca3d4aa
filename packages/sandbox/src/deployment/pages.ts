/* Steps that read a list whole, and again with each option of its query, whose values come from the list itself. */
import {
  contactStatuses,
  emailStatuses,
  type Fields,
  findItems,
  type ListName,
  limits,
  type OperationInput,
  operations,
  parseMailbox,
  type Resource,
  textAt,
  verificationStatuses,
} from '@mailrig/contract';
import type { Contradiction, DeploymentResponse } from './response.ts';
import { dataOf, idOf, instantOf, itemsOf, numberAt, paginationOf } from './response.ts';
import { type StepInput, type StepRequest, step } from './step.ts';

/** The lists with a documented query. */
type Paged = Exclude<ListName, 'listContactLists'>;
type QueryOf<N extends Paged> = NonNullable<OperationInput<N>['query']>;
type FilterName = Exclude<{ [N in Paged]: keyof QueryOf<N> }[Paged], 'page' | 'limit'>;

/** The values of a filter that select a record, and whether one does. */
type Filter = readonly [
  valuesOf: (item: Fields) => readonly string[],
  selects: (item: Fields, value: string) => boolean,
];

const addressOf = (text: unknown) => parseMailbox(String(text))?.address.toLowerCase() ?? '';
const addressesAt = (name: string): Filter => {
  const valuesOf = (item: Fields) => [item[name] ?? []].flat().map(addressOf).toReversed();
  return [valuesOf, (item, value) => valuesOf(item).includes(addressOf(value))];
};
const field = (name: string) => (item: Fields) => [textAt(item, name) ?? []].flat();
const createdAt = (item: Fields) => instantOf(textAt(item, 'createdAt')) ?? Number.NaN;

/** A new filter does not compile without a row. */
const filters: Readonly<Record<FilterName, Filter>> = {
  status: [field('status'), (item, value) => item['status'] === value],
  to: addressesAt('to'),
  from: addressesAt('from'),
  startDate: [field('createdAt'), (item, value) => createdAt(item) >= Date.parse(value)],
  endDate: [field('createdAt'), (item, value) => createdAt(item) <= Date.parse(value)],
};
/** The states of the records of a resource. */
export const statuses = {
  emails: emailStatuses,
  contacts: contactStatuses,
  verification: verificationStatuses,
} satisfies Partial<Record<Resource, readonly string[]>>;
/** States that a record may leave between two requests. */
const unsettled = new Set<unknown>(['queued', 'sent', 'pending', 'processing']);

/** The first value that selects some of the items, but not all. */
function splitting(items: readonly Fields[], [valuesOf, selects]: Filter): string | undefined {
  const settled = items.toSorted(
    (one, other) => Number(unsettled.has(one['status'])) - Number(unsettled.has(other['status'])),
  );
  return settled.flatMap(valuesOf).find((value) => !items.every((item) => selects(item, value)));
}

/** Why a list gave no value, such as `emails_status`, for its next steps; `undefined` for a value of another kind. */
export function withoutSplit(name: string): string | undefined {
  const [, option] = name.split('_');
  if (option === 'last') return 'nothing is listed';
  if (option === 'none') return 'no status is without a record';
  return option && `no two of the listed records differ in ${option}`;
}

/** Steps that read a list whole, its first and its last record alone, and once with each filter. */
export function pagesOf(
  name: string,
  operation: Paged,
  input: StepInput,
): Readonly<Record<string, StepRequest>> {
  const whole = `${name} whole`;
  const names = operation === 'listEmails' ? (Object.keys(filters) as FilterName[]) : ['status' as const];
  const readAll = (query: object) =>
    step(operation, { ...input, query: { limit: limits.maxPageSize, ...query } });
  const readPart = (query: object): StepRequest => ({ ...readAll(query), whole });
  const gives: Record<string, (response: DeploymentResponse) => string | undefined> = {
    [`${name}_last`]: (response) => String(numberAt(paginationOf(response), 'total') || '') || undefined,
    [`${name}_none`]: (response) => {
      const found = itemsOf(response).map((item) => item['status']);
      return statuses[operations[operation].resource].find((one) => !found.includes(one));
    },
  };
  const steps: Record<string, StepRequest> = {
    [whole]: { ...readAll({}), gives },
    [`${name} first`]: readPart({ limit: 1 }),
    [`${name} last`]: readPart({ limit: 1, page: `{${name}_last}` }),
    [`${name} of no status`]: readPart({ status: `{${name}_none}` }),
  };
  for (const option of names) {
    gives[`${name}_${option}`] = (response) => splitting(itemsOf(response), filters[option]);
    steps[`${name} by ${option}`] = readPart({ [option]: `{${name}_${option}}` });
  }
  return steps;
}

/** Where a page contradicts its counts, the query, or the whole list, if that was read just before. */
export function contradictionsInPage(
  response: DeploymentResponse,
  query: URLSearchParams,
  whole: DeploymentResponse | undefined,
): readonly Contradiction[] {
  if (response.status >= 300 || findItems(dataOf(response)) === undefined) return [];
  const items = itemsOf(response);
  const [page = 1, limit = Infinity, total] = ['page', 'limit', 'total'].map((name) =>
    numberAt(paginationOf(response), name),
  );
  const due = total === undefined ? items.length : Math.max(0, Math.min(limit, total - (page - 1) * limit));
  const ids = items.flatMap((item) => textAt(item, 'id') ?? []);
  const chosen = Object.entries(filters).filter(([name]) => query.has(name));
  const wrongOf = (item: Fields) =>
    chosen.flatMap(([name, [, selects]]) => (selects(item, query.get(name) ?? '') ? [] : [name]));
  const [wrong] = items.flatMap(wrongOf);
  return [
    ...(items.length === due
      ? []
      : [['pagination.total', `${items.length} items where ${due} are due`] as const]),
    ...(new Set(ids).size === ids.length ? [] : [['items.id', 'an id is there twice'] as const]),
    ...(wrong ? [[`items.${wrong}`, 'another than the one asked for'] as const] : []),
    ...(whole && !wrong ? unlikeWhole(items, total, query, whole, (item) => wrongOf(item).length === 0) : []),
  ];
}

/** Where a page has other records than the whole list. */
function unlikeWhole(
  items: readonly Fields[],
  total: number | undefined,
  query: URLSearchParams,
  whole: DeploymentResponse,
  selects: (item: Fields) => boolean,
): readonly Contradiction[] {
  const all = itemsOf(whole);
  const due = all.filter(selects);
  const idIn = (item: Fields) => idOf({ json: item });
  const known = all.map(idIn);
  const isWhole = (numberAt(paginationOf(whole), 'total') ?? all.length) <= all.length;
  // Others may have made or changed records since.
  const isUnfiltered = [...query.keys()].every((name) => /^(page|limit)$/.test(name));
  const isOther = isUnfiltered && isWhole && total !== undefined && total !== all.length;
  if (isOther || items.some((item) => !known.includes(idIn(item)))) return [];
  const moves = query.has('status') ? all.filter(({ status }) => unsettled.has(status)).map(idIn) : [];
  const names = (some: readonly Fields[]) => some.map(idIn).filter((id) => !moves.includes(id));
  const limit = Number(query.get('limit'));
  const from = (Number(query.get('page') ?? 1) - 1) * limit;
  const [expected, found] = [names(due.slice(from, from + limit)), names(items)];
  if (expected.some((id, at) => found[at] !== id) || (isWhole && found.length !== expected.length))
    return [['items', 'others than in the whole list']];
  if (isWhole && moves.length === 0 && total !== undefined && total !== due.length)
    return [['pagination.total', `${total} where the whole list has ${due.length}`]];
  return [];
}
