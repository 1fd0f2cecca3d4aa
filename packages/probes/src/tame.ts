import {
  findItems,
  findPagination,
  type Fields,
  isObject,
  optionalFields,
  verificationStatuses,
} from '@mailrig/contract';
import { type Answer, dataOf, instantOf, timeOf } from './answer.ts';
import type { Answers, StepName } from './script.ts';
import type { ProbeRequest } from './step.ts';

/** What a response says, by path: texts that are the same on both sides if both do the same. */
export interface Tamed {
  /** Each leaf. */
  readonly leaves: ReadonlyMap<string, string>;
  /** The kinds of value of leaves about what others made. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>;
}

const compared = [
  'allow',
  'www-authenticate',
  'content-type',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-reset',
  'x-ratelimit-remaining',
  'x-request-id',
];

/** Parts of a response that the world decides: the verdict on an address, and what it adds up to. */
const verdicts =
  /^data\.(data\.|items\[\]\.)?(\d+\.)?(status|result|isValid|reason|riskScore|details\.\w+|results\..+|analytics\.\w+)$/;
const optional = new Set<string>(Object.values(optionalFields).flat());
const secret = /requestid$|url$/i;
const idKey = /^id$|Id$|Token$/;
const freeText = /(^|\.)(message|reason)$/;

/** Tames the responses of one side, one after the other: the same id always gets the name of its first appearance. */
export class Tamer {
  readonly #names = new Map<string, string>();

  /** What the response of a step says. */
  tame(name: StepName, request: ProbeRequest, answer: Answer): Tamed {
    const leaves = new Map<string, string>();
    const kinds = new Map<string, Set<string>>();
    const note = (path: string, value: string) => leaves.set(path, value);
    note('status', String(answer.status));
    for (const header of compared) note(`header ${header}`, headerText(header, answer));
    if (answer.json === undefined) note('body', answer.status === 204 ? 'none' : 'no JSON');
    const shared = answer.status < 300 && isShared(request);
    const items = shared ? findItems(dataOf(answer)) : undefined;
    const pagination = shared ? findPagination(dataOf(answer), answer.json) : undefined;
    const walk = (value: unknown, path: string, loose: boolean): void => {
      if (value === items && items !== undefined) {
        note(path, '(a list)');
        const own = items.filter(isObject).filter((item) => this.#nameOf(item) !== undefined);
        note(`${path} order`, own.map((item) => this.#nameOf(item)).join(', '));
        for (const item of own) walk(item, `${path}.${this.#nameOf(item)}`, false);
        for (const item of items) walk(item, `${path}[]`, true);
      } else if (Array.isArray(value)) {
        if (loose) addTo(kinds, path, 'a list');
        else note(`${path}.length`, String(value.length));
        for (const [at, item] of value.entries()) walk(item, loose ? `${path}[]` : `${path}[${at}]`, loose);
      } else if (isObject(value)) {
        if (!loose && Object.keys(value).length === 0) note(path, '{}');
        for (const [key, item] of Object.entries(value)) {
          const isCount = value === pagination && /^(total|totalPages|hasNext|hasPrev)$/.test(key);
          walk(
            item,
            path === '' ? key : `${path}.${key}`,
            loose || isCount || (shared && isMemberOfOther(path, key, items)),
          );
        }
      } else {
        const text = this.#leaf(path, value, answer, loose ? undefined : `${name} ${path}`);
        if (loose) addTo(kinds, path, kindOf(value, text));
        else note(path, text);
      }
    };
    walk(answer.json, '', false);
    return { leaves, kinds };
  }

  /** The name of a record that the run made; `undefined` for those of others. */
  #nameOf(item: Fields): string | undefined {
    const key = ['id', 'messageId', 'verificationId'].find((one) => this.#names.has(String(item[one])));
    return key === undefined ? undefined : this.#names.get(String(item[key]));
  }

  #leaf(path: string, value: unknown, answer: Answer, name: string | undefined): string {
    const key = path.slice(path.lastIndexOf('.') + 1);
    if (freeText.test(path) && typeof value === 'string' && path !== 'data.reason')
      return value === '' ? '(no text)' : '(text)';
    if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
    if (path === 'meta.timestamp')
      return `${shapeOf(value)}, ${clockText(instantOf(value), answer.receivedAt.getTime())}`;
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    if (secret.test(key)) return value === '' ? '(no text)' : '(text)';
    if (idKey.test(key) && value !== '' && !/[{} ]/.test(value)) {
      // The same value of the caller, such as a template, is no id that the service made.
      if (value.startsWith('mailrig-probe')) return value;
      const prefix = /^[a-z]{2,5}_|^\W/.exec(value)?.[0] ?? '';
      if (name !== undefined) this.#names.set(value, `(id of ${name}${prefix && ` ${prefix}…`})`);
      return `(id of ${name}${prefix && ` ${prefix}…`})`;
    }
    const instant = /^\d{4}-\d\d-\d\dT/.test(value) ? instantOf(value) : undefined;
    if (instant !== undefined && !/consent/.test(path))
      return `${shapeOf(value)}, ${distanceText(instant - (timeOf(answer) ?? answer.receivedAt.getTime()))}`;
    let text = value;
    for (const [id, its] of this.#names)
      for (const form of [id, encodeURIComponent(id)])
        if (text.includes(form)) text = text.replaceAll(form, its);
    return JSON.stringify(text);
  }
}

function addTo(kinds: Map<string, Set<string>>, path: string, kind: string): void {
  const known = kinds.get(path) ?? new Set();
  kinds.set(path, known.add(kind));
}

/** The kind of a value, as far as two of other origin can be compared. */
function kindOf(value: unknown, text: string): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a fraction';
  if (typeof value !== 'string') return value === null ? 'null' : `a ${typeof value}`;
  return /^\d{4}-\d\d-\d\dT/.test(value) ? shapeOf(value) : text.startsWith('(id') ? 'an id' : 'a text';
}

/** Whether a response is about more than what the run made. */
function isShared({ tier, method, path }: ProbeRequest): boolean {
  return (
    method === 'GET' &&
    (tier === 'observe' || !/contact-lists\/\{/.test(path)) &&
    !/\{(mixedBatch|batch)\}/.test(path)
  );
}

/** `data` of a shared answer is of others, except for what says how it is arranged. */
function isMemberOfOther(path: string, key: string, items: unknown): boolean {
  return items === undefined && path === 'data' && key !== 'page' && key !== 'limit';
}

/** How a time is written: `ISO 8601 with milliseconds`, or its digits as `d`. */
export function shapeOf(text: string): string {
  const shape = text.replaceAll(/\d/g, 'd');
  return shape === 'dddd-dd-ddTdd:dd:dd.dddZ' ? 'ISO 8601 with milliseconds' : shape;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Whether a clock is right. Clocks that are set over the network and slow responses explain up to five minutes. */
export function clockOf(time: number, now: number): 'right' | 'ahead' | 'behind' {
  if (Math.abs(time - now) <= 5 * minute) return 'right';
  return time > now ? 'ahead' : 'behind';
}

function clockText(time: number | undefined, now: number): string {
  if (time === undefined) return 'no time';
  const clock = clockOf(time, now);
  if (clock === 'right') return 'now';
  return clock === 'ahead' ? 'ahead of the clock here' : 'behind the clock here';
}

/** How far from the response a time is: what was before it is all the same, what is ahead is an agreement. */
function distanceText(ahead: number): string {
  if (ahead < -day) return 'long before';
  if (ahead < 2 * minute) return 'by now';
  if (ahead < 2 * hour) return `in ${Math.round((ahead / hour) * 4) / 4} h`;
  return ahead < 2 * day ? `in ${Math.round(ahead / hour)} h` : `in ${Math.round(ahead / day)} days`;
}

function headerText(name: string, answer: Answer): string {
  const value = answer.headers.get(name);
  if (value === null) return 'absent';
  if (name === 'content-type') return value.replaceAll(/\s/g, '').toLowerCase();
  if (name === 'x-request-id') return value === '' ? 'empty' : '(text)';
  if (['x-ratelimit-limit', 'allow', 'www-authenticate'].includes(name)) return value;
  // A deployment for tests may have no limit in force, and then counts nothing.
  if (name === 'x-ratelimit-remaining')
    return /^\d+$/.test(value) &&
      Number(value) <= Number(answer.headers.get('x-ratelimit-limit') ?? Number.POSITIVE_INFINITY)
      ? '(within the limit)'
      : 'not within the limit';
  if (name === 'retry-after')
    return /^\d+$/.test(value) && Number(value) > 0 && Number(value) <= 61
      ? 'seconds, within a minute'
      : value;
  const at = instantOf(value);
  const ahead = at === undefined ? undefined : at - (timeOf(answer) ?? answer.receivedAt.getTime());
  return `${shapeOf(value)}, ${ahead === undefined ? 'no time' : ahead < -2 * second ? 'past' : ahead > minute + second ? 'later than a minute' : 'within a minute'}`;
}

/** One path at which two sides differ. */
export interface Difference {
  /** Name of the step. */
  readonly step: StepName;
  /** Where in the response, for example `pagination.total`. */
  readonly path: string;
  /** What the deployment says there. */
  readonly deployment: string;
  /** What the sandbox says there. */
  readonly sandbox: string;
}

/** Where the responses to one step differ. If a status differs, the rest is no news. */
export function differences(
  step: StepName,
  request: ProbeRequest,
  deployment: Tamed,
  sandbox: Tamed,
): readonly Difference[] {
  const found: Difference[] = [];
  const differ = (path: string, here = 'absent', there = 'absent') => {
    if (here !== there) found.push({ step, path, deployment: here, sandbox: there });
  };
  const [here, there] = [deployment.leaves, sandbox.leaves];
  differ('status', here.get('status'), there.get('status'));
  const code = 'error.code';
  const succeed = [here, there].every((side) => side.get('status')?.startsWith('2'));
  if (found.length > 0 && !succeed) {
    const outcome = (side: ReadonlyMap<string, string>) =>
      [side.get('status'), side.get(code)?.replaceAll('"', '')].filter(Boolean).join(' ');
    return [{ step, path: 'status', deployment: outcome(here), sandbox: outcome(there) }];
  }
  // Another verdict on an address is no difference by itself; the same verdict has to be told the same way.
  const judged = /email-verification\/?/.test(request.path) && !sameVerdict(here, there);
  const unsettled = unsettledIn(here, there);
  for (const path of new Set([...here.keys(), ...there.keys()])) {
    if (judged && verdicts.test(path)) continue;
    if (unsettled.some((record) => path.startsWith(record)) && !settled.test(path)) continue;
    // A page that an earlier answer named is another on each side.
    if (request.path.includes('page={') && path.endsWith('.page')) continue;
    differ(path, here.get(path), there.get(path));
  }
  for (const path of new Set([...deployment.kinds.keys(), ...sandbox.kinds.keys()])) {
    const [ours, theirs] = [sandbox.kinds.get(path), deployment.kinds.get(path)];
    const inList = path.includes('[]');
    const parent = path.slice(0, path.indexOf('[]') + 2);
    const bothHaveItems = [deployment, sandbox].every(({ kinds }) =>
      [...kinds.keys()].some((one) => one.startsWith(parent)),
    );
    if (ours && theirs) {
      const numbers = [ours, theirs].every((kinds) =>
        [...kinds].every((kind) => kind === 'a whole number' || kind === 'a fraction'),
      );
      if (![...theirs].some((kind) => ours.has(kind)) && !(numbers && /percent|rate/i.test(path)))
        differ(path, [...theirs].join(' or '), [...ours].join(' or '));
    } else if (
      !inList ||
      (bothHaveItems &&
        !optional.has(path.slice(path.lastIndexOf('.') + 1)) &&
        !path.includes('.analytics.') &&
        !path.includes('.results'))
    )
      differ(path, theirs && [...theirs].join(' or '), ours && [...ours].join(' or '));
  }
  return found;
}

const settled = /\.(id|type|totalEmails|createdAt)$/;

/** Verifications that are further on one side than on the other: they take time, and not the same. */
function unsettledIn(
  here: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): readonly string[] {
  const states = new Set<string | undefined>(verificationStatuses.map((status) => JSON.stringify(status)));
  return [...here]
    .filter(([path, state]) => path.endsWith('.status') && state !== there.get(path))
    .filter(([path, state]) => states.has(state) && states.has(there.get(path)))
    .map(([path]) => path.slice(0, -'status'.length));
}

function sameVerdict(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): boolean {
  return ['data.status', 'data.result', 'data.analytics.cleanCount', 'data.analytics.dirtyCount'].every(
    (path) => {
      const [one, other] = [here.get(path), there.get(path)];
      return one === undefined || other === undefined || one === other;
    },
  );
}

/**
 * All differences of two transcripts, in the order of their steps. The tamers remember what earlier steps made.
 *
 * @param steps Name and request of each step.
 * @param deployment The responses of the deployment.
 * @param sandbox Those of the sandbox.
 * @param tamers A tamer for each side. Default: new ones.
 */
export function compareTranscripts(
  steps: readonly (readonly [StepName, ProbeRequest])[],
  deployment: Answers,
  sandbox: Answers,
  tamers: readonly [deployment: Tamer, sandbox: Tamer] = [new Tamer(), new Tamer()],
): { readonly compared: readonly StepName[]; readonly found: readonly Difference[] } {
  const [theirs, ours] = tamers;
  const compared: StepName[] = [];
  const found = steps.flatMap(([name, request]) => {
    const [here, there] = [deployment[name], sandbox[name]];
    const tamed = [
      here && theirs.tame(name, request, here),
      there && ours.tame(name, request, there),
    ] as const;
    if (!tamed[0] || !tamed[1]) return [];
    compared.push(name);
    return differences(name, request, tamed[0], tamed[1]);
  });
  return { compared, found };
}
