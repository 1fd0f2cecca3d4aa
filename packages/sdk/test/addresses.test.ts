import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress, type SendEmailParams } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const john = { name: 'Doe, John', email: 'john@example.org' };

describe('addresses in parts', () => {
  test('are accepted wherever an email has an address (A48, A49)', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.send({
      ...email,
      from: { name: 'Ada Lovelace', email: 'ada@example.com' },
      to: [john, 'bob@example.org'],
      cc: { email: 'carol@example.org' },
      bcc: [{ name: '', email: 'dave@example.org' }],
      replyTo: { name: 'Support', email: 'support@example.com' },
    });
    expect(sandbox.requests.last()?.body).toMatchObject({
      from: '"Ada Lovelace" <ada@example.com>',
      to: ['"Doe, John" <john@example.org>', 'bob@example.org'],
      cc: 'carol@example.org',
      bcc: ['dave@example.org'],
      replyTo: '"Support" <support@example.com>',
    });
  });

  test.each([
    'Doe, John',
    'John "Joe" Doe',
    String.raw`back\slash`,
    'Jörg Müller',
    '名前',
    'a <b@c.example>',
    '(comment) @ ; :',
  ])('the name %s comes back as it was sent', async (name) => {
    const { mail } = connect();
    await mail.emails.send({ ...email, to: { name, email: 'john@example.org' } });
    const { items } = await mail.emails.list();
    expect(items.flatMap(({ to }) => to.map(parseAddress))).toEqual([{ name, email: 'john@example.org' }]);
  });

  test.each<[string, Partial<SendEmailParams>]>([
    ['to[1].email', { to: ['bob@example.org', { name: 'X', email: 'nobody' }] }],
    ['to.email', { to: { name: 'X', email: 'Bob <bob@example.org>' } }],
    ['from.email', { from: { name: 'X' } as never }],
    ['cc[0].name', { cc: [{ name: 'a\r\nBcc: eve@example.org', email: 'bob@example.org' }] }],
    ['bcc.name', { bcc: { name: 7 as never, email: 'bob@example.org' } }],
    ['replyTo.email', { replyTo: { email: '' } }],
  ])('what is wrong is named as %s, and nothing is sent', async (field, wrong) => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.emails.send({ ...email, ...wrong } as SendEmailParams));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not-sent', details: { field } });
    expect(sandbox.requests.count()).toBe(0);
  });

  test('are written and read without a client, too', () => {
    expect(formatAddress(john)).toBe('"Doe, John" <john@example.org>');
    expect(formatAddress('bob@example.org')).toBe('bob@example.org');
    expect(formatAddress({ email: 'bob@example.org' })).toBe('bob@example.org');
    expect(parseAddress('Bob <bob@example.org>')).toEqual({ name: 'Bob', email: 'bob@example.org' });
    expect(parseAddress('bob@example.org')).toEqual({ email: 'bob@example.org' });
    expect(parseAddress('nobody')).toBeUndefined();
  });
});
