import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { type Clock, Mailrig } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

/** A clock of a program: each wait is over at once, and has taken its time. */
function simulated() {
  const waits: number[] = [];
  let time = 0;
  const clock: Clock = {
    now: () => time,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
  return { clock, waits };
}

describe('sandbox.clock.runUntil', () => {
  const manual = (options: Parameters<typeof createSandbox>[0] = {}) => {
    const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z', ...options });
    return { sandbox, mail: new Mailrig(sandbox.clientOptions()) };
  };

  test('moves a frozen clock until a run of verifications is finished', async () => {
    const { sandbox, mail } = manual();
    const addresses = Array.from({ length: 250 }, (_, index) => `a${index}@example.org`);
    const summary = await sandbox.clock.runUntil(mail.verification.verifyMany(addresses).finish());
    expect(summary).toMatchObject({ succeeded: 250 });
  });

  test('moves it until a batch is verified, and no further than that', async () => {
    const { sandbox, mail } = manual();
    const batch = await mail.verification.createBatch(['a@example.org', 'b@example.org']);
    const { results } = await sandbox.clock.runUntil(mail.verification.waitForBatch(batch));
    expect(results).toHaveLength(2);
    expect(sandbox.clock.now().getTime()).toBeLessThan(Date.parse('2026-01-31T09:01:00Z'));
  });

  test('moves it until an email is delivered', async () => {
    const { sandbox, mail } = manual();
    const sent = await mail.emails.send(email);
    const delivered = await sandbox.clock.runUntil(mail.emails.waitFor(sent));
    expect(delivered.status).toBe('delivered');
  });

  test('moves it through the windows of the rate limit', async () => {
    const { sandbox, mail } = manual({ rateLimit: { limit: 5 } });
    const items = Array.from({ length: 23 }, () => email);
    const started = performance.now();
    const summary = await sandbox.clock.runUntil(mail.emails.sendMany(items).finish());
    expect(summary).toMatchObject({ succeeded: 23 });
    expect(sandbox.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse('2026-01-31T09:04:00Z'));
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test('waits as long as Retry-After asks, to the millisecond', async () => {
    const { sandbox, mail } = manual();
    sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503, retryAfter: 45 } });
    await sandbox.clock.runUntil(mail.emails.send(email));
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:45.000Z');
  });

  test('ends a wait at its totalTimeout on the clock, and names what it waited for', async () => {
    const { sandbox, mail } = manual();
    const sent = await mail.emails.send({ ...email, to: 'grace+queued@example.org' });
    const error = await failureOf(
      sandbox.clock.runUntil(mail.emails.waitFor(sent, { totalTimeout: 600_000 })),
    );
    expect(error).toMatchObject({ code: 'TIMEOUT_ERROR', limit: 'totalTimeout' });
    expect(error.message).toContain(
      'waitFor: the wait until the email is delivered or bounced or failed did not end within totalTimeout of 600000 ms',
    );
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:10:00.000Z');
  });

  test('rejects as the promise does', async () => {
    const { sandbox, mail } = manual();
    const error = await failureOf(sandbox.clock.runUntil(mail.emails.waitFor('em_none')));
    expect(error.message).toContain('the service lists no such email');
  });

  test('rejects with what is still waited for if nothing is due', async () => {
    const { sandbox } = manual();
    const never = new Promise<void>(() => undefined);
    await expect(sandbox.clock.runUntil(never)).rejects.toThrow(
      'nothing is due any more, and the promise has not settled: no client waits for the clock',
    );
  });

  test('names the requests that the sandbox has not answered if nothing is due', async () => {
    const { sandbox, mail } = manual();
    sandbox.faults.add({ effect: { delay: 60_000 } });
    const controller = new AbortController();
    const sent = failureOf(mail.emails.send(email, { signal: controller.signal }));
    await expect(sandbox.clock.runUntil(sent)).rejects.toThrow(
      'it waits for the response to POST /api/v1/emails',
    );
    controller.abort();
    expect((await sent).code).toBe('ABORTED');
  });

  test('rejects once the sandbox is reset, and leaves the clock to what comes next', async () => {
    const { sandbox, mail } = manual();
    await mail.emails.send(email);
    const opened = async () => {
      for await (const { milestone } of mail.emails.changes()) {
        if (milestone === 'delivered') sandbox.reset();
        if (milestone === 'opened') return;
      }
    };
    await expect(sandbox.clock.runUntil(opened())).rejects.toThrow('the sandbox was reset');
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:00.000Z');
  });

  test('refuses what is no promise', async () => {
    const { sandbox } = manual();
    await expect(sandbox.clock.runUntil((() => undefined) as never)).rejects.toThrow('must be a promise');
  });
});

test('runUntil ends with its promise although a poller waits, and gives up when nothing is planned', async () => {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
  const mail = new Mailrig(sandbox.clientOptions());
  const poller = new AbortController();
  const polling = (async () => {
    for await (const _ of mail.emails.changes({ signal: poller.signal }));
  })().catch(() => undefined);
  const delivered = mail.emails.waitFor(await mail.emails.send(email));
  await expect(sandbox.clock.runUntil(delivered)).resolves.toMatchObject({ status: 'delivered' });
  const never = new Promise<void>(() => undefined);
  await expect(sandbox.clock.runUntil(never)).rejects.toThrow(
    /moved 1000 times, to \S+, for clients that only poll/,
  );
  poller.abort();
  await polling;
});

describe('the option clock', () => {
  test('a clock of a program decides when waits are over, without real time', async () => {
    const { clock, waits } = simulated();
    const { sandbox, mail } = connect({ clock, throttle: false });
    sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503, retryAfter: 30 } });
    await mail.emails.send(email);
    expect(waits).toEqual([30_000]);
  });

  test('a clock may return dates, as that of the sandbox does', async () => {
    const { clock, waits } = simulated();
    const dates = { ...clock, now: () => new Date(clock.now()) };
    const { sandbox, mail } = connect({ clock: dates, throttle: { limit: 1 } }, { rateLimit: false });
    await mail.emails.send(email);
    await mail.emails.send(email);
    expect([sandbox.mailbox.count(), waits]).toEqual([2, [60_000]]);
  });

  test('a clock that does not show the waits that are over does not make a client wait again', async () => {
    const { clock, waits } = simulated();
    const { sandbox, mail } = connect(
      { clock: { now: () => 0, sleep: clock.sleep }, throttle: { limit: 1 } },
      { rateLimit: false },
    );
    await mail.emails.send(email);
    await mail.emails.send(email);
    expect(sandbox.mailbox.list()).toHaveLength(2);
    expect(waits).toHaveLength(1);
  });

  test('a call passes on what its clock rejects with', async () => {
    const refusal = new Error('the simulation is over');
    const { sandbox, mail } = connect({ clock: { now: () => 0, sleep: () => Promise.reject(refusal) } });
    sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503 } });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ code: 'CLOCK_FROZEN', cause: refusal, attempts: 1 });
    expect(error.message).toContain('sendEmail: the simulation is over');
  });

  test('refuses a clock without its methods before anything is sent', () => {
    expect(() => connect({ clock: { now: Date.now } as never })).toThrow('must have methods now and sleep');
  });
});

test.concurrent.each([-30_000, 30_000])(
  'setting the date by %i ms during a wait changes neither the wait nor the time limit of a call',
  async (jump) => {
    const { sandbox, mail } = connect({ totalTimeout: 20_000 });
    sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503, retryAfter: 1 } });
    const started = performance.now();
    const sending = mail.emails.send(email);
    await expect.poll(() => sandbox.requests.count({ status: 503 })).toBe(1);
    const date = vi
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + jump);
    await sending.finally(() => date.mockRestore());
    expect(performance.now() - started).toBeLessThan(6_000);
  },
);
