import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
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

  test('GET /summary: the clock, the accounts, and the messages from a number on', async () => {
    const service = await open();
    await send(service, {});
    await send(service, {});
    const all = await service.call('GET', '/_sandbox/summary');
    expect(all.json).toMatchObject({
      clock: { now: expect.any(String) },
      accounts: [{ domain: { name: 'example.com' } }],
      messages: { total: 2 },
    });
    const { next } = read<{ messages: { next: number } }>(all).messages;
    const since = await service.call('GET', `/_sandbox/summary?since=${next}`);
    expect(since.json).toMatchObject({ messages: { total: 0, next } });
  });
});
