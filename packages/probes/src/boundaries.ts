import { isObject, type Operation, type OperationName, operations } from '@mailrig/contract';
import * as z from 'zod/mini';
import { type ProbeRequest, step, type StepInput } from './step.ts';

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
  createContactList: { tier: 'create', body: { name: 'Mailrig probe {run} {n}' } },
  updateContactList: { tier: 'create', params: { id: '{newList}' }, body: { name: 'Mailrig probe {run}' } },
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

/** The part of a JSON Schema that says where a field ends. */
interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Larger numbers are no limit of the service but of JavaScript, or one of ours. */
const largest = 1e6;
const wrongType = new Map<string | undefined, unknown>([
  ['string', 7],
  ['integer', 'x'],
  ['boolean', 'x'],
  ['array', 'x'],
  ['object', 'x'],
]);
const empty = new Map<string | undefined, unknown>([
  ['array', []],
  ['object', {}],
]);

/** Values around the edges of a field, by what they are. */
function edgesOf(field: Field): readonly (readonly [what: string, value: unknown])[] {
  const around = (limit: number | undefined, what: string, valueOf: (size: number) => unknown) =>
    limit === undefined || Math.abs(limit) > largest
      ? []
      : [limit, limit + 1].map((size) => [`${what} ${size}`, valueOf(size)] as const);
  return [
    ['null', null],
    ['empty', empty.get(field.type) ?? ''],
    ['of another type', wrongType.get(field.type) ?? true],
    ...(field.enum === undefined
      ? []
      : [...field.enum, 'mailrig-probe'].map((value) => [String(value), value] as const)),
    ...around(field.maxLength, 'of length', (size) => 'x'.repeat(size)),
    ...around(field.maxItems, 'of length', (size) => Array.from({ length: size }, (_, at) => `x${at}`)),
    ...around(field.minimum === undefined ? undefined : field.minimum - 1, 'of', (size) => size),
    ...around(field.maximum, 'of', (size) => size),
  ];
}

function fieldsOf(schema: z.ZodMiniType): Readonly<Record<string, Field>> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties as Record<string, Field>;
}

/** The steps that one operation's schemas ask for. */
function boundariesOf(name: keyof Samples): readonly (readonly [string, ProbeRequest])[] {
  const sample: StepInput<OperationName> = samples[name];
  const row: Operation = operations[name];
  const input = row.body ? 'body' : 'query';
  const schema = row[input];
  if (schema === undefined) return [];
  const whole = isObject(sample[input]) ? sample[input] : {};
  const inQuery = input === 'query';
  const changes = Object.entries(fieldsOf(schema)).flatMap(([field, form]) => [
    ...(Object.hasOwn(whole, field) ? [[`${field} left out`, without(whole, field)] as const] : []),
    ...edgesOf(form)
      // A query holds texts only: it has no null, and each value of a text is a text.
      .filter(
        ([what]) => !inQuery || (what !== 'null' && (form.type === 'integer' || what !== 'of another type')),
      )
      .map(([what, value]) => [`${field} ${what}`, { ...whole, [field]: value }] as const),
  ]);
  const all = [...changes, ['unknown field', { ...whole, mailrigProbe: 'x' }] as const];
  return all.map(([what, changed], at) => [
    `${name} ${what}`,
    step<OperationName>(name, { ...sample, [input]: numbered(changed, `${name.toLowerCase()}-${at}`) }),
  ]);
}

function without(whole: object, field: string): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
}

function numbered(input: object, mark: string): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace('{n}', mark) : value,
    ]),
  );
}

/** A step for each edge of each field of each request, from the schemas of the contract. */
export const boundaries: Readonly<Record<`${OperationName} ${string}`, ProbeRequest>> = Object.fromEntries(
  (Object.keys(samples) as (keyof Samples)[]).flatMap(boundariesOf),
);
