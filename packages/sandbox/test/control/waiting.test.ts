import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { send } from '../conformance/emails.ts';
import { ask, call, controlPlane } from '../harness.ts';
import { addOther, read, send as sendOk } from './control.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('GET /messages?wait: the wait ends when the caller hangs up', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const caller = new AbortController();
  const { signal } = caller;
  const response = ask(sandbox, 'GET', '/_sandbox/messages?wait=1h', { signal });
  await turn();
  caller.abort();
  await expect(response).rejects.toThrow('aborted');
});

/** How often texts are compared while emails are sent and two callers wait for another, next to stored emails. */
async function comparisonsWith(stored: number): Promise<number> {
  const sandbox = createSandbox({ clock: 'manual', rateLimit: false });
  for (let count = 0; count < stored; count++) await send(sandbox);
  sandbox.clock.advance('10s');
  const found = call(sandbox, 'GET', '/_sandbox/messages?subject=Last&wait=1h');
  const inProcess = sandbox.mailbox.waitFor({ subject: 'Last' }, { timeout: '1h' });
  await turn();
  const comparisons = vi.spyOn(RegExp.prototype, 'test');
  for (let count = 0; count < 3; count++) {
    await send(sandbox);
    sandbox.clock.advance('10s');
    await turn();
  }
  const { length } = comparisons.mock.calls;
  comparisons.mockRestore();
  await send(sandbox, { subject: 'Last' });
  expect(read<{ total: number }>(await found).total).toBe(1);
  expect((await inProcess).subject).toBe('Last');
  return length;
}

test('a wait looks only at messages that are new or have changed, however many are stored', async () => {
  const few = await comparisonsWith(2);
  expect(few).toBeGreaterThan(0);
  // Other work in the process compares texts as well, now and then. To look at all would be a hundred times as many.
  expect(await comparisonsWith(200)).toBeLessThan(few * 2);
});

controlPlane('GET /messages?wait', (open) => {
  interface Found {
    readonly messages: readonly { readonly subject: string; readonly status: string }[];
    readonly total: number;
  }

  test('finds a message that the clock moves to the wanted status', async () => {
    const service = await open();
    await sendOk(service, { subject: 'Stored' });
    const delivered = service.call('GET', '/_sandbox/messages?status=delivered&wait=1h');
    const sent = service.call('GET', '/_sandbox/messages?q=-status:queued&wait=1h');
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1s' } });
    expect(read<Found>(await sent).messages).toMatchObject([{ subject: 'Stored', status: 'sent' }]);
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    expect(read<Found>(await delivered).messages).toMatchObject([{ subject: 'Stored', status: 'delivered' }]);
  });

  test('finds a message whose status a test changes', async () => {
    const service = await open();
    const { id } = await sendOk(service, { subject: 'Stored' });
    const waiting = service.call('GET', '/_sandbox/messages?status=bounced&wait=1h');
    await service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type: 'bounced' } });
    expect(read<Found>(await waiting)).toMatchObject({ messages: [{ subject: 'Stored' }], total: 1 });
  });

  test('gives the newest of the messages that match together first, and counts all', async () => {
    const service = await open();
    for (const subject of ['one', 'two', 'three']) await sendOk(service, { subject });
    const waiting = service.call('GET', '/_sandbox/messages?status=delivered&limit=2&wait=1h');
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    expect(read<Found>(await waiting)).toMatchObject({
      messages: [{ subject: 'three' }, { subject: 'two' }],
      total: 3,
    });
  });

  test('passes over mail of other accounts, and mail that is deleted before it matches', async () => {
    const service = await open();
    await addOther(service);
    const { id } = await sendOk(service, { subject: 'Deleted' });
    const waiting = service.call('GET', '/_sandbox/messages?status=delivered&wait=1h');
    await service.call('DELETE', `/_sandbox/messages/${id}`);
    await sendOk(service, { from: 'eve@other.example', subject: 'Of another account' }, 'sk_live_other');
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    await sendOk(service, { subject: 'Wanted' });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    expect(read<Found>(await waiting)).toMatchObject({ messages: [{ subject: 'Wanted' }], total: 1 });
  });

  test('finds a message that a restored state brings', async () => {
    const service = await open();
    const empty = service.sandbox.snapshot();
    await sendOk(service, { subject: 'Kept' });
    const filled = service.sandbox.snapshot();
    service.sandbox.restore(empty);
    const waiting = service.call('GET', '/_sandbox/messages?subject=kept&wait=1h');
    await service.call('GET', '/_sandbox/health');
    service.sandbox.restore(filled);
    expect(read<Found>(await waiting)).toMatchObject({ messages: [{ subject: 'Kept' }], total: 1 });
  });

  test('continues after a reset, and finds what is sent then', async () => {
    const service = await open();
    await sendOk(service, { subject: 'Before' });
    const waiting = service.call('GET', '/_sandbox/messages?status=delivered&wait=1h');
    await service.call('POST', '/_sandbox/reset');
    await sendOk(service, { subject: 'After' });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    expect(read<Found>(await waiting)).toMatchObject({ messages: [{ subject: 'After' }], total: 1 });
  });

  test('without a match, the response is empty when the time is up', async () => {
    const service = await open();
    await sendOk(service);
    const response = await service.call('GET', '/_sandbox/messages?subject=nothing&wait=5ms');
    expect(read<Found>(response)).toMatchObject({ messages: [], total: 0 });
  });
});

const afterFaking = `
  import { install } from '@sinonjs/fake-timers';
  install({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'performance', 'Date'] });
  const { createSandbox } = await import('@mailrig/sandbox');
  const { serve } = await import('@mailrig/sandbox/node');
  const sandbox = createSandbox();
  const refused = await sandbox.mailbox.waitFor({}, { timeout: 20 }).catch(({ message }) => message);
  const server = await serve({ sandbox, port: 0 });
  const { status } = await fetch(server.url + '/_sandbox/messages?wait=20ms');
  await sandbox.fetch(sandbox.baseUrl + '/api/v1/emails');
  const hasDuration = sandbox.requests.list()[0].durationMs > 0;
  process.stdout.write(JSON.stringify({ refused, status, hasDuration }), () => process.exit());
`;

test('waits are in real time even if the timers are faked before the sandbox is loaded', async () => {
  const args = ['--input-type=module', '--eval', afterFaking];
  const options = { cwd: import.meta.dirname, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(JSON.parse(stdout)).toEqual({
    refused: expect.stringContaining('No message matched'),
    status: 200,
    hasDuration: true,
  });
});

test('waits are in real time even if a test fakes every timer', async () => {
  const sandbox = createSandbox();
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  await expect(sandbox.mailbox.waitFor({}, { timeout: 20 })).rejects.toThrow('No message matched');
  const response = await ask(sandbox, 'GET', '/_sandbox/messages?wait=20ms');
  expect(response.status).toBe(200);
});
