import { expect, test } from 'vitest';
import { controlPlane, start } from '../harness.ts';
import { addOther, expectInvalid, send } from './control.ts';

const hello = { from: 'ada@example.com', to: 'no@example.net', subject: 'Hi', text: 'Hi' };

controlPlane('suppressions', (open) => {
  test('POST /suppressions: mail to the address is refused from now on', async () => {
    const service = await open();
    const response = await service.call('POST', '/_sandbox/suppressions', {
      json: {
        email: 'No@Example.net',
        reason: 'bounced',
      },
    });
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ email: 'No@Example.net', reason: 'bounced' });
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe(
      '400 RECIPIENT_SUPPRESSED',
    );
  });

  test('GET /suppressions: added addresses are listed, with and without a reason', async () => {
    const service = await open();
    expect((await service.call('GET', '/_sandbox/suppressions')).json).toEqual({
      suppressions: [],
      total: 0,
    });
    await service.call('POST', '/_sandbox/suppressions', { json: { email: 'a@example.net' } });
    await service.call('POST', '/_sandbox/suppressions', {
      json: { email: 'b@example.net', reason: 'spam_trap' },
    });
    const response = await service.call('GET', '/_sandbox/suppressions');
    expect(response.json).toMatchObject({
      suppressions: expect.arrayContaining([
        expect.objectContaining({ email: 'a@example.net', createdAt: start }),
        expect.objectContaining({ email: 'b@example.net', reason: 'spam_trap' }),
      ]),
    });
  });

  test('GET /suppressions: a suppressed contact is listed with the reason (R169)', async () => {
    const service = await open();
    const list = JSON.parse(
      (await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } })).text,
    ).data;
    const contacts = `/contact-lists/${list.id}/contacts`;
    const contact = JSON.parse(
      (await service.call('POST', `/api/v1${contacts}`, { json: { email: 'no@example.net' } })).text,
    ).data;
    await service.call('POST', `/api/v1${contacts}/${contact.id}/suppress`, {
      json: { reason: 'complained' },
    });
    expect((await service.call('GET', '/_sandbox/suppressions')).json).toMatchObject({
      suppressions: [{ email: 'no@example.net', reason: 'complained' }],
    });
  });

  test('DELETE /suppressions/{email}: mail to the address is sent again, in any case', async () => {
    const service = await open();
    await service.call('POST', '/_sandbox/suppressions', { json: { email: 'no@example.net' } });
    const path = `/suppressions/${encodeURIComponent('NO@example.net')}`;
    expect(await service.call('DELETE', `/_sandbox${path}`)).toMatchObject({ status: 204, text: '' });
    await send(service, hello);
    expect((await service.call('DELETE', `/_sandbox${path}`)).outcome).toBe('404 NOT_FOUND');
  });

  test('POST /suppressions: invalid input is refused with its field', async () => {
    const service = await open();
    for (const [json, field] of [
      [{}, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 5 }, 'email'],
      [{ email: 'a@example.net', reason: 5 }, 'reason'],
    ] as const) {
      expectInvalid(await service.call('POST', '/_sandbox/suppressions', { json }), field);
    }
    expect((await service.call('GET', '/_sandbox/suppressions')).json).toEqual({
      suppressions: [],
      total: 0,
    });
  });

  test('POST /suppressions: each account has its own suppressions', async () => {
    const service = await open();
    await addOther(service);
    const header = { 'x-sandbox-account': 'sk_live_other' };
    await service.call('POST', '/_sandbox/suppressions', {
      json: { email: 'no@example.net' },
      headers: header,
    });
    await send(service, hello);
    const theirs = { ...hello, from: 'eve@other.example' };
    expect(
      (await service.call('POST', '/api/v1/emails', { json: theirs, key: 'sk_live_other' })).outcome,
    ).toBe('400 RECIPIENT_SUPPRESSED');
  });
});
