import type { OperationName } from '@mailrig/contract';
import { codeOf as codeIn, hasEnvelope, isObject, member } from '../answer.ts';
import { type Bindings, isIdentity } from './bindings.ts';
import { type FieldKind, kindOf } from './known-fields.ts';
import { objectsIn, stringsIn } from './preparation.ts';
import type { NumberedExchange, RecordedAnswer } from './recording.ts';
import type { Difference } from './replay-report.ts';

/** What one exchange shows: a difference without the request that showed it. */
export type Finding = Pick<Difference, 'kind' | 'path' | 'deployment' | 'sandbox' | 'message'>;

/** An answer of the sandbox. */
export interface ActualAnswer {
  readonly status: number;
  /** Absent if the body is not JSON. */
  readonly json?: unknown;
  /** Error code of an answer in XML. */
  readonly code?: string | undefined;
}

/** What comparisons of earlier exchanges have found out. */
export interface Known {
  readonly bindings: Bindings;
  /** When the recording began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** By how much a counter of the deployment was ahead from the beginning, by the request that shows it. */
  readonly surplus: Map<string, number>;
  /** Takes note of a state; whether it is that of a record whose changes are followed. */
  readonly observe: (recorded: object, actual: object | undefined, path: string) => boolean;
  readonly note: (text: string) => void;
}

/** Lists and counters over the whole account, with what was there before the recording. */
const wholeAccount: ReadonlySet<string> = new Set<OperationName>([
  'listEmails',
  'getEmailStats',
  'listContactLists',
  'listVerifications',
  'getVerificationStats',
]);

/** Members that depend on people or on the state of the account, not on how a service behaves. */
const incomparable: ReadonlySet<string> = new Set(['openedAt', 'clickedAt', 'available']);

/** Counters of work in progress. */
const inProgress: ReadonlySet<string> = new Set(['processedEmails', 'progress']);
const unfinished: readonly unknown[] = ['pending', 'processing'];

const wordForm = /^[a-z]+(?:_[a-z]+)*$/;

/** Compares an answer of the deployment with one of the sandbox. */
export class Comparison {
  readonly #known: Known;
  readonly #exchange: NumberedExchange;
  readonly #operation: string;
  readonly #findings: Finding[] = [];
  /** Whether records from before the recording are on the page or in the counters. */
  #hasHistory = false;
  /** Whether the query asks for a state, so that the records on the page depend on when it was asked. */
  readonly #asksForState: boolean;

  constructor(known: Known, exchange: NumberedExchange, operation: string) {
    this.#known = known;
    this.#exchange = exchange;
    this.#operation = operation;
    this.#asksForState = new URLSearchParams(exchange.request.query).has('status');
  }

  /** The differences. */
  compare(recorded: RecordedAnswer, actual: ActualAnswer): readonly Finding[] {
    if (recorded.status !== actual.status) {
      this.#find('status', 'status', String(recorded.status), describedStatus(actual), {
        message: `The deployment answers with status ${describedStatus(recorded)}, the sandbox with ${describedStatus(actual)}.`,
      });
    }
    const [code, actualCode] = [codeOf(recorded), codeOf(actual)];
    if (code !== actualCode && recorded.status === actual.status) {
      this.#find('code', 'error.code', code ?? 'none', actualCode ?? 'none');
    }
    if (code !== actualCode || recorded.status < 300 !== actual.status < 300) return this.#findings;
    this.#readHistory(recorded.json, actual.json);
    if (recorded.json === undefined && actual.json === undefined) return this.#findings;
    this.#values('', '', recorded.json, this.#likewise(recorded.json, actual.json), {}, {});
    return this.#findings;
  }

  /** The answer of the sandbox, without its envelope if that of the deployment has none (A5). */
  #likewise(recorded: unknown, actual: unknown): unknown {
    if (recorded === undefined || hasEnvelope({ json: recorded }) || !hasEnvelope({ json: actual }))
      return actual;
    this.#find('shape', '', 'no envelope', 'an envelope', {
      message: 'Only the sandbox answers in an envelope; what is in it was compared.',
    });
    return member(actual, 'data');
  }

  /** Finds out whether the deployment counts records from before the recording. */
  #readHistory(recorded: unknown, actual: unknown): void {
    if (!wholeAccount.has(this.#operation) || this.#asksForState) return;
    const query = new URLSearchParams(this.#exchange.request.query);
    for (const name of ['page', 'limit']) query.delete(name);
    for (const field of ['total', 'totalVerifications']) {
      const [theirs, ours] = [countNamed(field, recorded), countNamed(field, actual)];
      if (theirs === undefined || ours === undefined) continue;
      const place = `${this.#operation} ${field}?${query.toString()}`;
      const surplus = this.#known.surplus.get(place) ?? Math.max(0, theirs - ours);
      this.#known.surplus.set(place, surplus);
      if (surplus > 0) {
        this.#hasHistory = true;
        this.#known.note(
          `${this.#operation}: the account had ${surplus} records before the recording; its counters were compared by how they change`,
        );
      }
      if (theirs - ours !== surplus) this.#find('value', field, String(theirs - surplus), String(ours));
    }
  }

  #values(
    path: string,
    field: string,
    recorded: unknown,
    actual: unknown,
    within: object,
    actualWithin: object,
  ): void {
    const [type, actualType] = [typeOf(recorded), typeOf(actual)];
    if (type !== actualType) {
      this.#find('shape', path, type, actualType, {
        message:
          type === 'nothing'
            ? `Only the sandbox answers with \`${path || 'a body'}\` (${actualType}).`
            : actualType === 'nothing'
              ? `Only the deployment answers with \`${path || 'a body'}\` (${type}).`
              : `\`${path || 'the body'}\` is ${type} in the deployment and ${actualType} in the sandbox.`,
      });
    } else if (Array.isArray(recorded) && Array.isArray(actual)) {
      this.#arrays(path, field, recorded, actual);
    } else if (isObject(recorded) && isObject(actual)) {
      this.#objects(path, recorded, actual);
    } else {
      this.#scalars(path, field, recorded, actual, within, actualWithin);
    }
  }

  #objects(path: string, recorded: object, actual: object): void {
    for (const [name, value] of Object.entries(recorded) as [string, unknown][]) {
      if (isIdentity(name)) this.#identities(joined(path, name), value, member(actual, name));
    }
    const follows = this.#known.observe(recorded, actual, path);
    // The rest of a record in another state differs as well.
    if (follows && member(recorded, 'status') !== member(actual, 'status')) return;
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(actual)])) {
      if (incomparable.has(name)) continue;
      this.#values(joined(path, name), name, member(recorded, name), member(actual, name), recorded, actual);
    }
  }

  #arrays(path: string, field: string, recorded: readonly unknown[], actual: readonly unknown[]): void {
    if ([...recorded, ...actual].some(isObject)) {
      this.#records(`${path}[]`, recorded.filter(isObject), actual.filter(isObject));
      return;
    }
    const kind = kindOf(field);
    if (kind === 'address' || kind === 'word') {
      const [theirs, ours] = [stringsIn(recorded).join(', '), stringsIn(actual).join(', ')];
      if (theirs !== ours) this.#find('value', path, theirs || 'none', ours || 'none');
    } else if (recorded.length !== actual.length) {
      this.#find('value', path, `${recorded.length} items`, `${actual.length} items`);
    } else if (recorded.length > 0) {
      this.#values(`${path}[]`, field, recorded[0], actual[0], {}, {});
    }
  }

  /** Compares records in pairs: by their ids, by their natural keys, or by their order. */
  #records(path: string, recorded: readonly object[], actual: readonly object[]): void {
    const left = new Set(actual);
    const unpaired: object[] = [];
    const pairs: [object, object][] = [];
    const pair = (one: object, other: object) => {
      left.delete(other);
      pairs.push([one, other]);
    };
    for (const record of recorded) {
      const partner = [...left].find((other) => this.#isSame(record, other));
      if (partner) pair(record, partner);
      else unpaired.push(record);
    }
    // New records without an id in the answer that made them, such as single verifications, are in order.
    const old: object[] = [];
    for (const record of unpaired) {
      const partner =
        this.#isBound(record) || this.#isOld(record)
          ? undefined
          : [...left].find((other) => this.#isLike(record, other));
      if (partner) pair(record, partner);
      else old.push(record);
    }
    for (const [one, other] of pairs) this.#values(path, '', one, other, {}, {});
    this.#missing(path, old);
    if (left.size > 0 && old.length === 0 && !this.#hasHistory && !this.#asksForState) {
      this.#find('value', path, 'not listed', `${left.size} more`, {
        message: `The sandbox lists ${left.size} more in \`${path}\` than the deployment.`,
      });
    }
  }

  #missing(path: string, records: readonly object[]): void {
    for (const record of records) {
      if (this.#asksForState && this.#known.observe(record, undefined, path)) continue;
      if (this.#isBound(record) && !this.#hasHistory) {
        this.#find('value', path, 'listed', 'not listed', {
          message: `The deployment lists a record in \`${path}\` that the sandbox does not list.`,
        });
      } else {
        this.#known.note(`${this.#operation}: records from before the recording were left out`);
      }
    }
  }

  #isBound(record: object): boolean {
    return identitiesOf(record).some((id) => this.#known.bindings.get(id) !== undefined);
  }

  #isOld(record: object): boolean {
    const createdAt = member(record, 'createdAt');
    return typeof createdAt === 'string' && Date.parse(createdAt) < this.#known.startedAt;
  }

  #isSame(recorded: object, actual: object): boolean {
    const ids = identitiesOf(recorded).map((id) => this.#known.bindings.get(id));
    if (ids.some((id) => id !== undefined)) return identitiesOf(actual).some((id) => ids.includes(id));
    const name = ['key', 'email', 'field'].find((field) => member(recorded, field) !== undefined);
    return (
      name !== undefined &&
      !this.#known.bindings.recorded(String(member(actual, 'id'))) &&
      member(recorded, name) === member(actual, name)
    );
  }

  #isLike(recorded: object, actual: object): boolean {
    if (identitiesOf(actual).some((id) => this.#known.bindings.recorded(id) !== undefined)) return false;
    return ['type', 'to', 'name', 'totalEmails'].every(
      (field) => JSON.stringify(member(recorded, field)) === JSON.stringify(member(actual, field)),
    );
  }

  #identities(path: string, recorded: unknown, actual: unknown): void {
    if (typeof recorded !== 'string' || typeof actual !== 'string') return;
    const { bindings } = this.#known;
    const { line } = this.#exchange;
    const [bound, back] = [bindings.get(recorded), bindings.recorded(actual)];
    if (bound === undefined && back === undefined) bindings.bind(recorded, actual, line);
    else if (bound !== undefined && bound !== actual) {
      const first = bindings.lineOf(recorded);
      this.#find('identity', path, `as in line ${first}`, 'another', {
        message: `The deployment answers with the \`${path}\` of line ${first}, the sandbox with another.`,
      });
    } else if (bound === undefined && back !== undefined) {
      const first = bindings.lineOf(back);
      this.#find('identity', path, 'another', `as in line ${first}`, {
        message: `The sandbox answers with the \`${path}\` of line ${first}, the deployment with another.`,
      });
    }
  }

  #scalars(
    path: string,
    field: string,
    recorded: unknown,
    actual: unknown,
    within: object,
    actualWithin: object,
  ): void {
    if (recorded === actual) return;
    const kind = kindOf(field);
    if (kind === undefined || !this.#isComparable(field, kind, recorded, actual)) return;
    const isUnfinished = [within, actualWithin].some((record) =>
      unfinished.includes(member(record, 'status')),
    );
    if (inProgress.has(field) && isUnfinished) return;
    this.#find('value', path, String(recorded), String(actual));
  }

  #isComparable(field: string, kind: FieldKind, recorded: unknown, actual: unknown): boolean {
    if (typeof recorded === 'boolean') return !(this.#hasHistory && field.startsWith('has'));
    if (typeof recorded === 'number') {
      if (kind !== 'count' && kind !== 'address') return false;
      return field === 'page' || field === 'limit' || !this.#isAccountCounter(field);
    }
    if (kind === 'word' || kind === 'ownWord')
      return [recorded, actual].every((text) => wordForm.test(String(text)));
    return kind === 'address' || kind === 'fieldPath';
  }

  /** Counters that are compared by how they change, or depend on when they were asked for. */
  #isAccountCounter(field: string): boolean {
    if (!wholeAccount.has(this.#operation)) return false;
    if (field === 'total' || field === 'totalVerifications') return true;
    const isCounter =
      /^(total|sent|failed|transactional|successRate|validPercentage)/.test(field) &&
      field !== 'totalEmails' &&
      field !== 'totalContacts';
    return isCounter && (this.#hasHistory || this.#asksForState);
  }

  #find(
    kind: Finding['kind'],
    path: string,
    deployment: string,
    sandbox: string,
    {
      message = `\`${path}\` is ${shown(deployment)} in the deployment and ${shown(sandbox)} in the sandbox.`,
    } = {},
  ): void {
    this.#findings.push({ kind, path, deployment, sandbox, message });
  }
}

/** Everything that identifies a record. */
export function identitiesOf(record: object): string[] {
  return ['id', '_id', 'verificationId', 'attachmentId', 'messageId'].flatMap((name) => {
    const id = member(record, name);
    return typeof id === 'string' ? [id] : [];
  });
}

function countNamed(field: string, value: unknown): number | undefined {
  for (const record of objectsIn(value)) {
    const count = member(record, field);
    if (typeof count === 'number') return count;
  }
  return undefined;
}

/** The error code of an answer. */
export function codeOf({ json, code }: ActualAnswer): string | undefined {
  return codeIn({ json }) ?? code;
}

function describedStatus(answer: ActualAnswer): string {
  const code = codeOf(answer);
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : (typeNames[typeof value] ?? typeof value);
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function shown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 77)}…` : value;
}
