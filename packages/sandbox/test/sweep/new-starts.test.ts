import { createSandbox, type Sandbox, sweep, type SweepTasks } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { oneContact } from './programs.ts';
import { request, send, stubbornly, waiting } from './scenarios.ts';

const to = (address: string) => ({ to: address, idempotencyKey: `news-${address}` });

/** Sweeps with crashes, from a sandbox with one contact. */
async function everything<S>(scenario: SweepTasks<S>, options: object = {}) {
  const sandbox = createSandbox({ endpoints: 'published' });
  await oneContact(sandbox);
  return sweep(sandbox, scenario, { crashes: true, ...options });
}

describe('a task that failed runs once more', () => {
  test('by default: a campaign that begins again sends twice', async () => {
    const campaign = async (fork: Sandbox) => {
      for (const address of ['ada@example.org', 'bob@example.org']) await send(fork, { to: address });
    };
    const report = await sweep(createSandbox(), campaign);
    expect(report.broken[0]).toMatchObject({ invariant: 'sent-once', isRepeated: true });
    expect(String(report)).toContain('A task failed and ran once more, as a queue does');
    const once = await sweep(createSandbox(), campaign, { repeat: false });
    expect(once.broken).toEqual([]);
    expect(once.notes).toContain('No task that failed ran again: see { repeat }.');
  });

  test('only those that failed do, after what takes no time', async () => {
    const starts: string[] = [];
    let isFirst = true;
    await sweep(
      createSandbox(),
      {
        setup: () => void (isFirst = true),
        tasks: {
          fragile: async (fork) => {
            starts.push('fragile');
            await request(fork, 'GET', '/emails');
            if (isFirst) {
              isFirst = false;
              throw new Error('down');
            }
          },
          other: async (fork) => {
            starts.push('other');
            await request(fork, 'GET', '/emails');
            await request(fork, 'GET', '/emails');
          },
        },
      },
      { faults: false, orders: { changes: 0 } },
    );
    expect(starts.slice(0, 3)).toEqual(['fragile', 'other', 'fragile']);
  });

  test('who finds a conflict alone expects to run again, and gives no alarm, also after a crash', async () => {
    const job = (address: string) => async (fork: Sandbox, row: { version: number }) => {
      const { version } = row;
      await stubbornly(() => request(fork, 'GET', '/contact-lists'));
      if (row.version !== version) throw new Error('conflict: try again');
      row.version += 1;
      await stubbornly(() => send(fork, to(address)));
    };
    const scenario = {
      setup: () => ({ version: 1 }),
      tasks: { a: job('ada@example.org'), b: job('bob@example.org') },
    };
    const report = await sweep(createSandbox(), scenario, { crashes: true });
    expect(report.broken).toEqual([]);
  });

  test('an error that nothing catches is a failure of its run', async () => {
    const report = await sweep(createSandbox(), async (fork) => {
      void stubbornly(() => send(fork, { idempotencyKey: 'one' }), 1).catch((error: Error) => {
        throw error;
      });
      await waiting(120_000);
    });
    expect(report.broken).toEqual([]);
    await expect(
      sweep(createSandbox(), async (fork) => {
        void Promise.reject(new Error('nobody waits'));
        await send(fork);
      }),
    ).rejects.toThrow('The scenario fails without any fault: nobody waits');
    const late = await sweep(
      createSandbox(),
      async (fork) => {
        void send(fork, { idempotencyKey: 'one' });
        await waiting(120_000);
      },
      { repeat: false },
    );
    expect(late.failed).toBeGreaterThan(0);
    expect(late.broken).toEqual([]);
  });
});

describe('random numbers', () => {
  test('decide how long to wait, and the sweep can still repeat each run', async () => {
    const retrying = async (fork: Sandbox, key: string) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await send(fork, { subject: key, idempotencyKey: key, html: `<p>${Math.random()}</p>` });
        } catch (error) {
          if (attempt === 2) throw error;
          await waiting(2 ** attempt * 1_000 * Math.random());
        }
      }
    };
    const task = (key: string) => async (fork: Sandbox) => {
      await waiting(Math.random() * 1_000);
      await retrying(fork, key);
    };
    const report = await everything({ tasks: { a: task('one'), b: task('two') } });
    expect(report.broken).toEqual([]);
    expect(report.notes).toContain('Not compared, because they differ in each run: html of emails.');
  });
});

describe('an outage', () => {
  test('that lasts for several requests is tried if it is asked for', async () => {
    const outage = { name: 'outage', effect: { status: 503 }, phases: ['before'], times: 10 } as const;
    const silent = (fork: Sandbox) => stubbornly(() => send(fork, { idempotencyKey: 'one' })).catch(() => {});
    expect((await sweep(createSandbox(), silent)).broken).toEqual([]);
    const report = await sweep(createSandbox(), silent, { faults: [outage] });
    expect(report.broken).toMatchObject([{ invariant: 'nothing-lost', fault: 'outage' }]);
    expect(report.broken[0]?.reproduction).toContain('times: 10');
  });
});

describe('a lease of twenty minutes', () => {
  const scenario = {
    setup: () => ({ until: 0, isDone: false }),
    tasks: {
      job: async (fork: Sandbox, row: { until: number; isDone: boolean }) => {
        if (row.isDone || Date.now() < row.until) return;
        row.until = Date.now() + 20 * 60_000;
        await stubbornly(() => send(fork, { idempotencyKey: 'job-7' }));
        row.isDone = true;
      },
    },
  };

  test('gives no alarm if the new start comes later', async () => {
    const report = await everything(scenario, { restart: { after: '20m' } });
    expect(report.broken).toEqual([]);
    expect(report.notes).toEqual([expect.stringMatching(/^Crashes came when a request arrived/)]);
  });

  test('gives none by default, and the report says what it takes', async () => {
    const report = await everything(scenario);
    expect(report.broken).toEqual([]);
    expect(report.notes[1]).toMatch(/^In 1 run, the work was done only if the new start came an hour later/);
  });

  test('is refused with a text that is no duration', async () => {
    await expect(everything(scenario, { restart: { after: 'soon' } })).rejects.toThrow(
      /restart\.after must be/,
    );
  });
});
