import {
  fieldsOf,
  findItems,
  findPagination,
  isObject,
  limits,
  lists,
  matchPath,
  textAt,
} from '@mailrig/contract';
import { type DeploymentResponse, dataOf, idOf, instantOf, timeOf } from './response.ts';
import { operationOf, pathOf, type StepRequest } from './step.ts';

/** Texts by the path of a value in the response, such as `data.id`: equal if both sides do the same. */
export type NormalisedResponse = ReadonlyMap<string, string>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const idKey = /^id$|Id$|Token$/;
const isoTime = /^\d{4}-\d\d-\d\dT/;

/** How the headers that matter are compared. */
const headers: Readonly<
  Record<string, (value: string, response: DeploymentResponse, now: number) => string>
> = {
  allow: (value) => value,
  'www-authenticate': (value) => value,
  'content-type': (value) => value.replaceAll(/\s/g, '').toLowerCase(),
  'retry-after': (value) =>
    /^[1-9]\d*$/.test(value)
      ? `seconds, ${Number(value) <= 61 ? 'within' : 'more than'} a minute`
      : digitsOf(value),
  'x-ratelimit-limit': digitsOf,
  // A test deployment may enforce no limit, and then counts nothing.
  'x-ratelimit-remaining': (value, response) =>
    /^\d+$/.test(value) && Number(value) <= Number(response.headers.get('x-ratelimit-limit') ?? Infinity)
      ? '(within the limit)'
      : 'not within the limit',
  'x-ratelimit-reset': (value, _response, now) => windowText(instantOf(value), now),
  'x-request-id': presenceOf,
};

/** A response that is being read. */
interface Reading {
  readonly step: string;
  readonly request: StepRequest;
  /** The time of the response, in milliseconds since 1970, by the clock of its side. */
  readonly now: number;
  /** In words: whether the record was changed since it was last read. */
  readonly change: string;
  /** Whether the response has more than what the run made. */
  readonly isShared: boolean;
  /** The paths of parts that the service may put into containers of several forms. */
  readonly parts: ReadonlyMap<unknown, string>;
  readonly leaves: Map<string, string>;
}

/**
 * Makes the responses of two sides comparable. An id becomes the name of its first appearance, such as the id of
 * `createList`; a time becomes its distance from the response; a secret or a free text becomes the name of its form.
 * Each side needs a normaliser of its own, which gets the responses in order.
 */
export class Normaliser {
  readonly #names = new Map<string, string>();
  /** When each record was last changed, by its id. */
  readonly #updated = new Map<string, number>();
  /** The records that were read since the last pause. */
  readonly #recent = new Set<string>();
  /** The ids of earlier responses. */
  readonly #requests = new Set<string>();
  /** `x-ratelimit-remaining` of the latest response, and how many responses before it had the same. */
  #remaining = { count: '', times: 0 };
  /** How far the clock of the side is ahead of the clock here, in milliseconds. */
  #ahead = 0;

  /** The content of the response to a step, by path. */
  normalise(step: string, request: StepRequest, response: DeploymentResponse): NormalisedResponse {
    const received = response.receivedAt.getTime();
    this.#ahead = (timeOf(response) ?? received + this.#ahead) - received;
    const now = received + this.#ahead;
    const absent = ['success', 'meta.timestamp', 'meta.requestId', 'meta.path'];
    const leaves = new Map([
      ['status', String(response.status)],
      ...absent.map((path) => [path, 'absent'] as const),
    ]);
    for (const [header, text] of Object.entries(headers)) {
      const value = response.headers.get(header);
      leaves.set(`header ${header}`, value === null ? 'absent' : text(value, response, now));
      if (header === 'x-ratelimit-reset' && value !== null)
        leaves.set(`header ${header} form`, shapeOf(value));
    }
    if (this.#isStuck(response)) leaves.set('header x-ratelimit-remaining', '(the same in many responses)');
    if (response.json === undefined) leaves.set('body', response.status === 204 ? 'none' : 'no JSON');
    const change = this.#timeChange(request, response);
    const isShared = response.status < 300 && readsOthers(request);
    const parts = partsOf(response, request);
    this.#walk({ step, request, now, change, isShared, parts, leaves }, response.json, '', true);
    return leaves;
  }

  /** @param isOwn Whether the run made the value. Of other values, only how times and ids are written is compared. */
  #walk(reading: Reading, value: unknown, at: string, isOwn: boolean): void {
    const { leaves, parts, isShared } = reading;
    const path = parts.get(value) ?? at;
    if (parts.has(value)) {
      const places = [...(leaves.get('container')?.split(' and ') ?? []), at];
      leaves.set('container', places.toSorted().join(' and '));
    }
    if (path === 'items' && Array.isArray(value)) this.#walkItems(reading, value, path);
    else if (Array.isArray(value)) {
      if (isOwn) leaves.set(`${path}.length`, String(value.length));
      for (const [index, item] of value.entries())
        this.#walk(reading, item, `${path}[${isOwn ? index : ''}]`, isOwn);
    } else if (isObject(value)) {
      if (isOwn && path !== 'data' && Object.keys(value).length === 0) leaves.set(path, '{}');
      for (const [key, item] of Object.entries(value)) {
        const isOfOthers =
          (path === 'pagination' && /^(total|totalPages|hasNext|hasPrev)$/.test(key)) ||
          (path === 'data' && !parts.has(item) && !/^(page|limit)$/.test(key));
        this.#walk(reading, item, path === '' ? key : `${path}.${key}`, isOwn && !(isShared && isOfOthers));
      }
    } else {
      const isKnown = typeof value !== 'string' || this.#names.has(value);
      if (isOwn) leaves.set(path, this.#textOf(reading, value, path));
      const isId = !isKnown && this.#names.has(value);
      const isTime = typeof value === 'string' && isoTime.test(value);
      if (isId) leaves.set(`${path} form`, prefixOf(value));
      else if (isTime) leaves.set(`${path} form`, shapeOf(value));
    }
  }

  /** The records that the run made, by their names, and how all are sorted. */
  #walkItems(reading: Reading, items: readonly unknown[], path: string): void {
    const { leaves, isShared, request } = reading;
    const named = items.flatMap((item) => {
      const name = this.#nameOf(item);
      return name === undefined ? [] : [{ name, item }];
    });
    const names = named.map(({ name }) => name);
    leaves.set(path, names.toSorted().join(', ') || '(none)');
    leaves.set(`${path} order`, names.join(', '));
    for (const { name, item } of named) this.#walk(reading, item, `${path}.${name}`, true);
    if (!isShared) {
      leaves.set(`${path} of others`, String(items.length - named.length));
      return;
    }
    leaves.set(`${path} items`, items.length === 0 ? 'none' : 'some');
    leaves.set(`${path} sort order`, orderOf(items));
    // The newest verifications have each type: the run made them.
    if (request.tier !== 'observe' && request.path.endsWith(`?limit=${limits.maxPageSize}`)) {
      const types = new Set(items.flatMap((item) => textAt(item, 'type') ?? []));
      leaves.set(`${path} types`, [...types].toSorted().join(', '));
    }
    for (const item of items) this.#walk(reading, item, `${path}[]`, false);
  }

  /** Whether a count below the limit does not move, although requests are made. */
  #isStuck({ headers }: DeploymentResponse): boolean {
    const count = headers.get('x-ratelimit-remaining');
    if (count === null) return false;
    this.#remaining = { count, times: count === this.#remaining.count ? this.#remaining.times + 1 : 0 };
    return this.#remaining.times >= 10 && count !== headers.get('x-ratelimit-limit');
  }

  /** Whether a record was changed since it was last read. Empty without a pause: the clock may still show the same time. */
  #timeChange({ pause = 0 }: StepRequest, response: DeploymentResponse): string {
    if (pause > 0) this.#recent.clear();
    const [id, time] = [idOf(response), instantOf(textAt(dataOf(response), 'updatedAt'))];
    if (id === undefined || time === undefined) return '';
    const before = this.#recent.has(id) ? undefined : this.#updated.get(id);
    this.#updated.set(id, time);
    this.#recent.add(id);
    if (before === undefined) return '';
    return time > before ? ', later than before' : ', as before';
  }

  /** The name of a record that the run made; `undefined` for any other record. */
  #nameOf(item: unknown): string | undefined {
    const ids = ['id', 'messageId', 'verificationId'].map((key) => String(fieldsOf(item)[key]));
    return ids.map((id) => this.#names.get(id)).find((name) => name !== undefined);
  }

  #textOf({ step, request, now, change }: Reading, value: unknown, path: string): string {
    if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
    // Its ids may belong to other people's records.
    if (path === 'meta.path' && matchPath(pathOf(request), value)) return JSON.stringify(pathOf(request));
    const key = path.slice(path.lastIndexOf('.') + 1);
    if (key === 'message' || (key === 'reason' && path !== 'data.reason')) return presenceOf(value);
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    if (path === 'meta.requestId' && value !== '') {
      if (this.#requests.has(value)) return '(the id of an earlier response)';
      this.#requests.add(value);
    }
    if (/requestid$|url$/i.test(key)) return presenceOf(value);
    if (idKey.test(key) && value !== '' && !/[{} ]/.test(value)) {
      // A value of the caller, such as a template, is not an id of the service.
      if (value.startsWith('mailrig-probe')) return value;
      const name = `{${key} of ${step}}`;
      this.#names.set(value, name);
      return name;
    }
    const instant = isoTime.test(value) ? instantOf(value) : undefined;
    if (path === 'meta.timestamp') return clockText(instant, this.#ahead);
    // The caller chose the time of a consent, in any form.
    if (instant !== undefined && path.includes('consent')) return new Date(instant).toISOString();
    if (instant !== undefined) {
      const distance = distanceText(instant - now, request.method === 'POST' ? hour / 4 : day);
      return key === 'updatedAt' ? distance + change : distance;
    }
    // A short id, such as a number, is in many texts by chance.
    let named = value;
    for (const [id, name] of this.#names)
      if (id.length >= 6) named = named.replaceAll(id, name).replaceAll(encodeURIComponent(id), name);
    return JSON.stringify(named);
  }
}

/** Whether a request reads more than what the run made. */
function readsOthers({ tier, method, path }: StepRequest): boolean {
  const isOfRun = /contact-lists\/\{|\{(mixedBatch|batch)\}/.test(path);
  return method === 'GET' && (tier === 'observe' || !isOfRun);
}

/** How items are sorted by creation. Those that do not show it count as sorted like those of the sandbox (A33). */
function orderOf(items: readonly unknown[]): string {
  const times = items.flatMap((item) => textAt(item, 'createdAt') ?? []);
  const sorted = times.toSorted();
  if (String(times) === String(sorted.toReversed())) return 'newest first';
  return String(times) === String(sorted) ? 'oldest first' : 'otherwise';
}

function presenceOf(text: string): string {
  return text === '' ? '(no text)' : '(text)';
}

/** Any other text may be a secret of the deployment. */
function digitsOf(text: string): string {
  return /^\d{1,9}$/.test(text) ? text : 'no whole number';
}

/** How a time is written: in ISO 8601 with milliseconds, that with an offset, or its digits as `d`. */
function shapeOf(text: string): string {
  const [, offset, after] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|([+-]00:00))(.*)$/.exec(text) ?? [];
  if (after === '') return `ISO 8601 with milliseconds${offset === undefined ? '' : ` and ${offset}`}`;
  return text.replaceAll(/\d/g, 'd');
}

function prefixOf(id: string): string {
  const [prefix] = /^[a-z]{2,5}_|^\W/.exec(id) ?? [];
  return prefix === undefined ? 'an id without a prefix' : `an id with the prefix ${prefix}`;
}

/** The parts of a response that may be in another container: that is one difference, and hides no other. */
function partsOf({ json, status }: DeploymentResponse, request: StepRequest): Reading['parts'] {
  const [operation, data] = [operationOf(request), dataOf({ json })];
  if (operation === undefined || status >= 300) return new Map();
  const email = operation === 'getEmail' ? fieldsOf(data)['email'] : undefined;
  const items = operation in lists ? findItems(data) : undefined;
  const parts: [unknown, string][] = [
    [email, 'data'],
    [items, 'items'],
    [items && findPagination(data, json), 'pagination'],
  ];
  return new Map(parts.filter(([part]) => typeof part === 'object' && part !== null));
}

/** Whether a clock is right. Clocks that are set over the network and slow responses explain up to five minutes. */
function clockText(time: number | undefined, ahead: number): string {
  if (time === undefined) return 'no time';
  if (Math.abs(ahead) <= 5 * minute) return 'now';
  return `${ahead > 0 ? 'ahead of' : 'behind'} the clock here`;
}

/**
 * How far from the response a time is. Times ahead are exact, because they follow from the rules. Times before are one
 * class, up to the age that a record can have: a new record is hours old only if its clock omits the time zone.
 */
function distanceText(ahead: number, oldest: number): string {
  if (ahead < -oldest) return 'long before';
  if (ahead < 2 * minute) return 'by now';
  if (ahead < 2 * hour) return `in ${Math.round((ahead / hour) * 4) / 4} h`;
  return ahead < 2 * day ? `in ${Math.round(ahead / hour)} h` : `in ${Math.round(ahead / day)} days`;
}

/** The time until the reset, by the clock of the response: a wrong clock is a difference of its own. */
function windowText(reset: number | undefined, now: number): string {
  if (reset === undefined) return 'no time';
  // Either may be rounded to seconds.
  if (reset - now < -2 * second) return 'past';
  return reset - now > limits.rateWindow + second ? 'later than a minute' : 'within a minute';
}
