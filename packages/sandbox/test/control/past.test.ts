import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send as sendEmail } from '../conformance/emails.ts';
import { call, controlPlane, type Service, start, type Target } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

interface Summary {
  readonly clock: { readonly now: string; readonly nextDueAt: string | null };
  readonly events: {
    readonly oldest?: number;
    readonly latest?: { readonly sequence: number; readonly type: string };
  };
}

const summaryOf = async (target: Target): Promise<Summary> =>
  read(await call(target, 'GET', '/_sandbox/summary'));
const latestOf = async (target: Target): Promise<number> =>
  (await summaryOf(target)).events.latest?.sequence ?? 0;

/** Every list of the control plane, and what else shows the state. */
const reads = [
  '/messages?whole=true',
  '/messages?status=delivered',
  '/requests?whole=true',
  '/contact-lists',
  '/suppressions',
  '/verifications',
  '/verification-results',
  '/accounts',
  '/attachments',
  '/credits/ledger',
  '/templates',
  '/faults',
  '/wire',
  '/rate-windows',
  '/clock',
  '/check',
  '/snapshot',
];

/** What a sandbox shows, now or after an event. */
async function shownBy(target: Target, at?: number): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const path of reads) {
    const suffix = at === undefined ? '' : `${path.includes('?') ? '&' : '?'}at=${at}`;
    const { status, text } = await call(target, 'GET', `/_sandbox${path}${suffix}`);
    // The first line of a snapshot says when the log of events was last read.
    const lines = path === '/snapshot' ? text.slice(text.indexOf('\n')) : text;
    shown.push(`${path} ${status} ${lines}`);
  }
  return shown;
}

const addresses = ['bob@example.net', 'bounce@example.net', 'cy@example.org'];
const api = '/api/v1';

/** Things to do, each with a number that chooses what it is done to. */
const deeds: Readonly<Record<string, (target: Target, choice: number) => Promise<unknown>>> = {
  send: (target, choice) => sendEmail(target, { to: addresses[choice % 3], idempotencyKey: `k${choice}` }),
  list: (target) => call(target, 'GET', `${api}/emails`),
  refuse: (target) => call(target, 'GET', `${api}/emails`, { key: 'sk_live_wrong' }),
  create: (target, choice) =>
    call(target, 'POST', `${api}/contact-lists`, { json: { name: `List ${choice}` } }),
  add: async (target, choice) => {
    const { lists } = read<{ lists: { id: string }[] }>(await call(target, 'GET', '/_sandbox/contact-lists'));
    const id = lists[choice % lists.length]?.id ?? 'none';
    await call(target, 'POST', `${api}/contact-lists/${id}/contacts`, {
      json: { email: addresses[choice % 3] },
    });
  },
  suppress: (target, choice) =>
    call(target, 'POST', '/_sandbox/suppressions', { json: { email: addresses[choice % 3] } }),
  permit: (target, choice) => call(target, 'DELETE', `/_sandbox/suppressions/${addresses[choice % 3]}`),
  verify: (target, choice) =>
    call(target, 'POST', `${api}/verification/batch`, { json: { emails: addresses.slice(choice % 3) } }),
  template: (target, choice) =>
    call(target, 'PUT', `/_sandbox/templates/t${choice % 2}`, { json: { subject: `Hi ${choice}` } }),
  fault: (target) =>
    call(target, 'POST', '/_sandbox/faults', { json: { effect: { status: 503 }, times: 1 } }),
  wire: (target, choice) =>
    call(target, 'PUT', '/_sandbox/wire', { json: { preset: choice % 2 ? 'sparse' : 'examples' } }),
  open: async (target, choice) => {
    const { messages } = read<{ messages: { id: string }[] }>(
      await call(target, 'GET', '/_sandbox/messages'),
    );
    const id = messages[choice % messages.length]?.id ?? 'none';
    await call(target, 'POST', `/_sandbox/messages/${id}/events`, { json: { type: 'opened' } });
  },
  clear: (target, choice) => call(target, 'DELETE', `/_sandbox/messages?to=${addresses[choice % 3]}`),
  forget: (target) => call(target, 'DELETE', '/_sandbox/requests'),
  undo: (target) => call(target, 'POST', '/_sandbox/undo'),
  freeze: (target, choice) => call(target, 'POST', '/_sandbox/clock', { json: { freeze: choice % 2 === 0 } }),
  wait: async (target) => {
    const { nextDueAt } = (await summaryOf(target)).clock;
    if (nextDueAt !== null) vi.setSystemTime(Math.max(Date.now(), Date.parse(nextDueAt)));
  },
};

describe('looking back', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(start) }));
  afterEach(() => void vi.useRealTimers());

  test('after any calls, every GET with at shows what it showed right after that event', async () => {
    const deed = fc.tuple(
      fc.constantFrom(...Object.keys(deeds), 'send', 'send', 'wait', 'wait', 'wait'),
      fc.nat(5),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 20, maxLength: 30, size: 'max' }), async (story) => {
        vi.setSystemTime(Date.parse(start));
        const sandbox = createSandbox({ requestLogSize: 6, randomSeed: 7 });
        const seen = new Map<number, readonly string[]>([[0, []]]);
        for (const [name, choice] of story) {
          await deeds[name]?.(sandbox, choice);
          const latest = await latestOf(sandbox);
          if (!seen.has(latest)) seen.set(latest, await shownBy(sandbox));
        }
        seen.delete(0);
        for (const [sequence, shown] of [...seen].toSorted(([a], [b]) => ((a * 7) % 5) - ((b * 7) % 5))) {
          expect(await shownBy(sandbox, sequence), `at ${sequence}`).toEqual(shown);
        }
        expect(sandbox.check()).toEqual([]);
      }),
      { seed: 20_260_101, numRuns: 5 },
    );
  }, 60_000);

  test('sends that are answered at the same time are looked at one by one', async () => {
    const sandbox = createSandbox();
    await Promise.all([1, 2, 3].map((number) => sendEmail(sandbox, { subject: `Mail ${number}` })));
    const counts = sandbox.history().map(({ sequence }) => sandbox.at(sequence).mailbox.list().length);
    expect(counts).toEqual([1, 2, 3]);
  });

  test('the oldest events can no longer be gone back to if the log drops them', async () => {
    const sandbox = createSandbox({ eventLogSize: 2 });
    for (let count = 0; count < 4; count++) {
      await call(sandbox, 'POST', '/_sandbox/suppressions', { json: { email: `a${count}@example.net` } });
    }
    expect((await summaryOf(sandbox)).events).toMatchObject({ oldest: 3, latest: { sequence: 4 } });
    const gone = await call(sandbox, 'GET', '/_sandbox/suppressions?at=2');
    expect(gone.outcome).toBe('410 GONE');
    expect(gone.json).toMatchObject({
      error: { message: expect.stringContaining('3'), details: { oldest: 3 } },
    });
  });

  test('nor if more than 64 MB of what has gone since would stay in memory', async () => {
    const sandbox = createSandbox();
    for (let count = 0; count < 7; count++) {
      sandbox.templates.set('big', { text: String(count).repeat(13_000_000) });
    }
    expect((await summaryOf(sandbox)).events).toMatchObject({ oldest: 3, latest: { sequence: 7 } });
    expect(
      sandbox
        .at(3)
        .templates.list()
        .find(({ id }) => id === 'big')?.text?.[0],
    ).toBe('2');
  });

  test('64 MB hold five batches of 1,000 verifications, each of whose turns replaces a list of 1,000', async () => {
    const sandbox = createSandbox();
    sandbox.suppressions.add({ email: 'bob@example.net' });
    const oldest: unknown[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const emails = Array.from({ length: 1000 }, (_, index) => `u${batch}.${index}@example.net`);
      await call(sandbox, 'POST', '/api/v1/email-verification/batch', { json: { emails } });
      sandbox.clock.runUntilIdle();
      oldest.push((await summaryOf(sandbox)).events.oldest);
    }
    expect(oldest.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(oldest[5]).toBeGreaterThan(1);
  });
});

controlPlane('the past', (open) => {
  test('events of one moment are looked at one by one, and a rewind to one of them has them all', async () => {
    const service = await open();
    await send(service);
    await send(service);
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1s' } });
    const sent = await service.call('GET', '/_sandbox/events?since=0&at=3');
    expect(sent.text.match(/^(id|event): .*$/gm)?.slice(-2)).toEqual(['id: 3', 'event: email.sent']);
    expect((await service.call('GET', '/_sandbox/summary?at=3')).json).toMatchObject({
      events: { latest: { sequence: 3, type: 'email.sent' } },
    });
    service.sandbox.rewind(3);
    expect(service.sandbox.history().map(({ type }) => type)).toEqual([
      'email.queued',
      'email.queued',
      'email.sent',
      'email.sent',
    ]);
  });

  const suppress = (service: Service, email: string) =>
    service.call('POST', '/_sandbox/suppressions', { json: { email } });

  test('?at=: only reads, waits for nothing, and names what is wrong', async () => {
    const service = await open();
    await suppress(service, 'bob@example.net');
    await suppress(service, 'cy@example.net');
    const past = await service.call('GET', '/_sandbox/suppressions?at=1');
    expect(past.json).toMatchObject({ total: 1 });
    expectInvalid(await service.call('POST', '/_sandbox/reset?at=1'), 'at');
    expectInvalid(await service.call('DELETE', '/_sandbox/messages?at=99'), 'at');
    expectInvalid(await service.call('GET', '/_sandbox/messages?at=1&wait=1s'), 'wait');
    expectInvalid(await service.call('GET', '/_sandbox/messages?at=now'), 'at');
    expect((await service.call('GET', '/_sandbox/messages?at=3')).outcome).toBe('404 NOT_FOUND');
    expect((await service.call('GET', '/_sandbox/suppressions')).json).toMatchObject({ total: 2 });
  });

  test('?at=: the stream of events ends with that event', async () => {
    const service = await open();
    await suppress(service, 'bob@example.net');
    await suppress(service, 'cy@example.net');
    const { text } = await service.call('GET', '/_sandbox/events?since=0&at=1');
    expect(text.match(/^id: .*$/gm)).toEqual(['id: 1']);
  });

  test('POST /rewind: continues from an event with the same ids, and POST /undo takes it back', async () => {
    const service = await open();
    await send(service);
    await service.call('POST', '/_sandbox/clock', { json: { runUntilIdle: true } });
    const second = await send(service, { subject: 'Second' });
    await service.call('GET', `/_sandbox/messages/${second.id}`);
    await service.call('GET', '/_sandbox/messages?to=bob@example.net');
    expect((await service.call('POST', '/_sandbox/rewind', { json: { to: 1 } })).outcome).toBe('204');
    expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ now: start });
    expect((await service.call('GET', '/_sandbox/messages?status=queued')).json).toMatchObject({ total: 1 });
    expect(await send(service, { subject: 'Second' })).toEqual({ ...second, createdAt: start });
    expect(service.sandbox.check()).toEqual([]);
    expect((await service.call('POST', '/_sandbox/undo')).outcome).toBe('204');
    expect((await service.call('GET', '/_sandbox/messages?status=delivered')).json).toMatchObject({
      total: 1,
    });
    expect((await service.call('GET', '/_sandbox/messages?at=1')).json).toMatchObject({ total: 1 });
    expect(service.sandbox.check()).toEqual([]);
  });

  test('POST /rewind: an earlier event can still be gone back to, a later one is gone', async () => {
    const service = await open();
    for (const name of ['bob', 'cy', 'dee']) await suppress(service, `${name}@example.net`);
    service.sandbox.rewind(2);
    expect((await service.call('GET', '/_sandbox/suppressions?at=1')).json).toMatchObject({ total: 1 });
    expect((await service.call('GET', '/_sandbox/suppressions?at=3')).outcome).toBe('404 NOT_FOUND');
    await suppress(service, 'eve@example.net');
    expect((await service.call('GET', '/_sandbox/suppressions?at=3&q=eve')).json).toMatchObject({ total: 1 });
  });
});

test('sandbox.at() is for reading, and fork() continues from there in another sandbox', async () => {
  const sandbox = createSandbox({ clock: 'manual', startAt: start });
  await sendEmail(sandbox);
  sandbox.clock.runUntilIdle();
  const past = sandbox.at(1);
  expect(past.mailbox.latest()?.status).toBe('queued');
  expect(() => past.suppressions.add({ email: 'bob@example.net' })).toThrow('only for reading');
  expect(() => past.restore(sandbox.snapshot())).toThrow('only for reading');
  expect((await sendEmail(past)).outcome).toBe('404 NOT_FOUND');
  const fork = past.fork();
  await sendEmail(fork);
  expect(fork.clock.now().toISOString()).toBe(start);
  expect([past, fork, sandbox].map(({ mailbox }) => mailbox.list().length)).toEqual([1, 2, 1]);
});

test('a clock that runs continues from the time of the event after a rewind', async () => {
  const sandbox = createSandbox();
  await sendEmail(sandbox);
  sandbox.clock.advance('1h');
  sandbox.rewind(1);
  expect(sandbox.mailbox.latest()?.status).toBe('queued');
});
