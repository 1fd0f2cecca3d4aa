import { expectTypeOf, test } from 'vitest';
import { Mailrig, type SendEmailFields } from '../src/index.ts';

interface Templates {
  readonly welcome: { readonly name: string; readonly plan?: string };
  readonly receipt: { readonly total: number };
  readonly legal: {};
}

const base = { from: 'ada@example.com', to: 'bob@example.org' };

test('typed templates accept their own variables only', () => {
  const mail = new Mailrig<Templates>();
  expectTypeOf(mail.emails.send).toBeCallableWith({
    ...base,
    templateId: 'welcome',
    variables: { name: 'Bob' },
  });
  expectTypeOf(mail.emails.send).toBeCallableWith({
    ...base,
    templateId: 'receipt',
    variables: { total: 7 },
    subject: 'Paid',
  });
  expectTypeOf(mail.emails.send).toBeCallableWith({ ...base, templateId: 'legal' });
  expectTypeOf(mail.emails.send).toBeCallableWith({ ...base, subject: 's', html: 'h' });
  // @ts-expect-error: name is missing
  void mail.emails.send({ ...base, templateId: 'welcome', variables: {} });
  // @ts-expect-error: variables are missing
  void mail.emails.send({ ...base, templateId: 'welcome' });
  // @ts-expect-error: name is a string
  void mail.emails.send({ ...base, templateId: 'welcome', variables: { name: 7 } });
  // @ts-expect-error: no such variable
  void mail.emails.send({ ...base, templateId: 'welcome', variables: { name: 'Bob', size: 1 } });
  // @ts-expect-error: these are the variables of another template
  void mail.emails.send({ ...base, templateId: 'receipt', variables: { name: 'Bob' } });
  // @ts-expect-error: no such template
  void mail.emails.send({ ...base, templateId: 'goodbye', variables: {} });
  // @ts-expect-error: a template replaces html
  void mail.emails.send({ ...base, templateId: 'legal', html: 'h', subject: 's' });
});

test('the templates may be written in place', () => {
  const mail = new Mailrig<{ invoice: { number: number } }>();
  expectTypeOf(mail.emails.send).toBeCallableWith({
    ...base,
    templateId: 'invoice',
    variables: { number: 7 },
  });
  // @ts-expect-error: number is missing
  void mail.emails.send({ ...base, templateId: 'invoice', variables: {} });
});

test('a client made with withOptions keeps the types of the templates', () => {
  const mail = new Mailrig<Templates>().withOptions({ timeout: 1_000 });
  expectTypeOf(mail).toEqualTypeOf<Mailrig<Templates>>();
});

test('without types, any template may have any variables', () => {
  expectTypeOf<Parameters<Mailrig['emails']['send']>[0]>().toEqualTypeOf<SendEmailFields>();
  expectTypeOf(new Mailrig().emails.send).toBeCallableWith({
    ...base,
    templateId: 'welcome',
    variables: { name: 7 },
  });
});
