import { setTimeout as sleep } from 'node:timers/promises';
import { mock } from 'node:test';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { interceptFetch } from '@mailrig/sandbox/msw/fetch';
import { serve } from '@mailrig/sandbox/node';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../harness.ts';
import { correct, send } from './scenarios.ts';

/** Everything that a sweep replaces. */
function globals(): unknown[] {
  const { setTimeout, clearTimeout, setInterval, clearInterval, Date, performance, AbortSignal } = globalThis;
  const { digest } = Object.getPrototypeOf(crypto.subtle) as SubtleCrypto;
  const timers = [setTimeout, clearTimeout, setInterval, clearInterval, sleep];
  return [...timers, Date, performance.now, AbortSignal.timeout, digest];
}

/** Sends, and if it has to, waits and sends again, with one idempotency key. */
function patient(wait: (milliseconds: number) => Promise<unknown>) {
  return async (fork: Sandbox) => {
    const once = () => send(fork, { idempotencyKey: 'sign-up-1' });
    await once().catch(async () => {
      await wait(3_600_000);
      await once();
    });
  };
}

describe('virtual time', () => {
  test('lets all that is due at one moment happen before a request passes', async () => {
    const steps: string[] = [];
    const at = (name: string) => async (fork: Sandbox) => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      steps.push(name);
      await send(fork, { idempotencyKey: name });
      steps.push(`${name} sent`);
    };
    const tasks = { one: at('one'), two: at('two') };
    await sweep(createSandbox(), { tasks }, { faults: false, replay: 'order:0' });
    expect(steps.slice(-4)).toEqual(['one', 'two', 'one sent', 'two sent']);
  });

  test('lets what one timer starts clear another of the same moment', async () => {
    let isLate = false;
    const report = await sweep(createSandbox(), async (fork) => {
      const first = new Promise((resolve) => setTimeout(resolve, 60_000));
      const second = setTimeout(() => (isLate = true), 60_000);
      await first;
      clearTimeout(second);
      await send(fork, { idempotencyKey: 'once' });
    });
    expect(report.broken).toEqual([]);
    expect(isLate).toBe(false);
  });

  test.each([
    ['setTimeout', (wait: number) => new Promise((resolve) => setTimeout(resolve, wait))],
    ['node:timers/promises', (wait: number) => sleep(wait)],
    [
      'setInterval',
      (wait: number) =>
        new Promise<void>((resolve) => {
          const timer = setInterval(() => {
            clearInterval(timer);
            resolve();
          }, wait);
        }),
    ],
    [
      'AbortSignal.timeout',
      (wait: number) =>
        new Promise((resolve) => AbortSignal.timeout(wait).addEventListener('abort', resolve)),
    ],
  ])('lets hours of %s pass at once', async (_, wait) => {
    const started = performance.now();
    const passed: number[] = [];
    const report = await sweep(createSandbox(), async (fork) => {
      const [date, now, service] = [Date.now(), performance.now(), fork.clock.now().getTime()];
      await patient(wait)(fork);
      passed.push(Date.now() - date, performance.now() - now, fork.clock.now().getTime() - service);
    });
    expect(report.broken).toEqual([]);
    expect(Math.max(...passed)).toBeGreaterThanOrEqual(3_600_000);
    for (const [index, one] of passed.entries()) {
      expect(Math.abs(one - (passed[index - (index % 3)] ?? 0))).toBeLessThan(2);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('moves a frozen clock along', async () => {
    const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00Z' });
    const times: string[] = [];
    await sweep(sandbox, async (fork) => {
      await correct(fork);
      await sleep(60_000);
      times.push(fork.clock.now().toISOString());
    });
    expect(times[0]).toBe('2026-01-01T00:01:00.000Z');
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  test('is put back, however the sweep ends', async () => {
    const before = globals();
    const controller = new AbortController();
    await sweep(createSandbox(), correct);
    expect(globals()).toEqual(before);
    await expect(sweep(createSandbox(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(globals()).toEqual(before);
    const ended = sweep(
      createSandbox(),
      async (fork) => {
        controller.abort(new Error('the test is over'));
        await correct(fork);
      },
      { signal: controller.signal },
    );
    await expect(ended).rejects.toThrow('the test is over');
    expect(globals()).toEqual(before);
  });

  test('leaves timers from before the sweep alone', async () => {
    const ring = vi.fn<() => void>();
    const [timer, cleared] = [setTimeout(ring, 30_000), setTimeout(ring, 30_000)];
    await sweep(createSandbox(), async (fork) => {
      clearTimeout(cleared);
      await correct(fork);
      await sleep(60_000);
    });
    expect([timer, cleared].map((one) => Reflect.get(one, '_destroyed') as boolean)).toEqual([false, true]);
    clearTimeout(timer);
    expect(ring).not.toHaveBeenCalled();
  });

  test.each([
    ['Vitest', () => vi.useFakeTimers(), () => vi.useRealTimers()],
    ['Vitest, but not Date', () => vi.useFakeTimers({ toFake: ['setTimeout'] }), () => vi.useRealTimers()],
    ['node:test', () => mock.timers.enable(), () => mock.timers.reset()],
  ])('is refused if %s has faked it', async (_, fake, restore) => {
    fake();
    onTestFinished(() => {
      restore();
    });
    await expect(sweep(createSandbox(), correct)).rejects.toThrow(
      /has faked its timers.*Restore them before the sweep.*or sweep in real time: { time: 'real' }/,
    );
  });

  test('belongs to one sweep at a time', async () => {
    const reports = await Promise.all([
      sweep(createSandbox(), correct),
      sweep(
        createSandbox(),
        patient((wait) => sleep(wait)),
      ),
    ]);
    expect(reports.map(({ broken }) => broken)).toEqual([[], []]);
  });

  test('passes while the service takes its time', async () => {
    const report = await sweep(createSandbox(), correct, {
      faults: [{ name: 'slow', effect: { delay: '20m' } }],
    });
    expect(String(report)).toContain('Everything held');
  });

  test('works over HTTP', async () => {
    const report = await sweep(
      createSandbox(),
      async (fork) => {
        const server = await serve({ sandbox: fork, port: 0 });
        try {
          const target = { baseUrl: server.url, liveApiKey: fork.liveApiKey, fetch: globalThis.fetch };
          const answer = await call(target, 'POST', '/api/v1/emails', {
            json: { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hello' },
            signal: AbortSignal.timeout(3_600_000),
          });
          if (answer.status !== 201) throw new Error(answer.outcome);
        } finally {
          await server.close();
        }
      },
      { wire: ['examples'], repeat: false },
    );
    expect(report).toMatchObject({ requests: ['sendEmail #1'], broken: [] });
    expect(report.failed).toBeGreaterThan(0);
  });
});

test('a sweep in real time ends with its signal, too', async () => {
  const signal = AbortSignal.timeout(20);
  const endless = () => new Promise<void>(() => {});
  await expect(sweep(createSandbox(), endless, { time: 'real', signal })).rejects.toThrow(
    'The operation was aborted due to timeout',
  );
});

describe('virtual time works through MSW', () => {
  /** Sends with the global `fetch`, with a time limit of an hour. */
  const sendThrough = async ({ baseUrl, liveApiKey }: Sandbox) => {
    const target = { baseUrl, liveApiKey, fetch: globalThis.fetch };
    const answer = await call(target, 'POST', '/api/v1/emails', {
      json: { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hello' },
      signal: AbortSignal.timeout(3_600_000),
    });
    if (answer.status !== 201) throw new Error(answer.outcome);
  };

  test('that answers the global fetch', async () => {
    const report = await sweep(
      createSandbox(),
      async (fork) => {
        using _ = interceptFetch(fork);
        await sendThrough(fork);
      },
      { wire: ['examples'], repeat: false },
    );
    expect(report).toMatchObject({ requests: ['sendEmail #1'], broken: [] });
    expect(report.failed).toBeGreaterThan(0);
  });

  test('that answers sockets', async () => {
    const report = await sweep(
      createSandbox(),
      async (fork) => {
        const server = setupServer(...handlers(fork));
        server.listen();
        try {
          await sendThrough(fork);
        } finally {
          server.close();
        }
      },
      { wire: ['examples'], repeat: false },
    );
    expect(report).toMatchObject({ requests: ['sendEmail #1'], broken: [] });
    expect(report.failed).toBeGreaterThan(0);
  });
});

describe('from the time of a frozen sandbox, an hourly job over the end of summer time', () => {
  const hourly = (timeZone: string) => async (fork: Sandbox) => {
    const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    for (const subject of ['First', 'Second', 'Third']) {
      await send(fork, { subject, idempotencyKey: parts.format(new Date()) });
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    }
  };
  const night = () => createSandbox({ clock: 'manual', startAt: '2026-10-25T00:00:00Z' });

  test('that makes its keys from the local hour, of which one comes twice, is refused: the report says so', async () => {
    const { notes } = await sweep(night(), hourly('Europe/Berlin'), { limit: 6 });
    expect(notes).toContain(
      'The service refused requests without any fault: sendEmail #2 (IDEMPOTENCY_CONFLICT).',
    );
  });

  test('that makes its keys from the hour in UTC: no alarm', async () => {
    const { broken, notes } = await sweep(night(), hourly('UTC'), { limit: 6, repeat: false });
    expect([broken, notes.filter((note) => note.includes('refused'))]).toEqual([[], []]);
  });
});
