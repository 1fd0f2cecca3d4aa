/*
 * Steps that read a list whole, and again with each option of its query, and what their responses must have in common.
 * The values of the filters come from the list itself: each selects some of its records, and not the others.
 */
import {
  contactStatuses,
  emailStatuses,
  type Fields,
  type ListName,
  limits,
  type OperationInput,
  parseMailbox,
  verificationStatuses,
} from '@mailrig/contract';
import {
  type Contradiction,
  type DeploymentResponse,
  idOf,
  instantOf,
  itemsOf,
  numberAt,
  paginationOf,
  textAt,
} from './response.ts';
import { type StepInput, type StepRequest, step } from './step.ts';

/** The lists with a documented query. */
type Paged = Exclude<ListName, 'listContactLists'>;
type QueryOf<N extends Paged> = NonNullable<OperationInput<N>['query']>;
type FilterName = Exclude<{ [N in Paged]: keyof QueryOf<N> }[Paged], 'page' | 'limit'>;

/** How a record shows whether a filter selects it. */
interface Filter {
  /** The values that select the record. */
  readonly valuesOf: (item: Fields) => readonly string[];
  /** Whether a value selects it. */
  readonly selects: (item: Fields, value: string) => boolean;
}

const field =
  (name: string): Filter['valuesOf'] =>
  (item) =>
    [textAt(item, name) ?? []].flat();
const addressOf = (text: unknown) => parseMailbox(String(text))?.address.toLowerCase() ?? '';
const addressesAt = (name: string): Filter => {
  const valuesOf = (item: Fields) => [item[name] ?? []].flat().map(addressOf).toReversed();
  return { valuesOf, selects: (item, value) => valuesOf(item).includes(addressOf(value)) };
};
const createdAt = (item: Fields) => instantOf(textAt(item, 'createdAt')) ?? Number.NaN;

/** A new filter does not compile without a row. */
const filters: Readonly<Record<FilterName, Filter>> = {
  status: { valuesOf: field('status'), selects: (item, value) => item['status'] === value },
  to: addressesAt('to'),
  from: addressesAt('from'),
  startDate: { valuesOf: field('createdAt'), selects: (item, value) => createdAt(item) >= Date.parse(value) },
  endDate: { valuesOf: field('createdAt'), selects: (item, value) => createdAt(item) <= Date.parse(value) },
};
const statuses: Readonly<Record<Paged, readonly string[]>> = {
  listEmails: emailStatuses,
  listContacts: contactStatuses,
  listVerifications: verificationStatuses,
};
/** States that a record may leave between two requests. */
const unsettled = new Set<unknown>(['queued', 'sent', 'pending', 'processing']);

/** The first value that selects some of the items, but not all. */
function splitting(items: readonly Fields[], { valuesOf, selects }: Filter): string | undefined {
  const settled = items.toSorted(
    (one, other) => Number(unsettled.has(one['status'])) - Number(unsettled.has(other['status'])),
  );
  return settled.flatMap(valuesOf).find((value) => !items.every((item) => selects(item, value)));
}

/** The name of the value with which a step filters a list. */
function valueName(list: string, option: string): string {
  return `${list}_${option}`;
}

/** Why a list gave no such value; `undefined` for a value of another kind. */
export function withoutSplit(name: string): string | undefined {
  const [, option] = name.split('_');
  if (option === 'last') return 'nothing is listed';
  if (option === 'none') return 'no status is without a record';
  return option && `no two of the listed records differ in ${option}`;
}

/**
 * Steps that read a list whole, its first and its last record alone, and once with each filter.
 *
 * @param name What the steps and their values are called.
 */
export function pagesOf<N extends Paged>(
  name: string,
  operation: N,
  input: StepInput<N>,
): Readonly<Record<string, StepRequest>> {
  const whole = `${name} whole`;
  const { status, ...others } = filters;
  const names = Object.keys(operation === 'listEmails' ? filters : { status }) as (keyof typeof others)[];
  const split = names.map((option) => [
    valueName(name, option),
    (response: DeploymentResponse) => splitting(itemsOf(response), filters[option]),
  ]);
  const asked = (query: object) =>
    step<Paged>(operation, { ...input, query: { limit: limits.maxPageSize, ...query } });
  const read = (query: object): StepRequest => ({ ...asked(query), whole });
  return {
    [whole]: {
      ...asked({}),
      gives: {
        [valueName(name, 'last')]: (response) =>
          String(numberAt(paginationOf(response), 'total') || '') || undefined,
        [valueName(name, 'none')]: (response) => {
          const found = itemsOf(response).map((item) => item['status']);
          return statuses[operation].find((one) => !found.includes(one));
        },
        ...Object.fromEntries(split),
      },
    },
    [`${name} first`]: read({ limit: 1 }),
    [`${name} last`]: read({ limit: 1, page: `{${valueName(name, 'last')}}` }),
    [`${name} of no status`]: read({ status: `{${valueName(name, 'none')}}` }),
    ...Object.fromEntries(
      names.map((option) => [`${name} by ${option}`, read({ [option]: `{${valueName(name, option)}}` })]),
    ),
  };
}

/**
 * Where a page has other records than it should: those of the whole list that its query selects, in the same order.
 *
 * @param query What was asked.
 * @param whole The response with the whole list, if it was read just before.
 */
export function outsideWhole(
  response: DeploymentResponse,
  query: URLSearchParams,
  whole: DeploymentResponse | undefined,
): readonly Contradiction[] {
  const items = itemsOf(response);
  const chosen = Object.entries(filters).filter(([name]) => query.has(name));
  const selects = (item: Fields) =>
    chosen.every(([name, filter]) => filter.selects(item, query.get(name) ?? ''));
  const [limit, page] = ['limit', 'page'].map((name) => Number(query.get(name) ?? Number.NaN));
  const isLimit = limit !== undefined && limit >= 1 && limit <= limits.maxPageSize;
  const other = items.find((item) => !selects(item));
  if (other) {
    const [[name] = ['']] = chosen.filter(([own, filter]) => !filter.selects(other, query.get(own) ?? ''));
    const shown =
      name === 'status'
        ? `${String(other['status'])} for status=${query.get(name)}`
        : `another than the one asked for`;
    return [[`items.${name}`, shown]];
  }
  if (isLimit && items.length > limit) return [['items', `${items.length} for limit=${limit}`]];
  if (whole === undefined || !isLimit) return [];
  const all = itemsOf(whole);
  const idIn = (item: Fields) => idOf({ json: item });
  const moves = new Set(
    query.has('status') ? all.filter(({ status }) => unsettled.has(status)).map(idIn) : [],
  );
  const total = numberAt(paginationOf(response), 'total');
  const due = all.filter(selects);
  const isWhole = (numberAt(paginationOf(whole), 'total') ?? all.length) <= all.length;
  // Others may have made or changed records since.
  const isNew = items.some((item) => !all.some((one) => idIn(one) === idIn(item)));
  if (isNew || (chosen.length === 0 && isWhole && total !== undefined && total !== all.length)) return [];
  const from = ((page || 1) - 1) * limit;
  const names = (some: readonly Fields[]) => some.map(idIn).filter((id) => !moves.has(id));
  const [expected, found] = [names(due.slice(from, from + limit)), names(items)];
  const isAlike =
    expected.every((id, at) => found[at] === id) && (!isWhole || found.length === expected.length);
  if (!isAlike) return [['items', 'others than in the whole list']];
  if (isWhole && moves.size === 0 && total !== undefined && total !== due.length)
    return [['pagination.total', `${total} where the whole list has ${due.length}`]];
  return [];
}
