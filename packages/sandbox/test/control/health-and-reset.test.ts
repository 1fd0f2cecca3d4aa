import { expect, test } from 'vitest';
import { controlPlane, start } from '../harness.ts';
import { addOther, send } from './control.ts';

controlPlane('health and reset', (open) => {
  test('GET /health: the response has the status ok, the version, the time and the bytes stored', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/health');
    expect(response.outcome).toBe('200');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.json).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      now: start,
      storedBytes: 0,
    });
  });

  test('GET /check: a full recount finds nothing wrong', async () => {
    const service = await open();
    await send(service);
    const response = await service.call('GET', '/_sandbox/check');
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual({ problems: [] });
  });

  test('POST /reset: everything returns to the start, including the clock and the ids', async () => {
    const service = await open();
    const { call, sandbox } = service;
    const first = await send(service);
    await call('POST', '/_sandbox/reset');
    const accounts = (await call('GET', '/_sandbox/accounts')).text;
    const wire = (await call('GET', '/_sandbox/wire')).text;
    const templates = (await call('GET', '/_sandbox/templates')).text;

    await send(service);
    await addOther(service);
    await call('POST', '/_sandbox/clock', { json: { advance: '3d' } });
    await call('PATCH', '/_sandbox/accounts/default', { json: { credits: 1, domain: { active: false } } });
    await call('PUT', '/_sandbox/wire', { json: { nulls: 'explicit' } });
    await call('PUT', '/_sandbox/templates/extra', { json: { subject: 'Hi', text: 'Hi' } });
    await call('DELETE', '/_sandbox/templates/welcome');
    await call('POST', '/_sandbox/suppressions', { json: { email: 'bob@example.net' } });
    await call('POST', `/_sandbox/keys/${sandbox.testApiKey}/revoke`);
    await call('POST', '/_sandbox/faults', {
      json: { effect: { status: 503, code: 'SERVICE_UNAVAILABLE' } },
    });

    const response = await call('POST', '/_sandbox/reset');
    expect(response).toMatchObject({ status: 204, text: '' });
    expect((await call('GET', '/_sandbox/clock')).json).toEqual({
      now: start,
      frozen: true,
      nextDueAt: null,
    });
    expect((await call('GET', '/_sandbox/accounts')).text).toBe(accounts);
    expect((await call('GET', '/_sandbox/wire')).text).toBe(wire);
    expect((await call('GET', '/_sandbox/templates')).text).toBe(templates);
    expect((await call('GET', '/_sandbox/messages')).json).toMatchObject({ messages: [], total: 0 });
    expect((await call('GET', '/_sandbox/suppressions')).json).toEqual({ suppressions: [], total: 0 });
    expect((await call('GET', '/_sandbox/faults')).json).toEqual({ faults: [] });
    expect((await call('GET', '/_sandbox/requests')).json).toMatchObject({ requests: [], total: 0 });
    expect((await service.call('GET', '/api/v1/emails', { key: sandbox.testApiKey })).status).toBe(200);
    expect((await service.call('GET', '/api/v1/emails')).headers.get('x-ratelimit-remaining')).toBe('99');
    await call('POST', '/_sandbox/reset');
    expect(await send(service)).toEqual(first);
  });

  test('POST /reset: verifications, contacts and credits are cleared too', async () => {
    const service = await open();
    const single = { email: 'bob@example.net' };
    await service.call('POST', '/api/v1/email-verification/single', { json: single });
    await service.call('POST', '/api/v1/email-verification/batch', { json: { emails: ['a@example.net'] } });
    await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } });
    expect((await service.call('GET', '/_sandbox/accounts/default')).json).toMatchObject({ credits: 9_998 });
    await service.call('POST', '/_sandbox/reset');
    expect((await service.call('GET', '/_sandbox/accounts/default')).json).toMatchObject({ credits: 10_000 });
    expect((await service.call('GET', '/api/v1/contact-lists')).json).toMatchObject({ data: [] });
    expect((await service.call('GET', '/api/v1/email-verification')).json).toMatchObject({
      data: { items: [] },
    });
    expect(
      (await service.call('POST', '/api/v1/email-verification/single', { json: single })).json,
    ).toMatchObject({
      data: { cached: false },
    });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1h' } });
    expect((await service.call('GET', '/api/v1/email-verification/stats')).json).toMatchObject({
      data: { totalVerifications: 1 },
    });
    expect(service.sandbox.check()).toEqual([]);
  });
});
