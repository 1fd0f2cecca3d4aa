import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { gtube, list, newest, send, sendTemplate, total } from './emails.ts';

const tenMebibytes = 10 * 1_048_576;

conformance('content of a send', (open) => {
  test('a send makes one email, whether it has one recipient or several (R49, R50)', async () => {
    const service = await open();
    expect((await send(service, { to: 'bob@example.net' })).outcome).toBe('201');
    const several = ['bob@example.net', 'eve@example.net', 'dan@example.org'];
    const { messageId } = (await send(service, { to: several })).body.data;
    const { emails, pagination } = (await list(service)).body.data;
    expect(pagination.total).toBe(2);
    expect(emails[0]).toMatchObject({ messageId, to: several });
    expect(emails[1]?.to).toEqual(['bob@example.net']);
  });

  test('recipients are unlimited, and duplicates are kept (A50)', async () => {
    const service = await open();
    const to = Array.from({ length: 1_500 }, (_, n) => `reader${n % 1_000}@example.net`);
    expect((await send(service, { to })).outcome).toBe('201');
    expect((await newest(service)).to).toEqual(to);
  });

  test('html, text or both are accepted (R56, R57, A53)', async () => {
    const service = await open();
    const { mailbox } = service.sandbox;
    for (const content of [
      { html: '<b>h</b>' },
      { text: 't' },
      { html: '<b>h</b>', text: 't' },
      { html: '', text: 't' },
      { html: '<b>h</b>', text: '' },
    ]) {
      expect((await send(service, { html: undefined, ...content })).outcome).toBe('201');
    }
    expect(await total(service)).toBe(5);
    await send(service, { html: '<b>h</b>', text: 't' });
    expect(mailbox.latest({})).toMatchObject({ html: '<b>h</b>', text: 't', subject: 'Hello' });
  });

  test('raw content is sent as it is, and its variables are ignored (A55)', async () => {
    const service = await open();
    const content = { subject: '{{name}}', html: '<p>{{name}}</p>', text: '{{ unclosed' };
    expect((await send(service, { ...content, variables: { name: 'Bob' } })).outcome).toBe('201');
    expect(service.sandbox.mailbox.latest({})).toMatchObject(content);
    expect((await newest(service)).subject).toBe('{{name}}');
  });

  test('custom headers reach the message, and reserved ones change nothing (A57)', async () => {
    const service = await open();
    const headers = {
      'X-Campaign': 'spring',
      From: 'eve@elsewhere.example',
      To: 'eve@example.net',
      subject: 'Other',
      Bcc: 'eve@example.net',
    };
    expect((await send(service, { headers })).outcome).toBe('201');
    expect(await newest(service)).toMatchObject({
      from: 'ada@example.com',
      to: ['bob@example.net'],
      subject: 'Hello',
    });
    const message = service.sandbox.mailbox.latest({});
    expect(message).toMatchObject({ subject: 'Hello', headers: { 'X-Campaign': 'spring' } });
    expect(JSON.stringify(message)).not.toContain('eve@');
  });

  test('content of 10 MiB is accepted, and one byte more is EMAIL_TOO_LARGE (R69, A58)', async () => {
    const service = await open();
    const html = 'x'.repeat(tenMebibytes - 'Hello'.length);
    expect((await send(service, { html })).outcome).toBe('201');
    expect((await send(service, { html: `${html}x` })).outcome).toBe('400 EMAIL_TOO_LARGE');
    expect((await send(service, { html, text: 'x' })).outcome).toBe('400 EMAIL_TOO_LARGE');
    expect(await total(service)).toBe(1);
  });

  test('subject, html, text and custom headers count together, in UTF-8 bytes (A58)', async () => {
    const service = await open({ limits: { emailBytes: 100 } });
    const outcome = async (fields: object) =>
      (await send(service, { subject: '1234567890', ...fields })).outcome;
    expect(await outcome({ html: 'x'.repeat(90) })).toBe('201');
    expect(await outcome({ html: 'x'.repeat(91) })).toBe('400 EMAIL_TOO_LARGE');
    expect(await outcome({ html: 'é'.repeat(45) })).toBe('201');
    expect(await outcome({ html: `${'é'.repeat(45)}x` })).toBe('400 EMAIL_TOO_LARGE');
    expect(await outcome({ html: '😀', text: 'x'.repeat(86) })).toBe('201');
    expect(await outcome({ html: '😀', text: 'x'.repeat(87) })).toBe('400 EMAIL_TOO_LARGE');
    expect(await outcome({ html: 'x'.repeat(60), headers: { 'X-A': 'x'.repeat(40) } })).toBe(
      '400 EMAIL_TOO_LARGE',
    );
  });

  test('a template counts at its rendered size (A58)', async () => {
    const service = await open({ limits: { emailBytes: 100 } });
    service.sandbox.templates.set('grow', { subject: 'Hi', html: '{{text}}' });
    const outcome = async (length: number) =>
      (await sendTemplate(service, 'grow', { variables: { text: 'x'.repeat(length) } })).outcome;
    expect(await outcome(98)).toBe('201');
    expect(await outcome(99)).toBe('400 EMAIL_TOO_LARGE');
  });

  test('the GTUBE string in subject, html or text is SPAM_SCORE_TOO_HIGH (R83, A62)', async () => {
    const service = await open();
    for (const fields of [{ subject: gtube }, { html: `<p>${gtube}</p>` }, { text: `a\n${gtube}\nb` }]) {
      expect((await send(service, fields)).outcome).toBe('400 SPAM_SCORE_TOO_HIGH');
      expect((await send(service, fields, { key: service.sandbox.testApiKey })).outcome).toBe(
        '400 SPAM_SCORE_TOO_HIGH',
      );
    }
    expect(await total(service)).toBe(0);
  });

  test('the string is found after rendering, and nothing else is spam (A62)', async () => {
    const service = await open();
    service.sandbox.templates.set('echo', { subject: 'Hi', text: '{{a}}{{b}}' });
    const halves = { a: gtube.slice(0, 20), b: gtube.slice(20) };
    expect((await sendTemplate(service, 'echo', { variables: halves })).outcome).toBe(
      '400 SPAM_SCORE_TOO_HIGH',
    );
    expect((await sendTemplate(service, 'echo', { variables: { ...halves, b: '' } })).outcome).toBe('201');
    expect(
      (await send(service, { subject: 'FREE MONEY!!! ACT NOW', html: 'Cheap pills, casino, winner' }))
        .outcome,
    ).toBe('201');
  });
});
