import { expectTypeOf, test } from 'vitest';
import {
  type APIPromise,
  Mailrig,
  type SendEmailFields,
  type SendEmailParams,
  type SendResult,
} from '../src/index.ts';

const mail = new Mailrig();
const typed = new Mailrig<{ welcome: { name: string }; legal: {} }>();
const from = 'ada@example.com';
type Sent = APIPromise<SendResult>;

test('a helper gives the sender, whichever type its parameter is made from', () => {
  const notify = (email: Omit<SendEmailParams, 'from'>) => mail.emails.send({ from, ...email });
  const notifyOf = (email: Omit<SendEmailFields, 'from'>) => mail.emails.send({ from, ...email });
  type Params = Parameters<Mailrig['emails']['send']>[0];
  const notifyByMethod = (email: Omit<Params, 'from'>) => mail.emails.send({ from, ...email });
  expectTypeOf(notify).returns.toEqualTypeOf<Sent>();
  expectTypeOf(notify).toBeCallableWith({ to: 'b@example.org', subject: 's', html: 'h' });
  expectTypeOf(notifyOf).toBeCallableWith({
    to: 'b@example.org',
    templateId: 'welcome',
    variables: { name: 'Bob' },
  });
  expectTypeOf(notifyByMethod).toBeCallableWith({ to: 'b@example.org', subject: 's', text: 't' });
  // @ts-expect-error: an email has recipients
  void notifyOf({ subject: 's', html: 'h' });
});

test('a helper may leave html and text to its caller', () => {
  const notify = (to: string, content: { subject: string; html?: string; text?: string }) =>
    mail.emails.send({ from, to, ...content });
  const both = (to: string, subject: string, html: string | undefined, text: string | undefined) =>
    mail.emails.send({ from, to, subject, html, text });
  expectTypeOf(notify).returns.toEqualTypeOf<Sent>();
  expectTypeOf(both).returns.toEqualTypeOf<Sent>();
});

test('a helper may pick fields, and merge with defaults', () => {
  const picked = (email: Pick<SendEmailParams, 'to' | 'subject' | 'html'>) =>
    mail.emails.send({ from, ...email });
  const merged = (email: Partial<SendEmailParams>) =>
    mail.emails.send({ from, to: 'b@example.org', subject: 's', text: 't', ...email });
  expectTypeOf(picked).returns.toEqualTypeOf<Sent>();
  expectTypeOf(merged).returns.toEqualTypeOf<Sent>();
});

test('sendMany takes what a helper makes, too', () => {
  const emails: Omit<SendEmailParams, 'from'>[] = [];
  expectTypeOf(mail.emails.sendMany(emails.map((email) => ({ from, ...email }))).finish).toBeCallableWith();
  // @ts-expect-error: no content
  void mail.emails.sendMany([{ from, to: 'b@example.org', subject: 's' }]);
});

test('a helper of typed templates takes their ids only', () => {
  type Templates = { welcome: { name: string }; legal: {} };
  const notify = (email: Omit<SendEmailFields<Templates>, 'from'>) => typed.emails.send({ from, ...email });
  const notifyParams = (email: Omit<SendEmailParams<Templates>, 'from'>) =>
    typed.emails.send({ from, ...email });
  expectTypeOf(notify).toBeCallableWith({ to: 'b@example.org', templateId: 'legal' });
  expectTypeOf(notifyParams).toBeCallableWith({ to: 'b@example.org', templateId: 'legal' });
  // @ts-expect-error: no such template
  void notify({ to: 'b@example.org', templateId: 'goodbye' });
});

test('an email whose content is known must have some', () => {
  type First = { (params: SendEmailParams): unknown };
  expectTypeOf(mail.emails.send).toExtend<First>();
  // @ts-expect-error: no content
  void mail.emails.send({ from, to: 'b@example.org', subject: 's' });
  // @ts-expect-error: no subject
  void mail.emails.send({ from, to: 'b@example.org', html: 'h' });
});
