/* Steps for the edges of each field of each request: the last value that is accepted, the first that is refused. */
import {
  describedKeywords,
  fieldsOf,
  isObject,
  type Operation,
  type OperationName,
  operations,
  type UpdateContactBody,
} from '@mailrig/contract';
import type { Whole } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { fill, type StepRequest, step, type StepInput } from './step.ts';

type Taking = { readonly body: unknown } | { readonly query: unknown };
type Operations = typeof operations;

/** A call that is accepted, whose fields are then changed one by one, for each operation with a body or a query. */
type Samples = { readonly [N in keyof Operations as Operations[N] extends Taking ? N : never]: StepInput };

const contact = { listId: '{newList}', id: '{contact}' };
const definitions = [{ key: 'a', label: 'A', type: 'text' }];
/** Fields of a contact, except for its address. */
export const ofContact = {
  firstName: 'Mailrig',
  lastName: 'Probe',
  phoneNumber: '+44 20 1234',
  customFields: {},
  consentType: 'explicit',
  consentSource: 'signup_form',
  consentTimestamp: '2026-01-31T10:30:00Z',
  consentIpAddress: '203.0.113.7',
} satisfies Whole<UpdateContactBody>;

/** Fields of an email to several recipients. */
export const toMany = {
  from: '"Mailrig" <{from}>',
  to: ['"Ada" <Ada@example.org>', 'bob@example.org'],
  cc: 'cc@example.org',
  bcc: ['bcc@example.org'],
  replyTo: 'reply@example.org',
  headers: { 'X-Probe': '1' },
};
const list = { name: 'Mailrig probe {run}', description: 'Boundaries', customFields: definitions };

/** A new operation needs a row here. `{n}` is another number in each step. */
const samples: Samples = {
  sendEmail: {
    tier: 'simulate',
    needs: 'simulated',
    body: { ...toMany, subject: 'Mailrig probe', html: '<p>A boundary.</p>', text: 'A boundary.' },
  },
  listEmails: { tier: 'observe' },
  createUpload: { tier: 'create', body: { filename: 'probe.txt', contentType: 'text/plain', size: 5 } },
  listContactLists: { tier: 'observe' },
  createContactList: { tier: 'create', body: { ...list, name: 'Mailrig probe {run} {n}' } },
  updateContactList: { tier: 'create', params: { id: '{newList}' }, body: list },
  listContacts: { tier: 'create', params: { listId: '{newList}' } },
  createContact: {
    tier: 'create',
    params: { listId: '{newList}' },
    body: { email: 'mailrig-probe-{run}-{n}@example.org', source: 'form', ...ofContact },
  },
  updateContact: { tier: 'create', params: contact, body: ofContact },
  suppressContact: { tier: 'create', params: contact, body: { reason: 'manual' } },
  verifyEmail: { tier: 'simulate', body: { email: 'mailrig-probe-{run}@example.org' } },
  createVerificationBatch: { tier: 'simulate', body: { emails: ['mailrig-probe-{run}@example.org'] } },
  listVerifications: { tier: 'observe' },
};

/** Changes that another operation with the same field shows, and steps of the script that are the same. */
const shownElsewhere: Readonly<Partial<Record<keyof Samples, RegExp>>> = {
  // An update has the fields of a new list, and leaves no list behind.
  createContactList: /^(?!name|description|unknown)|^name left out/,
  createContact: /^(firstName|lastName|phoneNumber|customFields|consent\w+) of another type/,
  updateContact: /^(?!email)\w+ null/,
  listVerifications: /^(page|limit) empty/,
  listContacts: /^(page|limit) (empty|of another type)/,
  listContactLists: /empty/,
};

/** The part of a JSON Schema that limits a field. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
}

/** The form of what a schema of the contract reads. */
export function formOf(schema: z.ZodMiniType): FieldSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, describedKeywords.get(zodSchema)),
  }) as FieldSchema;
}

/** A value with the name of the change that made it. */
type Changed = readonly [what: string, value: unknown];

/** Larger numbers are not limits of the service, but of JavaScript or our own. */
const largest = 1e6;
const empty: Readonly<Record<string, unknown>> = { array: [], object: {} };

function edgesOf(field: FieldSchema): readonly Changed[] {
  const around = (limit: number | undefined, what: string, valueOf: (size: number) => unknown) =>
    limit === undefined || Math.abs(limit) > largest
      ? []
      : [limit, limit + 1].map((size): Changed => [`${what} ${size}`, valueOf(size)]);
  return [
    ['null', null],
    ['empty', empty[field.type ?? ''] ?? ''],
    [
      'of another type',
      field.type === 'string' ? 7 : /^(integer|boolean|array|object)$/.test(String(field.type)) ? 'x' : true,
    ],
    ...(field.pattern === undefined ? [] : [['blank', ' '] as const]),
    ...(field.enum ? [...field.enum, 'mailrig-probe'] : []).map((value): Changed => [String(value), value]),
    // Different texts in each run: an idempotency key of an earlier run would replay its send.
    ...around(field.maxLength, 'of length', (size) => `{run:${size}}`),
    ...around(field.maxItems, 'of length', (size) => Array.from({ length: size }, (_, index) => `x${index}`)),
    ...around(field.minimum === undefined ? undefined : field.minimum - 1, 'of', (size) => size),
    ...around(field.maximum, 'of', (size) => size),
  ];
}

/** New values for the fields of an object, one at a time, also for those of the first item of a list. */
function changesOf(
  { properties = {}, required = [] }: FieldSchema,
  whole: Readonly<Record<string, unknown>>,
): readonly (readonly [field: string, ...Changed])[] {
  const changes = Object.entries(properties).flatMap(([field, form]) => {
    const { [field]: sampleValue } = whole;
    const [item] = Array.isArray(sampleValue) ? sampleValue : [];
    const inside = form.items && isObject(item) ? changesOf(form.items, item) : [];
    return [
      ...(required.includes(field) ? [[field, 'left out', undefined] as const] : []),
      ...edgesOf(form).map(([what, value]) => [field, what, value] as const),
      ...inside.map(
        ([name, what, value]) => [field, `[0] ${name} ${what}`, [{ ...item, [name]: value }]] as const,
      ),
    ];
  });
  return [...changes, ['unknown', 'field', 'x']];
}

/** Changes that a text in a query cannot have. */
const inNoText = /^(null|of another type)$/;
/** Steps that are not combined: the service refuses these values for another reason, or a decision names the step. */
const alone = / attachmentIds | reason |^sendEmail unknown field/;
const examples = new Map([
  ['run', 'run'],
  ['n', '1'],
  ['from', 'probe@example.com'],
]);

/** The steps for one operation. What must be accepted is sent together, one change of each field. */
function boundariesOf(name: keyof Samples): readonly (readonly [string, StepRequest])[] {
  const sample: StepInput = samples[name];
  const row: Operation = operations[name];
  const input = row.body ? 'body' : 'query';
  const schema = row[input];
  if (schema === undefined) return [];
  const json = formOf(schema);
  const whole = fieldsOf(sample[input]);
  const isSent = (field: string, what: string) =>
    !shownElsewhere[name]?.test(`${field} ${what}`) &&
    !(input === 'query' && (json.properties?.[field]?.type === 'integer' ? /^null$/ : inNoText).test(what));
  const requestWith = (values: object, n: number) => {
    const numbered = fill(whole, new Map([['n', `${name.toLowerCase()}-${n}`]]));
    return step(name, { ...sample, [input]: { ...numbered, ...values } });
  };
  const changes = changesOf(json, whole)
    .filter(([field, what]) => isSent(field, what))
    .map(([field, what, value], n) => {
      const values = { [field]: value };
      return { field, values, step: [`${name} ${field} ${what}`, requestWith(values, n)] as const };
    });
  const isAccepted = ({ step: [stepName], values }: (typeof changes)[number]) =>
    !alone.test(stepName) && z.safeParse(schema, fill({ ...whole, ...values }, examples)).success;
  const accepted = changes.filter(isAccepted);
  const rounds = Map.groupBy(accepted, (one) =>
    accepted.filter(({ field }) => field === one.field).indexOf(one),
  );
  const together = [...rounds].flatMap(([round, some]) => {
    const parts = some.map((one) => one.step);
    if (parts.length < 2) return parts;
    const values = Object.assign({}, ...some.map((one) => one.values));
    return [
      [`${name} accepted ${round + 1}`, { ...requestWith(values, changes.length + round), parts }] as const,
    ];
  });
  return [...together, ...changes.filter((one) => !isAccepted(one)).map((one) => one.step)];
}

/** A step for each edge of each field of each request, from the schemas of the contract. */
export const boundaries: Readonly<Record<`${OperationName} ${string}`, StepRequest>> = Object.fromEntries(
  (Object.keys(samples) as (keyof Samples)[]).flatMap(boundariesOf),
);

/** The end of an id that nothing has. */
export const unknownId = '0'.repeat(24);
/** What ids begin with, by their resource. */
export const prefixes = {
  emails: 'msg',
  attachments: 'att',
  'contact lists': 'lst',
  contacts: 'cnt',
  verification: 'ver',
};

/** A call of each operation with each id in its path that does not exist: it is certain to be refused. */
export const unknownIds: Readonly<Record<`${OperationName} of unknown ${string}`, StepRequest>> =
  Object.fromEntries(
    Object.values<Operation>(operations).flatMap(({ name, method, path, resource, published }) => {
      if (!path.startsWith('/api')) return [];
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, param = '']) => param);
      const isRead = names.length === 1 && (method === 'GET' || name === 'confirmUpload');
      const sample: StepInput | undefined = samples[name as keyof Samples];
      return names.map((param) => {
        const id = `${param === 'listId' ? 'lst' : prefixes[resource]}_${unknownId}`;
        const request = step(name as OperationName, {
          tier: isRead ? 'observe' : 'create',
          params: { listId: '{fieldList}', id: '{ada}', [param]: id },
          body: fill(sample?.body, new Map([['n', 'unknown']])),
          ...(!isRead && published && { needs: 'served' }),
        });
        return [`${name} of unknown ${param}`, request];
      });
    }),
  );
