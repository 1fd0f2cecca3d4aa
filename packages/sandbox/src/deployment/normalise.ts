import {
  addressResults,
  contactStatuses,
  emailStatuses,
  type Fields,
  findItems,
  findPagination,
  isObject,
  limits,
  lists,
  verificationStatuses,
  verificationTypes,
} from '@mailrig/contract';
import { type DeploymentResponse, dataOf, hasEnvelope, idOf, instantOf, textAt, timeOf } from './response.ts';
import type { StepName } from './script.ts';
import { operationOf, pathOf, type StepRequest } from './step.ts';

/** The value of a response at one path. It is loose in a record that the script did not make, such as an older email. */
export interface Leaf {
  /** A text that is equal if both sides do the same; for a loose value, its kinds, such as `a list`. */
  readonly texts: ReadonlySet<string>;
  /** Whether the two sides only need to have one kind of value in common. */
  readonly loose: boolean;
}

/** The values of a response by path, such as `data.id`. */
export type NormalisedResponse = ReadonlyMap<string, Leaf>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const documentedWords = new Set<unknown>([
  ...emailStatuses,
  ...contactStatuses,
  ...verificationStatuses,
  ...addressResults,
  ...verificationTypes,
]);
const arbitrary = /requestid$|url$/i;
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

/**
 * Makes the responses of two sides comparable. An id becomes the name of its first appearance, such as `{id of
 * createList}`; a time becomes its distance from the response; a secret or a free text becomes the name of its form.
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

  /** What the response to a step says, by path. */
  normalise(name: StepName, request: StepRequest, response: DeploymentResponse): NormalisedResponse {
    const leaves = new Map<string, { texts: Set<string>; loose: boolean }>();
    const note = (path: string, text: string, loose = false) => {
      const known = loose ? leaves.get(path)?.texts : undefined;
      leaves.set(path, { texts: (known ?? new Set()).add(text), loose });
    };
    const received = response.receivedAt.getTime();
    this.#ahead = (timeOf(response) ?? received + this.#ahead) - received;
    const now = received + this.#ahead;
    const timeChange = this.#timeChange(request, response);
    note('status', String(response.status));
    for (const [header, text] of Object.entries(headers)) {
      const value = response.headers.get(header);
      note(`header ${header}`, value === null ? 'absent' : text(value, response, now));
      if (header === 'x-ratelimit-reset' && value !== null) note(`header ${header} form`, shapeOf(value));
    }
    if (this.#isStuck(response)) note('header x-ratelimit-remaining', '(the same in many responses)');
    if (response.json === undefined) note('body', response.status === 204 ? 'none' : 'no JSON');
    for (const path of ['success', 'meta.timestamp', 'meta.requestId', 'meta.path']) note(path, 'absent');
    const shared = response.status < 300 && isShared(request);
    const { body, items, pagination, container } = plainBody(response, request);
    if (container !== undefined) note('container', container);
    const isOfOthers = (parent: unknown, path: string, key: string) =>
      shared &&
      ((parent === pagination && /^(total|totalPages|hasNext|hasPrev)$/.test(key)) ||
        (path === 'data' && key !== 'page' && key !== 'limit'));
    const given = Object.entries(request.gives ?? {}).map(
      ([key, read]) => [read(response), `{${key}}`] as const,
    );
    const names = new Map(request.tier === 'observe' ? [] : given);
    const walk = (value: unknown, path: string, loose: boolean): void => {
      if (items !== undefined && value === items) {
        const own = items.filter(isObject).filter((item) => this.#nameOf(item) !== undefined);
        note(
          path,
          own
            .map((item) => this.#nameOf(item))
            .toSorted((one = '', other = '') => (one < other ? -1 : 1))
            .join(', ') || '(none)',
        );
        note(`${path} order`, own.map((item) => this.#nameOf(item)).join(', '));
        for (const item of own) walk(item, `${path}.${this.#nameOf(item)}`, false);
        if (!shared) return note(`${path} of others`, String(items.length - own.length));
        note(`${path} items`, items.length === 0 ? 'none' : 'some', true);
        note(`${path}[] sort order`, orderOf(items), true);
        for (const item of items) walk(item, `${path}[]`, true);
      } else if (loose && /customFields$/i.test(path) && value !== null && typeof value === 'object') {
        note(path, Array.isArray(value) ? 'a list' : 'an object', true);
      } else if (Array.isArray(value)) {
        note(loose ? path : `${path}.length`, loose ? 'a list' : String(value.length), loose);
        for (const [at, item] of value.entries()) walk(item, `${path}[${loose ? '' : at}]`, loose);
      } else if (isObject(value)) {
        if (!loose && path !== 'data' && Object.keys(value).length === 0) note(path, '{}');
        for (const [key, item] of Object.entries(value))
          walk(item, path === '' ? key : `${path}.${key}`, loose || isOfOthers(value, path, key));
      } else if (loose) {
        const form = timeForm(value);
        note(path, form === undefined ? this.#kindOf(path, value) : 'a time', true);
        if (form !== undefined) note(`${path} form`, form, true);
      } else {
        const isNew = typeof value === 'string' && !this.#names.has(value);
        const text =
          path === 'meta.path'
            ? pathText(value, request)
            : this.#textOf(path, value, now, name, request, names);
        note(path, path.endsWith('.updatedAt') ? text + timeChange : text);
        const form = isNew && this.#names.has(value) ? prefixOf(value) : timeForm(value);
        if (form !== undefined) note(`${path} form`, form);
      }
    };
    walk(body, '', false);
    return leaves;
  }

  /** Whether a count below the limit does not move, although requests are made. */
  #isStuck({ headers: own }: DeploymentResponse): boolean {
    const count = own.get('x-ratelimit-remaining');
    if (count === null) return false;
    this.#remaining = { count, times: count === this.#remaining.count ? this.#remaining.times + 1 : 0 };
    return this.#remaining.times >= 10 && count !== own.get('x-ratelimit-limit');
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
  #nameOf(item: Fields): string | undefined {
    const names = ['id', 'messageId', 'verificationId'].map((key) => this.#names.get(String(item[key])));
    return names.find((name) => name !== undefined);
  }

  #textOf(
    path: string,
    value: unknown,
    now: number,
    step: StepName,
    { method }: StepRequest,
    given: ReadonlyMap<unknown, string>,
  ): string {
    if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
    const key = keyOf(path);
    if (key === 'message' || (key === 'reason' && path !== 'data.reason')) return presenceOf(value);
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    if (path === 'meta.requestId' && value !== '') {
      if (this.#requests.has(value)) return '(the id of an earlier response)';
      this.#requests.add(value);
    }
    if (arbitrary.test(key)) return presenceOf(value);
    if (isId(path, value)) {
      // A value of the caller, such as a template, is not an id of the service.
      if (value.startsWith('mailrig-probe')) return value;
      const own = given.get(value);
      // Two ids never share a name.
      const isTaken = [...this.#names.values()].some((taken) => taken === own);
      const name = own !== undefined && !isTaken ? own : `{${keyOf(path)} of ${step}}`;
      this.#names.set(value, name);
      return name;
    }
    const instant = isoTime.test(value) ? instantOf(value) : undefined;
    if (path === 'meta.timestamp') return clockText(instant, this.#ahead);
    // The caller chose the time of a consent, in any form.
    if (instant !== undefined && path.includes('consent')) return new Date(instant).toISOString();
    if (instant !== undefined) return distanceText(instant - now, method === 'POST' ? hour / 4 : day);
    // A short id, such as a number, is in many texts by chance.
    let named = value;
    for (const [id, name] of this.#names)
      if (id.length >= 6) named = named.replaceAll(id, name).replaceAll(encodeURIComponent(id), name);
    return JSON.stringify(named);
  }

  /** The kind of a value, for comparing values of different origin. */
  #kindOf(path: string, value: unknown): string {
    if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a fraction';
    if (typeof value !== 'string') return value === null ? 'null' : `a ${typeof value}`;
    if (documentedWords.has(value)) return JSON.stringify(value);
    return this.#names.has(value) || isId(path, value) ? 'an id' : 'a text';
  }
}

function keyOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function isId(path: string, value: string): boolean {
  return idKey.test(keyOf(path)) && value !== '' && !/[{} ]/.test(value);
}

/** Whether a response has more than what the run created. */
function isShared({ tier, method, path }: StepRequest): boolean {
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

/** How a time is written: `ISO 8601 with milliseconds`, that with an offset, or its digits as `d`. */
function shapeOf(text: string): string {
  const [, offset, rest] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|([+-]00:00))(.*)$/.exec(text) ?? [];
  if (rest === '') return `ISO 8601 with milliseconds${offset === undefined ? '' : ` and ${offset}`}`;
  return text.replaceAll(/\d/g, 'd');
}

/** How a time is written; `undefined` for other values. */
function timeForm(value: unknown): string | undefined {
  return typeof value === 'string' && isoTime.test(value) ? shapeOf(value) : undefined;
}

function prefixOf(id: string): string {
  const [prefix] = /^[a-z]{2,5}_|^\W/.exec(id) ?? [];
  return prefix === undefined ? 'an id without a prefix' : `an id with the prefix ${prefix}`;
}

/** The parts of a response, whatever contains them: another container is one difference, and hides no other. */
function plainBody(response: DeploymentResponse, request: StepRequest) {
  const { json, status } = response;
  const [operation, data] = [operationOf(request), dataOf(response)];
  const email = operation === 'getEmail' && isObject(data) ? data['email'] : undefined;
  if (status < 300 && isObject(json) && isObject(email))
    return { body: { ...json, data: email }, container: 'data.email' };
  const items = operation !== undefined && operation in lists && status < 300 ? findItems(data) : undefined;
  if (items === undefined || !isObject(json)) return { body: json };
  const pagination = findPagination(data, json);
  const places: string[] = [];
  const without = (fields: Fields, at: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => {
        const isPart = value === items || (value === pagination && pagination !== undefined);
        if (isPart) places.push(at + key);
        return !isPart;
      }),
    );
  const { success, meta, data: _data, ...outside } = hasEnvelope(response) ? json : { data: undefined };
  const inside = data === items ? {} : without(isObject(data) ? data : {}, 'data.');
  const rest = { ...inside, ...without(outside, '') };
  return {
    body: {
      ...(success !== undefined && { success }),
      ...(meta !== undefined && { meta: isObject(meta) ? without(meta, 'meta.') : meta }),
      data: rest,
      items,
      ...(pagination && { pagination }),
    },
    items,
    pagination,
    container: [...(data === items ? ['data'] : []), ...places].toSorted().join(' and '),
  };
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

/** The path of a request with its ids replaced by names: they may belong to records of others. */
function pathText(value: unknown, request: StepRequest): string {
  const names = pathOf(request).split('/');
  const parts = String(value).split('/');
  return JSON.stringify(
    parts.map((part, index) => (names[index]?.startsWith('{') ? names[index] : part)).join('/'),
  );
}
