import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { read, send } from './control.ts';

interface Found {
  readonly messages: readonly { readonly subject: string }[];
}

controlPlane('undo', (open) => {
  const subjects = async (service: Awaited<ReturnType<typeof open>>) =>
    read<Found>(await service.call('GET', '/_sandbox/messages')).messages.map(({ subject }) => subject);

  test('DELETE /messages?…: only what matches goes, and POST /undo brings it back once', async () => {
    const service = await open();
    await send(service, { subject: 'Invoice' });
    await send(service, { subject: 'Welcome' });
    await service.call('DELETE', '/_sandbox/messages?subject=Invoice');
    expect(await subjects(service)).toEqual(['Welcome']);
    await send(service, { subject: 'Later' });
    expect((await service.call('POST', '/_sandbox/undo')).outcome).toBe('204');
    expect(await subjects(service)).toEqual(['Later', 'Welcome', 'Invoice']);
    expect((await service.call('POST', '/_sandbox/undo')).outcome).toBe('409 CONFLICT');
    expect((await service.call('GET', '/_sandbox/check')).json).toEqual({ problems: [] });
  });

  test('DELETE /messages?refused: refused sends go with all their attempts, and POST /undo brings them back', async () => {
    const service = await open();
    const requests = async (at = '') =>
      read<{ requests: readonly object[] }>(await service.call('GET', `/_sandbox/requests${at}`)).requests;
    const rows = async (q = '') =>
      read<Found>(await service.call('GET', `/_sandbox/messages?refused=true${q}`)).messages;
    const refused = { from: 'nobody', subject: 'Twice', idempotencyKey: 'twice' };
    for (const json of [refused, refused, { from: 'nobody', subject: 'Once' }]) {
      expect((await service.call('POST', '/api/v1/emails', { json })).status).toBe(400);
    }
    await send(service, { subject: 'Invoice' });
    const before = { rows: await rows(), requests: await requests() };
    expect(before).toMatchObject({ rows: { length: 3 }, requests: { length: 4 } });
    await service.call('DELETE', '/_sandbox/messages?refused=true&q=once');
    expect((await rows()).map(({ subject }) => subject)).toEqual(['Invoice', 'Twice']);
    await service.call('POST', '/_sandbox/undo');
    expect(await rows()).toEqual(before.rows);
    await service.call('DELETE', '/_sandbox/messages?refused=true');
    expect([await rows(), await requests()]).toMatchObject([[], { length: 1 }]);
    await service.call('POST', '/_sandbox/undo');
    expect({ rows: await rows(), requests: await requests() }).toEqual(before);
    const { sequence } = service.sandbox.history().at(-1) ?? {};
    expect(await requests(`?at=${sequence}`)).toEqual(before.requests);
  });

  test.each([
    ['a reset', (service: Service) => service.call('POST', '/_sandbox/reset')],
    [
      'a restore',
      async ({ sandbox }: Service) => {
        sandbox.restore(sandbox.snapshot());
      },
    ],
  ])('%s leaves nothing to undo', async (_, replace) => {
    const service = await open();
    await send(service, { subject: 'Invoice' });
    await service.call('DELETE', '/_sandbox/messages');
    await replace(service);
    expect((await service.call('POST', '/_sandbox/undo')).outcome).toBe('409 CONFLICT');
    expect((await service.call('GET', '/_sandbox/check')).json).toEqual({ problems: [] });
  });

  test('GET /summary: the clock, the accounts, and the messages from a number on', async () => {
    const service = await open();
    await send(service, {});
    await send(service, {});
    const all = await service.call('GET', '/_sandbox/summary');
    expect(all.json).toMatchObject({
      clock: { now: expect.any(String) },
      accounts: [{ domain: { name: 'example.com' } }],
      messages: { total: 2 },
      faults: [],
    });
    expect(all.json).not.toHaveProperty('undo');
    const { next } = read<{ messages: { next: number } }>(all).messages;
    const since = await service.call('GET', `/_sandbox/summary?since=${next}`);
    expect(since.json).toMatchObject({ messages: { total: 0, next } });
  });

  test('GET /summary: the faults that wait, and what POST /undo takes back', async () => {
    const service = await open();
    const summary = async () =>
      read<{ faults: readonly unknown[]; undo?: unknown }>(await service.call('GET', '/_sandbox/summary'));
    await service.call('POST', '/_sandbox/faults', {
      json: { operation: 'getEmail', times: 2, effect: { status: 503 } },
    });
    expect((await summary()).faults).toMatchObject([
      { operation: 'getEmail', times: 2, effect: { status: 503 } },
    ]);
    for (const subject of ['One', 'Two']) await send(service, { subject });
    await service.call('POST', '/api/v1/emails', { json: { from: 'nobody' } });
    await service.call('DELETE', '/_sandbox/messages?refused=true');
    await send(service, { subject: 'Three' });
    expect((await summary()).undo).toEqual({ what: 'messages', count: 3 });
    await service.call('POST', '/_sandbox/undo');
    expect((await summary()).undo).toBeUndefined();
    await service.call('POST', '/_sandbox/rewind', { json: { to: 2 } });
    expect((await summary()).undo).toEqual({ what: 'rewind' });
  });
});
