import {
  errorCodeIn,
  type Fields,
  fieldsOf,
  findItems,
  findPagination,
  isObject,
  payloadOf,
  textAt,
} from '@mailrig/contract';

/** A response of a deployment, read completely. */
export interface DeploymentResponse {
  /** HTTP status. */
  readonly status: number;
  /** Its headers; their names ignore case. */
  readonly headers: Headers;
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
  /** When it arrived, by the clock of the deployment's caller. */
  readonly receivedAt: Date;
}

/** Where a response contradicts itself, or an earlier one: a path, and what is wrong there. */
export type Contradiction = readonly [path: string, problem: string];

/** The part of a response that has its content. */
type Body = Pick<DeploymentResponse, 'json'>;

/** The members with this name that have a value. */
export function membersAt(name: string, ...values: readonly unknown[]): readonly unknown[] {
  return values.map((value) => fieldsOf(value)[name] ?? null).filter((found) => found !== null);
}

/** A number of a JSON object; otherwise `undefined`. */
export function numberAt(value: unknown, name: string): number | undefined {
  const { [name]: found } = fieldsOf(value);
  return typeof found === 'number' ? found : undefined;
}

/** Whether the body is in the envelope (R3, R5). */
export const hasEnvelope = ({ json }: Body): boolean => typeof fieldsOf(json)['success'] === 'boolean';

/** The payload (A5). */
export const dataOf = ({ json }: Body): unknown => payloadOf(json);

/** Whether a request was accepted: a 2xx whose body, if it has one, is JSON without `success: false`. */
export function succeeded({ status, json }: DeploymentResponse): boolean {
  if (status < 200 || status > 299) return false;
  return status === 204 || (json !== undefined && json !== null && fieldsOf(json)['success'] !== false);
}

/** The id of what a response is about; `undefined` if it has none. */
export function idOf(response: Body): string | undefined {
  const data = dataOf(response);
  const names = ['verificationId', 'attachmentId', 'id'];
  return names.map((name) => textAt(data, name)).find((id) => id !== undefined);
}

/** The error code, if there is one. A text of another form is replaced, because it may repeat private data. */
export function codeOf({ json }: Body): string | undefined {
  const code = errorCodeIn(json);
  return code === undefined || /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : '(no usual code)';
}

/** A time in ISO 8601 with a time zone, in milliseconds since 1970; otherwise `undefined`. */
export function instantOf(text: string | null | undefined): number | undefined {
  const isInstant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text ?? '');
  const milliseconds = isInstant ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** The time in `meta` (R7), in milliseconds since 1970; `undefined` if it has none. */
export const timeOf = ({ json }: Body) => instantOf(textAt(fieldsOf(json)['meta'], 'timestamp'));

/** Contacts of a list that are counted and not active; `undefined` if it has no such counters. */
export function inactiveOf(list: Fields): number | undefined {
  const [total, active] = [numberAt(list, 'totalContacts'), numberAt(list, 'activeContacts')];
  return total === undefined || active === undefined ? undefined : total - active;
}

/** The first list of a response that counts contacts that are not active. */
export function countedIn(response: Body): string | undefined {
  const list = itemsOf(response).find((one) => (inactiveOf(one) ?? 0) > 0);
  return textAt(list, 'id');
}

/** The items of a list, in any of the known containers; none if the response has no list (A29). */
export const itemsOf = (response: Body): readonly Fields[] =>
  findItems(dataOf(response))?.filter(isObject) ?? [];

/** The pagination, inside or next to `data`; `undefined` if there is none (A29). */
export const paginationOf = (response: Body) => findPagination(dataOf(response), response.json);
