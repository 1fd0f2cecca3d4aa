import { describe, expectTypeOf, test } from 'vitest';
import type {
  AnyCustomFields,
  Contact,
  ContactPage,
  Contacts,
  CustomFieldDefinition,
  Mailrig,
  PagePromise,
} from '../src/index.ts';

declare const mail: Mailrig;

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
  { key: 'tier', label: 'Tier', type: 'text', required: true, defaultValue: 'bronze' },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'since', label: 'Since', type: 'date', required: false },
  { key: 'beta', label: 'Beta', type: 'boolean', defaultValue: false },
] as const;

interface Values {
  readonly plan: 'free' | 'pro';
  readonly tier: string;
  readonly seats?: number;
  readonly since?: string;
  readonly beta?: boolean;
}

const contacts = mail.contacts<typeof fields>('lst_1');

describe('constant definitions', () => {
  test('type the values of contacts, wherever they come from', () => {
    expectTypeOf<Contact<Values>['customFields']>().toEqualTypeOf<Values>();
    type Got = Awaited<ReturnType<typeof contacts.get>>;
    expectTypeOf<Got['customFields']['plan']>().toEqualTypeOf<'free' | 'pro'>();
    expectTypeOf<Got['customFields']['tier']>().toEqualTypeOf<string>();
    expectTypeOf<Got['customFields']['seats']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Got['customFields']>().toExtend<Values>();
    expectTypeOf<Values>().toExtend<Got['customFields']>();
    type Listed = Awaited<ReturnType<typeof contacts.list>>;
    expectTypeOf<Listed['items'][number]>().toEqualTypeOf<Got>();
    expectTypeOf<Listed['customFields']>().toEqualTypeOf<readonly CustomFieldDefinition[]>();
    expectTypeOf<Exclude<Awaited<ReturnType<Listed['next']>>, undefined>>().toEqualTypeOf<Listed>();
    expectTypeOf<ReturnType<typeof contacts.list>>().toExtend<AsyncIterable<Got>>();
  });

  test('a new contact needs required fields without a default, and null leaves the others unset', () => {
    const email = 'ada@example.org';
    expectTypeOf(contacts.create).toBeCallableWith({ email, customFields: { plan: 'pro' } });
    expectTypeOf(contacts.create).toBeCallableWith({
      email,
      customFields: { plan: 'pro', tier: 'gold', seats: null, since: undefined },
    });
    // @ts-expect-error: plan is required
    void contacts.create({ email });
    // @ts-expect-error: plan is required
    void contacts.create({ email, customFields: { seats: 1 } });
    // @ts-expect-error: not an option of plan
    void contacts.create({ email, customFields: { plan: 'gold' } });
    // @ts-expect-error: a required field cannot be null
    void contacts.create({ email, customFields: { plan: 'pro', tier: null } });
    // @ts-expect-error: seats is a number
    void contacts.create({ email, customFields: { plan: 'pro', seats: '1' } });
    // @ts-expect-error: no such field
    void contacts.create({ email, customFields: { plan: 'pro', size: 1 } });
  });

  test('an update may change any field, and null clears one that is not required', () => {
    expectTypeOf(contacts.update).toBeCallableWith('cnt_1', { customFields: { seats: null, beta: true } });
    expectTypeOf(contacts.update).toBeCallableWith('cnt_1', { firstName: 'Ada' });
    // @ts-expect-error: a required field cannot be cleared
    void contacts.update('cnt_1', { customFields: { plan: null } });
    // @ts-expect-error: no such field
    void contacts.update('cnt_1', { customFields: { size: 1 } });
    // @ts-expect-error: an address is never changed
    void contacts.update('cnt_1', { email: 'bob@example.org' });
  });

  test('without required fields, customFields is optional', () => {
    const optional = mail.contacts<readonly [(typeof fields)[2]]>('lst_1');
    expectTypeOf(optional.create).toBeCallableWith({ email: 'ada@example.org' });
    expectTypeOf(optional.create).toBeCallableWith({ email: 'ada@example.org', customFields: { seats: 1 } });
  });
});

test('without definitions, a value may be anything that a field accepts', () => {
  expectTypeOf(mail.contacts('lst_1')).toEqualTypeOf<Contacts>();
  expectTypeOf(mail.contacts('lst_1').list()).toEqualTypeOf<PagePromise<Contact, ContactPage>>();
  expectTypeOf<Contact['customFields']>().toEqualTypeOf<AnyCustomFields>();
  expectTypeOf(mail.contacts('lst_1').create).toBeCallableWith({
    email: 'a@b.co',
    customFields: { a: 1, b: null },
  });
  expectTypeOf(mail.contacts('lst_1').update).toBeCallableWith('cnt_1', { customFields: { a: null } });
});
