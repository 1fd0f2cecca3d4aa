/* Steps for the boundaries of each field of each request: the last value that is accepted, and the first that is refused. */
import {
  describedKeywords,
  isObject,
  type Operation,
  type OperationName,
  operations,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import { fill } from './fill.ts';
import { type StepRequest, step, type StepInput } from './step.ts';

type Taking = { readonly body: unknown } | { readonly query: unknown };
type Operations = typeof operations;

/** A call that is accepted, whose fields are then changed one by one, for each operation with a body or a query. */
type Samples = { readonly [N in keyof Operations as Operations[N] extends Taking ? N : never]: StepInput<N> };

const send = {
  from: '{from}',
  to: 'mailrig-probe@example.org',
  subject: 'Mailrig probe',
  text: 'A boundary.',
};
const contact = { listId: '{newList}', id: '{contact}' };

/** A new operation needs a row here. `{n}` is another number in each step. */
const samples: Samples = {
  sendEmail: { tier: 'simulate', needs: 'simulated', body: send },
  listEmails: { tier: 'observe' },
  createUpload: { tier: 'create', body: { filename: 'probe.txt', contentType: 'text/plain', size: 5 } },
  listContactLists: { tier: 'observe' },
  createContactList: {
    tier: 'create',
    body: { name: 'Mailrig probe {run} {n}', customFields: [{ key: 'a', label: 'A', type: 'text' }] },
  },
  updateContactList: {
    tier: 'create',
    params: { id: '{newList}' },
    body: { name: 'Mailrig probe {run}', customFields: [{ key: 'a', label: 'A', type: 'text' }] },
  },
  listContacts: { tier: 'create', params: { listId: '{newList}' } },
  createContact: {
    tier: 'create',
    params: { listId: '{newList}' },
    body: { email: 'mailrig-probe-{run}-{n}@example.org' },
  },
  updateContact: { tier: 'create', params: contact, body: { firstName: 'Probe' } },
  suppressContact: { tier: 'create', params: contact, body: { reason: 'manual' } },
  verifyEmail: { tier: 'simulate', body: { email: 'mailrig-probe-{run}@example.org' } },
  createVerificationBatch: { tier: 'simulate', body: { emails: ['mailrig-probe-{run}@example.org'] } },
  listVerifications: { tier: 'observe' },
};

/** The part of a JSON Schema that limits a field. */
interface Form {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly items?: Form;
}

/** A value with the name of the change that made it. */
type Changed = readonly [what: string, value: unknown];

/** Larger numbers are not limits of the service, but of JavaScript or our own. */
const largest = 1e6;
const wrongType: Readonly<Record<string, unknown>> = {
  string: 7,
  integer: 'x',
  boolean: 'x',
  array: 'x',
  object: 'x',
};
const empty: Readonly<Record<string, unknown>> = { array: [], object: {} };

/** Values around the edges of a field. */
function edgesOf(form: Form): readonly Changed[] {
  const around = (limit: number | undefined, what: string, valueOf: (size: number) => unknown) =>
    limit === undefined || Math.abs(limit) > largest
      ? []
      : [limit, limit + 1].map((size): Changed => [`${what} ${size}`, valueOf(size)]);
  return [
    ['null', null],
    ['empty', empty[form.type ?? ''] ?? ''],
    ['of another type', wrongType[form.type ?? ''] ?? true],
    ...(form.pattern === undefined ? [] : [['blank', ' '] as const]),
    ...(form.enum ? [...form.enum, 'mailrig-probe'] : []).map((value): Changed => [String(value), value]),
    // Different texts in each run: an idempotency key of an earlier run would replay its send.
    ...around(form.maxLength, 'of length', (size) => `{run:${size}}`),
    ...around(form.maxItems, 'of length', (size) => Array.from({ length: size }, (_, index) => `x${index}`)),
    ...around(form.minimum === undefined ? undefined : form.minimum - 1, 'of', (size) => size),
    ...around(form.maximum, 'of', (size) => size),
  ];
}

/** An object with one thing changed: each of its fields, and those of the first item of a list. */
function changesOf({ properties = {} }: Form, whole: object): readonly Changed[] {
  const changes = Object.entries(properties).flatMap(([field, form]) => {
    const { [field]: own, ...rest } = whole as Readonly<Record<string, unknown>>;
    const [item] = Array.isArray(own) ? own : [];
    const inside = form.items && isObject(item) ? changesOf(form.items, item) : [];
    return [
      ...(own === undefined ? [] : [[`${field} left out`, rest] as const]),
      ...[...edgesOf(form), ...inside.map(([what, value]): Changed => [`[0] ${what}`, [value]])].map(
        ([what, value]): Changed => [`${field} ${what}`, { ...whole, [field]: value }],
      ),
    ];
  });
  return [...changes, ['unknown field', { ...whole, mailrigProbe: 'x' }]];
}

/** The steps for the schemas of one operation. */
function boundariesOf(name: keyof Samples): readonly (readonly [string, StepRequest])[] {
  const sample: StepInput<OperationName> = samples[name];
  const row: Operation = operations[name];
  const input = row.body ? 'body' : 'query';
  const schema = row[input];
  if (schema === undefined) return [];
  const form = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, describedKeywords.get(zodSchema)),
  }) as Form;
  const texts = input === 'query' ? textsOf(form) : [];
  // An update has the fields of a new list, and leaves no list behind.
  const isAsked = (what: string) => name !== 'createContactList' || /^(name|description|unknown)/.test(what);
  return changesOf(form, sample[input] ?? {})
    .filter(([what]) => !texts.includes(what) && isAsked(what))
    .map(([what, changed], index) => [
      `${name} ${what}`,
      step<OperationName>(name, {
        ...sample,
        [input]: fill(changed, new Map([['n', `${name.toLowerCase()}-${index}`]])),
      }),
    ]);
}

/** Changes that a query cannot have: it holds texts only, so that it has no null, and each value of a text is one. */
function textsOf({ properties = {} }: Form): readonly string[] {
  return Object.entries(properties).flatMap(([field, { type }]) => [
    `${field} null`,
    ...(type === 'integer' ? [] : [`${field} of another type`]),
  ]);
}

/** A step for each edge of each field of each request, from the schemas of the contract. */
export const boundaries: Readonly<Record<`${OperationName} ${string}`, StepRequest>> = Object.fromEntries(
  (Object.keys(samples) as (keyof Samples)[]).flatMap(boundariesOf),
);
