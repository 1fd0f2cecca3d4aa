import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, type Plane, read, send } from './control.ts';

const hello = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' };

const add = async (plane: Plane, rule: object) =>
  read<{ id: string }>(await plane.control('POST', '/faults', rule)).id;
const list = async (plane: Plane) => (await plane.api('GET', '/emails')).outcome;

controlPlane('faults', (open) => {
  test('POST /faults: the operation fails the given number of times, then works again', async () => {
    const plane = await open();
    const rule = { operation: 'listEmails', times: 2, effect: unavailable };
    const answer = await plane.control('POST', '/faults', rule);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ id: expect.stringMatching(/\S/), ...rule });
    expect((await plane.api('POST', '/emails', hello)).status).toBe(201);
    expect(await list(plane)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await list(plane)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await list(plane)).toBe('200');
  });

  test('POST /faults: skip lets the first calls through, and a rule without an operation matches all', async () => {
    const plane = await open();
    await add(plane, { skip: 1, times: 2, effect: { status: 500, code: 'INTERNAL_ERROR' } });
    expect(await list(plane)).toBe('200');
    expect(await list(plane)).toBe('500 INTERNAL_ERROR');
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('500 INTERNAL_ERROR');
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('201');
  });

  test('POST /faults: phase before does nothing, and phase after does the work but loses the answer', async () => {
    const plane = await open();
    const total = async () => read<{ total: number }>(await plane.control('GET', '/messages')).total;
    await add(plane, { operation: 'sendEmail', times: 1, phase: 'before', effect: unavailable });
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('503 SERVICE_UNAVAILABLE');
    expect(await total()).toBe(0);
    await add(plane, { operation: 'sendEmail', times: 1, phase: 'after', effect: unavailable });
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('503 SERVICE_UNAVAILABLE');
    expect(await total()).toBe(1);
  });

  test('POST /faults: a reset connection makes fetch fail', async () => {
    const plane = await open();
    await add(plane, { operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
    await expect(plane.api('POST', '/emails', hello)).rejects.toThrow(TypeError);
    expect((await plane.control('GET', '/messages')).json).toMatchObject({ total: 1 });
    await send(plane);
  });

  test('POST /faults: the control plane itself never fails', async () => {
    const plane = await open();
    await add(plane, { effect: unavailable });
    expect((await plane.control('GET', '/health')).outcome).toBe('200');
    expect(await list(plane)).toBe('503 SERVICE_UNAVAILABLE');
  });

  test('GET /faults: the answer has the rules in force', async () => {
    const plane = await open();
    expect((await plane.control('GET', '/faults')).json).toEqual({ faults: [] });
    const rule = { operation: 'sendEmail', times: 3, skip: 1, phase: 'after', effect: unavailable };
    const id = await add(plane, rule);
    const second = await add(plane, { effect: unavailable });
    expect((await plane.control('GET', '/faults')).json).toMatchObject({
      faults: [{ id, ...rule }, { id: second }],
    });
  });

  test('DELETE /faults/{id}: the rule is removed, and is 404 the next time', async () => {
    const plane = await open();
    const first = await add(plane, { operation: 'listEmails', effect: unavailable });
    const second = await add(plane, { operation: 'sendEmail', effect: unavailable });
    expect(await plane.control('DELETE', `/faults/${first}`)).toMatchObject({ status: 204, text: '' });
    expect(await list(plane)).toBe('200');
    expect((await plane.control('GET', '/faults')).json).toMatchObject({ faults: [{ id: second }] });
    expect((await plane.control('DELETE', `/faults/${first}`)).outcome).toBe('404 NOT_FOUND');
  });

  test('DELETE /faults: all rules are removed', async () => {
    const plane = await open();
    await add(plane, { operation: 'listEmails', effect: unavailable });
    await add(plane, { effect: unavailable });
    expect(await plane.control('DELETE', '/faults')).toMatchObject({ status: 204, text: '' });
    expect((await plane.control('GET', '/faults')).json).toEqual({ faults: [] });
    expect(await list(plane)).toBe('200');
  });

  test('POST /faults: invalid input is refused with its field', async () => {
    const plane = await open();
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
      expectInvalid(await plane.control('POST', '/faults', rule), field);
    }
    expect((await plane.control('GET', '/faults')).json).toEqual({ faults: [] });
  });

  test('X-Sandbox-Account: faults apply to the chosen account only', async () => {
    const plane = await open();
    const chosen = { 'x-sandbox-account': await addOther(plane) };
    const everybodys = await add(plane, { operation: 'sendEmail', effect: unavailable });
    const rule = { operation: 'listEmails', effect: unavailable };
    const { id } = read<{ id: string }>(await plane.control('POST', '/faults', rule, chosen));
    expect(await list(plane)).toBe('200');
    expect((await plane.api('GET', '/emails', undefined, 'sk_live_other')).outcome).toBe(
      '503 SERVICE_UNAVAILABLE',
    );
    const shown = await plane.control('GET', '/faults', undefined, chosen);
    expect(read<{ faults: unknown[] }>(shown).faults).toMatchObject([{ id }]);
    const foreign = await plane.control('DELETE', `/faults/${everybodys}`, undefined, chosen);
    expect(foreign.outcome).toBe('404 NOT_FOUND');
    const named = { ...rule, account: plane.sandbox.liveApiKey };
    expectInvalid(await plane.control('POST', '/faults', named, chosen), 'account');
    expect((await plane.control('DELETE', '/faults', undefined, chosen)).status).toBe(204);
    expect((await plane.control('GET', '/faults')).json).toMatchObject({ faults: [{ id: everybodys }] });
  });
});
