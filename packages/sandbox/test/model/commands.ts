import fc from 'fast-check';
import { expect } from 'vitest';
import { call } from '../harness.ts';
import {
  advance,
  type Contact,
  type Definition,
  isFresh,
  type List,
  merge,
  type Model,
  progressOf,
  refusalsOfChange,
  refusalsOfNew,
  type Sandbox,
  shownValues,
  type State,
  type Value,
} from './state.ts';

type Command = fc.AsyncCommand<Model, Sandbox>;

interface Data {
  readonly id: string;
  readonly messageId: string;
  readonly verificationId: string;
  readonly customFields: Readonly<Record<string, Value>>;
  readonly contacts: readonly (Pick<Contact, 'id' | 'email' | 'status'> & Pick<Data, 'customFields'>)[];
  readonly emails: readonly Pick<Data, 'messageId'>[];
  readonly pagination: { readonly total: number };
}

/** What a command compares with the model. */
interface Result {
  readonly status: number;
  /** `data` of the envelope, with the fields of all responses. */
  readonly data: Data;
  readonly code: string | undefined;
}

/** A command that shows its arguments in its name. */
function command(
  name: string,
  input: unknown,
  run: (state: State, sandbox: Sandbox, model: Model) => Promise<void> | void,
  check: (state: State, model: Model) => boolean = () => true,
): Command {
  return {
    check: (model) => check(model.state, model),
    run: async (model, sandbox) => run(model.state, sandbox, model),
    toString: () => `${name}(${JSON.stringify(input)})`,
  };
}

async function request(sandbox: Sandbox, method: string, path: string, json?: unknown): Promise<Result> {
  const response = await call(sandbox, method, `/api/v1${path}`, { json });
  const body = response.text === '' ? {} : JSON.parse(response.text);
  return { status: response.status, data: body.data, code: body.error?.code };
}

function expectRefused(response: Result, codes: readonly string[]): void {
  expect(codes).toContain(response.code);
}

function expectLike(response: Result, expected: { readonly status: number; readonly data?: object }): void {
  expect(response).toMatchObject(expected);
}

function expectValues({ data }: Result, expected: Readonly<Record<string, Value>>): void {
  expect(data.customFields).toEqual(expected);
}

const addresses = fc.constantFrom(
  'ann@example.org',
  'bob@example.org',
  'Bob@Example.org',
  'cleo@example.org',
  'dan@example.org',
);
const place = fc.nat(5);
const value = fc.constantFrom<Value | null>('pro', 'free', 3, 4.5, null, true);
const values = fc.dictionary(fc.constantFrom('plan', 'size', 'city', 'other'), value, {
  maxKeys: 3,
  noNullPrototype: true,
});
const definitions = fc.subarray<Definition>([
  { key: 'plan', label: 'Plan', type: 'text', required: true },
  { key: 'size', label: 'Size', type: 'number' },
  { key: 'city', label: 'City', type: 'text', required: true, defaultValue: 'Rome' },
]);

function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The command was not to run.');
  return item;
}

const hasList = (state: State) => state.lists.length > 0;
const listWithContacts = (state: State) => state.lists.filter(({ contacts }) => contacts.length > 0);
const hasContact = (state: State) => listWithContacts(state).length > 0;

function pick(state: State, which: number, who: number): { list: List; contact: Contact } {
  const list = at(listWithContacts(state), which);
  return { list, contact: at(list.contacts, who) };
}

const createList = definitions.map((customFields) =>
  command('createList', customFields, async (state, sandbox) => {
    const name = `List ${state.lists.length}`;
    const response = await request(sandbox, 'POST', '/contact-lists', { name, customFields });
    expectLike(response, { status: 201, data: { name } });
    state.lists.push({ id: response.data.id, name, definitions: customFields, contacts: [] });
  }),
);

const defineFields = fc.tuple(place, definitions).map(([which, customFields]) =>
  command(
    'defineFields',
    [which, customFields],
    async (state, sandbox) => {
      const list = at(state.lists, which);
      expectLike(await request(sandbox, 'PUT', `/contact-lists/${list.id}`, { customFields }), {
        status: 200,
      });
      list.definitions = customFields;
    },
    hasList,
  ),
);

const createContact = fc.tuple(place, addresses, values).map(([which, email, customFields]) =>
  command(
    'createContact',
    [which, email, customFields],
    async (state, sandbox) => {
      const list = at(state.lists, which);
      const response = await request(sandbox, 'POST', `/contact-lists/${list.id}/contacts`, {
        email,
        customFields,
      });
      const refusals = refusalsOfNew(list, customFields);
      if (refusals.length > 0) return expectRefused(response, refusals);
      if (list.contacts.some((contact) => contact.email.toLowerCase() === email.toLowerCase())) {
        return expectRefused(response, ['CONTACT_ALREADY_EXISTS']);
      }
      const defaults = list.definitions.flatMap(({ key, defaultValue }) =>
        defaultValue === undefined ? [] : [[key, defaultValue] as const],
      );
      const contact: Contact = {
        id: response.data.id,
        email,
        status: 'active',
        values: merge(new Map(defaults), customFields),
      };
      expectLike(response, { status: 201, data: { email, status: 'active' } });
      expectValues(response, shownValues(list, contact));
      list.contacts.push(contact);
    },
    hasList,
  ),
);

const updateContact = fc.tuple(place, place, values).map(([which, who, customFields]) =>
  command(
    'updateContact',
    [which, who, customFields],
    async (state, sandbox) => {
      const { list, contact } = pick(state, which, who);
      const path = `/contact-lists/${list.id}/contacts/${contact.id}`;
      const response = await request(sandbox, 'PUT', path, { customFields });
      const refusals = refusalsOfChange(list, contact, customFields);
      if (refusals.length > 0) return expectRefused(response, refusals);
      list.contacts[list.contacts.indexOf(contact)] = {
        ...contact,
        values: merge(contact.values, customFields),
      };
      expectLike(response, { status: 200 });
    },
    hasContact,
  ),
);

const suppress = fc.tuple(place, place).map((input) =>
  command(
    'suppress',
    input,
    async (state, sandbox) => {
      const { list, contact } = pick(state, ...input);
      const path = `/contact-lists/${list.id}/contacts/${contact.id}/suppress`;
      const response = await request(sandbox, 'POST', path, { reason: 'manual' });
      if (contact.status === 'suppressed') return expectRefused(response, ['ALREADY_SUPPRESSED']);
      expectLike(response, { status: 204 });
      contact.status = 'suppressed';
      state.suppressed.add(contact.email.toLowerCase());
    },
    hasContact,
  ),
);

const send = fc.tuple(addresses, fc.constantFrom(undefined, 'one', 'two')).map(([to, idempotencyKey]) =>
  command('send', [to, idempotencyKey], async (state, sandbox) => {
    const body = { from: 'ada@example.com', to, subject: 'Hello', text: 'Hello', idempotencyKey };
    const response = await request(sandbox, 'POST', '/emails', body);
    const earlier = state.sends.get(idempotencyKey ?? '');
    if (earlier && isFresh(state, earlier.at)) {
      if (earlier.to !== to) return expectRefused(response, ['IDEMPOTENCY_CONFLICT']);
      expectLike(response, { status: 201, data: { messageId: earlier.messageId, skipped: true } });
      return;
    }
    if (state.suppressed.has(to.toLowerCase())) return expectRefused(response, ['RECIPIENT_SUPPRESSED']);
    expectLike(response, { status: 201, data: { skipped: false } });
    const sent = { messageId: response.data.messageId, to, at: state.now };
    state.emails.push(sent);
    if (idempotencyKey !== undefined) state.sends.set(idempotencyKey, sent);
  }),
);

const verify = addresses.map((email) =>
  command('verify', email, async (state, sandbox) => {
    const response = await request(sandbox, 'POST', '/email-verification/single', { email });
    const cached = isFresh(state, state.verified.get(email.toLowerCase()));
    if (!cached && state.credits < 1) return expectRefused(response, ['INSUFFICIENT_CREDITS']);
    expectLike(response, { status: 200, data: { email, cached, status: 'clean' } });
    if (cached) return;
    state.credits -= 1;
    state.verified.set(email.toLowerCase(), state.now);
  }),
);

const submitBatch = fc
  .uniqueArray(addresses, { minLength: 1, maxLength: 4, selector: (email) => email.toLowerCase() })
  .map((emails) =>
    command('submitBatch', emails, async (state, sandbox) => {
      const response = await request(sandbox, 'POST', '/email-verification/batch', { emails });
      const fresh = emails
        .map((email) => email.toLowerCase())
        .filter((email) => !isFresh(state, state.verified.get(email)));
      if (fresh.length === 0) {
        expectLike(response, { status: 200, data: { creditsDeducted: 0, status: 'completed' } });
        return;
      }
      const running = state.batches.filter((batch) => progressOf(state, batch).status !== 'completed');
      if (running.length >= 5) return expectRefused(response, ['TOO_MANY_BATCHES']);
      if (state.credits < fresh.length) return expectRefused(response, ['INSUFFICIENT_CREDITS']);
      expectLike(response, {
        status: 202,
        data: { creditsDeducted: fresh.length, status: 'pending' },
      });
      state.credits -= fresh.length;
      state.batches.push({
        id: response.data.verificationId,
        createdAt: state.now,
        total: emails.length,
        fresh,
      });
    }),
  );

const moveClock = fc
  .constantFrom(1, 249, 250, 999, 1_000, 2_500, 3_600_000, 86_399_999, 86_400_000)
  .map((by) =>
    command('moveClock', by, (state, sandbox) => {
      sandbox.clock.advance(by);
      advance(state, by);
    }),
  );

const setCredits = fc.nat(6).map((balance) =>
  command('setCredits', balance, (state, sandbox) => {
    sandbox.credits.set(balance);
    state.credits = balance;
  }),
);

const keep = fc.constant(
  command('snapshot', [], (state, sandbox, { kept }) => {
    kept.push({ state: structuredClone(state), snapshot: sandbox.snapshot() });
  }),
);

const putBack = place.map((which) =>
  command(
    'restore',
    which,
    (_, sandbox, model) => {
      const { state, snapshot } = at(model.kept, which);
      sandbox.restore(snapshot);
      model.state = structuredClone(state);
    },
    (_, { kept }) => kept.length > 0,
  ),
);

const look = fc.constant(command('look', [], expectSame));

/** All commands, weighted toward those that change something. */
export const commands: fc.Arbitrary<Command>[] = [
  createList,
  defineFields,
  createContact,
  createContact,
  updateContact,
  updateContact,
  suppress,
  send,
  send,
  verify,
  submitBatch,
  submitBatch,
  moveClock,
  moveClock,
  setCredits,
  keep,
  putBack,
  look,
];

/** Fails unless the API returns exactly what the model holds. */
export async function expectSame(state: State, sandbox: Sandbox): Promise<void> {
  expect(sandbox.check()).toEqual([]);
  expect(sandbox.clock.now().getTime()).toBe(state.now);
  expect(sandbox.credits.balance()).toBe(state.credits);
  expect(
    sandbox.suppressions
      .list()
      .map(({ email }) => email.toLowerCase())
      .toSorted(),
  ).toEqual([...state.suppressed].toSorted());

  const lists = await request(sandbox, 'GET', '/contact-lists');
  expect(lists.data).toMatchObject(
    state.lists.toReversed().map(({ id, name, contacts }) => ({
      id,
      name,
      totalContacts: contacts.length,
      activeContacts: contacts.filter(({ status }) => status === 'active').length,
      suppressedContacts: contacts.filter(({ status }) => status === 'suppressed').length,
    })),
  );
  for (const list of state.lists) {
    const { data } = await request(sandbox, 'GET', `/contact-lists/${list.id}/contacts?limit=100`);
    expect(
      data.contacts.map((contact) => [contact.id, contact.email, contact.status, contact.customFields]),
    ).toEqual(
      list.contacts
        .toReversed()
        .map((contact) => [contact.id, contact.email, contact.status, shownValues(list, contact)]),
    );
    const suppressed = await request(
      sandbox,
      'GET',
      `/contact-lists/${list.id}/contacts?status=suppressed&limit=1`,
    );
    expect(suppressed.data.pagination.total).toBe(
      list.contacts.filter(({ status }) => status === 'suppressed').length,
    );
  }
  const emails = await request(sandbox, 'GET', '/emails?limit=100');
  expect(emails.data.emails.map(({ messageId }) => messageId)).toEqual(
    state.emails.map(({ messageId }) => messageId).toReversed(),
  );
  for (const batch of state.batches) {
    const { data } = await request(sandbox, 'GET', `/email-verification/${batch.id}`);
    expect(data).toMatchObject({ ...progressOf(state, batch), totalEmails: batch.total });
  }
}
