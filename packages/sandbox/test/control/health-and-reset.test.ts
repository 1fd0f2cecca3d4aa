import { expect, test } from 'vitest';
import { addOther, controlPlane, send, start } from './control.ts';

controlPlane('health and reset', (open) => {
  test('GET /health: the answer has the status ok, the version and the time', async () => {
    const plane = await open();
    const answer = await plane.control('GET', '/health');
    expect(answer.outcome).toBe('200');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.json).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      now: start,
    });
  });

  test('GET /check: a full recount finds nothing wrong', async () => {
    const plane = await open();
    await send(plane);
    const answer = await plane.control('GET', '/check');
    expect(answer.outcome).toBe('200');
    expect(answer.json).toEqual({ problems: [] });
  });

  test('POST /reset: everything returns to the start, including the clock and the ids', async () => {
    const plane = await open();
    const { control, sandbox } = plane;
    const first = await send(plane);
    await control('POST', '/reset');
    const accounts = (await control('GET', '/accounts')).text;
    const wire = (await control('GET', '/wire')).text;
    const templates = (await control('GET', '/templates')).text;

    await send(plane);
    await addOther(plane);
    await control('POST', '/clock', { advance: '3d' });
    await control('PATCH', '/accounts/default', { credits: 1, domain: { active: false } });
    await control('PUT', '/wire', { nulls: 'explicit' });
    await control('PUT', '/templates/extra', { subject: 'Hi', text: 'Hi' });
    await control('DELETE', '/templates/welcome');
    await control('POST', '/suppressions', { email: 'bob@example.net' });
    await control('POST', `/keys/${sandbox.apiKey}/revoke`);
    await control('POST', '/faults', { effect: { status: 503, code: 'SERVICE_UNAVAILABLE' } });

    const answer = await control('POST', '/reset');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await control('GET', '/clock')).json).toEqual({ now: start, frozen: true, nextDueAt: null });
    expect((await control('GET', '/accounts')).text).toBe(accounts);
    expect((await control('GET', '/wire')).text).toBe(wire);
    expect((await control('GET', '/templates')).text).toBe(templates);
    expect((await control('GET', '/messages')).json).toEqual({ messages: [], total: 0 });
    expect((await control('GET', '/suppressions')).json).toEqual({ suppressions: [] });
    expect((await control('GET', '/faults')).json).toEqual({ faults: [] });
    expect((await control('GET', '/requests')).json).toMatchObject({ requests: [], total: 0 });
    expect((await plane.api('GET', '/emails', undefined, sandbox.apiKey)).status).toBe(200);
    expect((await plane.api('GET', '/emails')).headers.get('x-ratelimit-remaining')).toBe('99');
    await control('POST', '/reset');
    expect(await send(plane)).toEqual(first);
  });

  test('POST /reset: verifications, contacts and credits are cleared too', async () => {
    const plane = await open();
    const single = { email: 'bob@example.net' };
    await plane.api('POST', '/email-verification/single', single);
    await plane.api('POST', '/email-verification/batch', { emails: ['a@example.net'] });
    await plane.api('POST', '/contact-lists', { name: 'Readers' });
    expect((await plane.control('GET', '/accounts/default')).json).toMatchObject({ credits: 9_998 });
    await plane.control('POST', '/reset');
    expect((await plane.control('GET', '/accounts/default')).json).toMatchObject({ credits: 10_000 });
    expect((await plane.api('GET', '/contact-lists')).json).toMatchObject({ data: [] });
    expect((await plane.api('GET', '/email-verification')).json).toMatchObject({ data: { items: [] } });
    expect((await plane.api('POST', '/email-verification/single', single)).json).toMatchObject({
      data: { cached: false },
    });
    await plane.control('POST', '/clock', { advance: '1h' });
    expect((await plane.api('GET', '/email-verification/stats')).json).toMatchObject({
      data: { totalVerifications: 1 },
    });
    plane.sandbox.check();
  });
});
