import { describe, expect, test } from 'vitest';
import { isAPIError, type SendEmailParams, ValidationError } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

describe('an invalid request', () => {
  test.each([
    ['R46', 'from', { ...email, from: 'ada' }],
    ['R51', 'to[1]', { ...email, to: ['bob@example.org', 'bob'] }],
    ['R53', 'subject', { ...email, subject: 's'.repeat(999) }],
    ['R54', 'subject', { ...email, subject: 'a\nb' }],
    ['R55', 'html', { ...email, text: '' }],
    ['R66', 'attachmentIds', { ...email, attachmentIds: Array.from({ length: 11 }, (_, n) => `att_${n}`) }],
  ] satisfies [string, string, SendEmailParams][])(
    'is refused before it is sent, naming $1 ($0)',
    async (_, field, params) => {
      const { mail, sandbox } = connect();
      const error = await failureOf(mail.emails.send(params));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        status: undefined,
        outcome: 'not-sent',
        attempts: 0,
        details: { field, errors: [{ field, message: expect.any(String) }] },
      });
      expect(error.message).toContain(`sendEmail: VALIDATION_ERROR: ${field} `);
      expect(sandbox.requests.count()).toBe(0);
    },
  );

  test('all invalid fields are reported in order, and long values are cut (A21)', async () => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.send({ ...email, from: 'x'.repeat(300), to: [] }));
    if (!isAPIError(error, 'VALIDATION_ERROR')) throw error;
    expect(error.fieldErrors().map(({ field }) => field)).toEqual(['from', 'to']);
    expect(error.details?.value).toBe('x'.repeat(256));
    expect(error.message).toContain('(and 1 more)');
  });

  test('a value that cannot be JSON is refused', async () => {
    const { mail } = connect();
    const variables = { n: 1n };
    const { from, to } = email;
    const error = await failureOf(mail.emails.send({ from, to, templateId: 'welcome', variables }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.message).toContain('JSON');
  });

  test('rejects a promise and never throws at the call itself', async () => {
    const { mail } = connect();
    const promise = mail.emails.send({ ...email, from: '' });
    await expect(promise).rejects.toBeInstanceOf(ValidationError);
  });

  test('is left to the service with validate: false', async () => {
    const { mail, sandbox } = connect({ validate: false });
    const error = await failureOf(mail.emails.send({ ...email, subject: 'a\nb' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: 400, outcome: 'rejected', details: { field: 'subject' } });
    expect(sandbox.requests.count()).toBe(1);
  });
});

test('options of a field that is no select are refused before the request (A84)', async () => {
  const { sandbox, mail } = connect();
  const customFields = [{ key: 'plan', label: 'Plan', type: 'text' as const, options: ['free', 'paid'] }];
  const error = await failureOf(mail.lists.create({ name: 'Customers', customFields }));
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'customFields[0].options' } });
  expect(error.message).toContain('use the type select');
  expect(sandbox.requests.count()).toBe(0);
});

test.each([
  [{ headers: { 'Reply-To': 'ada@example.com' } }, 'headers.Reply-To', 'use the field replyTo'],
  [{ headers: { FROM: 'ada@example.com' } }, 'headers.FROM', 'use the field from'],
  [{ headers: { sender: 'ada@example.com' } }, 'headers.sender', 'use the field from'],
  [{ headers: { Bcc: 'ada@example.com' } }, 'headers.Bcc', 'use the field bcc'],
  [{ headers: { 'Message-ID': '<1@example.com>' } }, 'headers.Message-ID', 'leave it out'],
  [{ headers: { 'Return-Path': 'ada@example.com' } }, 'headers.Return-Path', 'leave it out'],
  [{ variables: { name: 'Ada' } }, 'variables', 'is ignored without a templateId'],
])(
  'a part of an email that would be ignored is refused before it is sent: %o (A57)',
  async (part, field, advice) => {
    const { sandbox, mail } = connect();
    const error = await failureOf(mail.emails.send({ ...email, ...part } as SendEmailParams));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not-sent', details: { field } });
    expect(error.message).toContain(advice);
    expect(sandbox.requests.count()).toBe(0);
    await connect({ unknownFields: 'allow' }).mail.emails.send({ ...email, ...part } as SendEmailParams);
  },
);
