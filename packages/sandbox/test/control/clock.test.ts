import { expect, test } from 'vitest';
import { controlPlane, start } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly nextDueAt: string | null;
}

controlPlane('clock', (open) => {
  test('GET /clock: the response has the time, whether it is frozen, and when something is due', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/clock');
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual({ now: start, frozen: true, nextDueAt: null });
    await send(service);
    expect((await service.call('GET', '/_sandbox/clock')).json).toEqual({
      now: start,
      frozen: true,
      nextDueAt: '2026-01-01T00:00:00.500Z',
    });
  });

  test.each([
    ['24h', '2026-01-02T00:00:00.000Z'],
    ['7d', '2026-01-08T00:00:00.000Z'],
    ['250ms', '2026-01-01T00:00:00.250Z'],
    ['30s', '2026-01-01T00:00:30.000Z'],
    ['5m', '2026-01-01T00:05:00.000Z'],
    [1_500, '2026-01-01T00:00:01.500Z'],
    [0, start],
  ])('POST /clock: advance %s moves the clock forward', async (advance, now) => {
    const service = await open();
    const response = await service.call('POST', '/_sandbox/clock', { json: { advance } });
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual({ now, frozen: true, nextDueAt: null });
    expect((await service.call('GET', '/_sandbox/health')).json).toMatchObject({ now });
    expect((await service.call('GET', '/api/v1/emails')).json).toMatchObject({ meta: { timestamp: now } });
  });

  test('POST /clock: events due along the way happen at their own times', async () => {
    const service = await open();
    await send(service);
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1h' } });
    expect((await service.call('GET', '/api/v1/emails')).json).toMatchObject({
      data: {
        emails: [
          {
            status: 'delivered',
            sentAt: '2026-01-01T00:00:00.500Z',
            deliveredAt: '2026-01-01T00:00:02.000Z',
          },
        ],
      },
    });
  });

  test('POST /clock: advanceTo moves the clock to a time, never back', async () => {
    const service = await open();
    const advanceTo = '2026-03-01T12:00:00.000Z';
    expect((await service.call('POST', '/_sandbox/clock', { json: { advanceTo } })).json).toMatchObject({
      now: advanceTo,
    });
    expect((await service.call('POST', '/_sandbox/clock', { json: { advanceTo } })).json).toMatchObject({
      now: advanceTo,
    });
    expectInvalid(await service.call('POST', '/_sandbox/clock', { json: { advanceTo: start } }), 'advanceTo');
    expectInvalid(
      await service.call('POST', '/_sandbox/clock', { json: { advanceTo: 'soon' } }),
      'advanceTo',
    );
    expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ now: advanceTo });
  });

  test('POST /clock: runUntilIdle moves the clock to the last event due', async () => {
    const service = await open();
    await send(service);
    const response = await service.call('POST', '/_sandbox/clock', { json: { runUntilIdle: true } });
    expect(response.json).toMatchObject({ now: '2026-01-01T00:00:02.000Z', nextDueAt: null });
    expect((await service.call('GET', '/api/v1/emails?status=delivered')).json).toMatchObject({
      data: { pagination: { total: 1 } },
    });
  });

  test('POST /clock: freeze false resumes the clock from its time, and freeze true stops it', async () => {
    const service = await open();
    const resumed = read<Clock>(await service.call('POST', '/_sandbox/clock', { json: { freeze: false } }));
    expect(resumed.frozen).toBe(false);
    expect(resumed.now >= start).toBe(true);
    const frozen = read<Clock>(await service.call('POST', '/_sandbox/clock', { json: { freeze: true } }));
    expect(frozen.frozen).toBe(true);
    expect(frozen.now >= resumed.now).toBe(true);
    expect(frozen.now < '2026-01-01T01:00:00.000Z').toBe(true);
    expect(read<Clock>(await service.call('GET', '/_sandbox/clock'))).toEqual(frozen);
  });

  test('POST /clock: a move past the year 9999 is refused with its field and moves nothing', async () => {
    const last = '9999-12-31T23:59:59.999Z';
    const service = await open();
    expectInvalid(
      await service.call('POST', '/_sandbox/clock', { json: { advance: '999999999d' } }),
      'advance',
    );
    expectInvalid(
      await service.call('POST', '/_sandbox/clock', { json: { advanceTo: Date.parse(last) + 1 } }),
      'advanceTo',
    );
    expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ now: start });
    expect((await service.call('POST', '/_sandbox/clock', { json: { advanceTo: last } })).json).toMatchObject(
      { now: last },
    );
    expectInvalid(await service.call('POST', '/_sandbox/clock', { json: { advance: 1 } }), 'advance');
    expect((await service.call('GET', '/api/v1/emails')).outcome).toBe('200');
  });

  test('POST /clock: freezing and moving a running clock together stops it exactly at the target', async () => {
    const service = await open({ clock: 'system' });
    const advanceTo = '2026-06-01T00:00:00.000Z';
    const response = await service.call('POST', '/_sandbox/clock', { json: { freeze: true, advanceTo } });
    expect(response.json).toEqual({ now: advanceTo, frozen: true, nextDueAt: null });
  });

  test('POST /clock: an invalid body is refused with its field and moves nothing', async () => {
    const service = await open();
    for (const [json, field] of [
      [{ advance: 'tomorrow' }, 'advance'],
      [{ advance: -1 }, 'advance'],
      [{ advance: true }, 'advance'],
      [{ freeze: 'yes' }, 'freeze'],
      [{ runUntilIdle: 'yes' }, 'runUntilIdle'],
      [{}, 'advance'],
    ] as const) {
      expectInvalid(await service.call('POST', '/_sandbox/clock', { json }), field);
    }
    expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ now: start, frozen: true });
  });

  test('POST /clock: runUntilIdle stops at the last time that a clock can show', async () => {
    const service = await open();
    const advanceTo = '9999-12-31T23:59:59.999Z';
    await service.call('POST', '/_sandbox/clock', { json: { advanceTo } });
    await send(service);
    const response = await service.call('POST', '/_sandbox/clock', { json: { runUntilIdle: true } });
    expect(response.json).toEqual({ now: advanceTo, frozen: true, nextDueAt: null });
    expect((await service.call('GET', '/_sandbox/messages?status=queued')).json).toMatchObject({ total: 1 });
  });
});
