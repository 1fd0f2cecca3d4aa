import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

const hello = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' };

const add = async (service: Service, rule: object) =>
  read<{ id: string }>(await service.call('POST', '/_sandbox/faults', { json: rule })).id;
const list = async (service: Service) => (await service.call('GET', '/api/v1/emails')).outcome;

controlPlane('faults', (open) => {
  test('POST /faults: the operation fails the given number of times, then works again', async () => {
    const service = await open();
    const rule = { operation: 'listEmails', times: 2, effect: unavailable };
    const response = await service.call('POST', '/_sandbox/faults', { json: rule });
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ id: expect.stringMatching(/\S/), ...rule });
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).status).toBe(201);
    expect(await list(service)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await list(service)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await list(service)).toBe('200');
  });

  test('POST /faults: skip lets the first calls through, and a rule without an operation matches all', async () => {
    const service = await open();
    await add(service, { skip: 1, times: 2, effect: { status: 500, code: 'INTERNAL_ERROR' } });
    expect(await list(service)).toBe('200');
    expect(await list(service)).toBe('500 INTERNAL_ERROR');
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe(
      '500 INTERNAL_ERROR',
    );
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe('201');
  });

  test('POST /faults: phase before does nothing, and phase after does the work but loses the response', async () => {
    const service = await open();
    const total = async () => read<{ total: number }>(await service.call('GET', '/_sandbox/messages')).total;
    await add(service, { operation: 'sendEmail', times: 1, phase: 'before', effect: unavailable });
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe(
      '503 SERVICE_UNAVAILABLE',
    );
    expect(await total()).toBe(0);
    await add(service, { operation: 'sendEmail', times: 1, phase: 'after', effect: unavailable });
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe(
      '503 SERVICE_UNAVAILABLE',
    );
    expect(await total()).toBe(1);
  });

  test('POST /faults: a reset connection makes fetch fail', async () => {
    const service = await open();
    await add(service, { operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
    await expect(service.call('POST', '/api/v1/emails', { json: hello })).rejects.toThrow(TypeError);
    expect((await service.call('GET', '/_sandbox/messages')).json).toMatchObject({ total: 1 });
    await send(service);
  });

  test('POST /faults: the control plane itself never fails', async () => {
    const service = await open();
    await add(service, { effect: unavailable });
    expect((await service.call('GET', '/_sandbox/health')).outcome).toBe('200');
    expect(await list(service)).toBe('503 SERVICE_UNAVAILABLE');
  });

  test('GET /faults: the response has the rules in force', async () => {
    const service = await open();
    expect((await service.call('GET', '/_sandbox/faults')).json).toEqual({ faults: [] });
    const rule = { operation: 'sendEmail', times: 3, skip: 1, phase: 'after', effect: unavailable };
    const id = await add(service, rule);
    const second = await add(service, { effect: unavailable });
    expect((await service.call('GET', '/_sandbox/faults')).json).toMatchObject({
      faults: [{ id, ...rule }, { id: second }],
    });
  });

  test('DELETE /faults/{id}: the rule is removed, and is 404 the next time', async () => {
    const service = await open();
    const first = await add(service, { operation: 'listEmails', effect: unavailable });
    const second = await add(service, { operation: 'sendEmail', effect: unavailable });
    expect(await service.call('DELETE', `/_sandbox/faults/${first}`)).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await list(service)).toBe('200');
    expect((await service.call('GET', '/_sandbox/faults')).json).toMatchObject({ faults: [{ id: second }] });
    expect((await service.call('DELETE', `/_sandbox/faults/${first}`)).outcome).toBe('404 NOT_FOUND');
  });

  test('DELETE /faults: all rules are removed', async () => {
    const service = await open();
    await add(service, { operation: 'listEmails', effect: unavailable });
    await add(service, { effect: unavailable });
    expect(await service.call('DELETE', '/_sandbox/faults')).toMatchObject({ status: 204, text: '' });
    expect((await service.call('GET', '/_sandbox/faults')).json).toEqual({ faults: [] });
    expect(await list(service)).toBe('200');
  });

  test('POST /faults: invalid input is refused with its field', async () => {
    const service = await open();
    for (const [rule, field] of [
      [{}, 'effect'],
      [{ effect: {} }, 'effect'],
      [{ effect: 'boom' }, 'effect'],
      [{ operation: 'nope', effect: unavailable }, 'operation'],
      [{ times: 0, effect: unavailable }, 'times'],
      [{ times: 'often', effect: unavailable }, 'times'],
      [{ skip: -1, effect: unavailable }, 'skip'],
      [{ phase: 'during', effect: unavailable }, 'phase'],
      [{ effect: { status: 'bad' } }, 'effect.status'],
      [{ effect: { network: 'melt' } }, 'effect.network'],
    ] as const) {
      expectInvalid(await service.call('POST', '/_sandbox/faults', { json: rule }), field);
    }
    expect((await service.call('GET', '/_sandbox/faults')).json).toEqual({ faults: [] });
  });

  test('X-Sandbox-Account: faults apply to the chosen account only', async () => {
    const service = await open();
    const chosen = { 'x-sandbox-account': await addOther(service) };
    const everybodys = await add(service, { operation: 'sendEmail', effect: unavailable });
    const rule = { operation: 'listEmails', effect: unavailable };
    const { id } = read<{ id: string }>(
      await service.call('POST', '/_sandbox/faults', { json: rule, headers: chosen }),
    );
    expect(await list(service)).toBe('200');
    expect((await service.call('GET', '/api/v1/emails', { key: 'sk_live_other' })).outcome).toBe(
      '503 SERVICE_UNAVAILABLE',
    );
    const shown = await service.call('GET', '/_sandbox/faults', { headers: chosen });
    expect(read<{ faults: unknown[] }>(shown).faults).toMatchObject([{ id }]);
    const foreign = await service.call('DELETE', `/_sandbox/faults/${everybodys}`, { headers: chosen });
    expect(foreign.outcome).toBe('404 NOT_FOUND');
    const named = { ...rule, account: service.sandbox.liveApiKey };
    expectInvalid(
      await service.call('POST', '/_sandbox/faults', { json: named, headers: chosen }),
      'account',
    );
    expect((await service.call('DELETE', '/_sandbox/faults', { headers: chosen })).status).toBe(204);
    expect((await service.call('GET', '/_sandbox/faults')).json).toMatchObject({
      faults: [{ id: everybodys }],
    });
  });
});
