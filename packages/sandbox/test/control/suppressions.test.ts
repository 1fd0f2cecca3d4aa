import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, send, start } from './control.ts';

const hello = { from: 'ada@example.com', to: 'no@example.net', subject: 'Hi', text: 'Hi' };

controlPlane('suppressions', (open) => {
  test('POST /suppressions: mail to the address is refused from now on', async () => {
    const plane = await open();
    const answer = await plane.control('POST', '/suppressions', {
      email: 'No@Example.net',
      reason: 'bounced',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ email: 'No@Example.net', reason: 'bounced' });
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
  });

  test('GET /suppressions: added addresses are listed, with and without a reason', async () => {
    const plane = await open();
    expect((await plane.control('GET', '/suppressions')).json).toEqual({ suppressions: [] });
    await plane.control('POST', '/suppressions', { email: 'a@example.net' });
    await plane.control('POST', '/suppressions', { email: 'b@example.net', reason: 'spam_trap' });
    const answer = await plane.control('GET', '/suppressions');
    expect(answer.json).toMatchObject({
      suppressions: expect.arrayContaining([
        expect.objectContaining({ email: 'a@example.net', createdAt: start }),
        expect.objectContaining({ email: 'b@example.net', reason: 'spam_trap' }),
      ]),
    });
  });

  test('GET /suppressions: a suppressed contact is listed with the reason (R169)', async () => {
    const plane = await open();
    const list = JSON.parse((await plane.api('POST', '/contact-lists', { name: 'Readers' })).text).data;
    const contacts = `/contact-lists/${list.id}/contacts`;
    const contact = JSON.parse((await plane.api('POST', contacts, { email: 'no@example.net' })).text).data;
    await plane.api('POST', `${contacts}/${contact.id}/suppress`, { reason: 'complained' });
    expect((await plane.control('GET', '/suppressions')).json).toMatchObject({
      suppressions: [{ email: 'no@example.net', reason: 'complained' }],
    });
  });

  test('DELETE /suppressions/{email}: mail to the address is sent again, in any case', async () => {
    const plane = await open();
    await plane.control('POST', '/suppressions', { email: 'no@example.net' });
    const path = `/suppressions/${encodeURIComponent('NO@example.net')}`;
    expect(await plane.control('DELETE', path)).toMatchObject({ status: 204, text: '' });
    await send(plane, hello);
    expect((await plane.control('DELETE', path)).outcome).toBe('404 NOT_FOUND');
  });

  test('POST /suppressions: invalid input is refused with its field', async () => {
    const plane = await open();
    for (const [json, field] of [
      [{}, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 5 }, 'email'],
      [{ email: 'a@example.net', reason: 5 }, 'reason'],
    ] as const) {
      expectInvalid(await plane.control('POST', '/suppressions', json), field);
    }
    expect((await plane.control('GET', '/suppressions')).json).toEqual({ suppressions: [] });
  });

  test('POST /suppressions: each account has its own suppressions', async () => {
    const plane = await open();
    await addOther(plane);
    const header = { 'x-sandbox-account': 'sk_live_other' };
    await plane.control('POST', '/suppressions', { email: 'no@example.net' }, header);
    await send(plane, hello);
    const theirs = { ...hello, from: 'eve@other.example' };
    expect((await plane.api('POST', '/emails', theirs, 'sk_live_other')).outcome).toBe(
      '400 RECIPIENT_SUPPRESSED',
    );
  });
});
