import { createSandbox, type Sandbox, sweep, type SweepTasks } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { plan, rowsFor, twice } from './programs.ts';
import { program as race } from './races/check-then-send.ts';
import { program as slowRace } from './races/late-check-then-send.ts';
import { program as bug } from './crashes/send-then-mark.ts';
import { correct, request, send } from './scenarios.ts';

const orders = { faults: false } as const;

describe('orders', () => {
  test('show what happened, what happens in turn, and who passed when', async () => {
    expect(String(await sweep(createSandbox(), slowRace.scenario, orders))).toBe(
      `All 708 orders of quick and slow, in 55 runs: 55 succeeded, 0 failed. 1 break:

✗ serializable: quick and slow
  The email to grace@example.org: "Welcome" was sent 2 times, 1 expected.
    quick  ●list─────────────────────────○ ●send─○   ← the second email
    slow         ●list─○ ●list─○ ●send─○
    packages/sandbox/test/sweep/races/late-check-then-send.ts:19  listEmails #1, listEmails #2
    packages/sandbox/test/sweep/races/late-check-then-send.ts:10  listContactLists #1
    packages/sandbox/test/sweep/scenarios.ts:30                   sendEmail #1, sendEmail #2
    await sweep(sandbox, scenario, { replay: 'order:0,1,0,1,1,1,1,1,1' });
  Also: 559 more orders`,
    );
  });

  test('show the rows of each task next to each other', async () => {
    const both = async (fork: Sandbox, app: { isDone: boolean }) => {
      if (app.isDone) return;
      await Promise.all([send(fork), send(fork, { subject: 'Other' })]);
      app.isDone = true;
    };
    const report = await sweep(
      createSandbox(),
      { setup: () => ({ isDone: false }), tasks: twice(both) },
      { faults: false, orders: { changes: 0 } },
    );
    expect(report.broken[0]?.timeline?.split('\n').map((row) => row.slice(0, 8))).toEqual([
      'worker 1',
      'worker 1',
      'worker 2',
      'worker 2',
    ]);
  });

  test('show what is wrong beside the nearest of several right ends', async () => {
    const remind = async (fork: Sandbox, app: { due: string[] }) => {
      const all = app.due.slice();
      for (const to of all) await send(fork, { to });
      app.due = app.due.filter((to) => !all.includes(to));
    };
    const report = await sweep(
      createSandbox(),
      {
        setup: () => ({ due: ['ada@example.org'] }),
        tasks: {
          plan: async (fork, app) => {
            for (const page of [1, 2]) await request(fork, 'GET', `/contact-lists?page=${page}`);
            app.due.push('bob@example.org', 'cy@example.org', 'dot@example.org');
          },
          ...twice(remind),
        },
      },
      { faults: false, orders: { changes: 0 } },
    );
    expect(report.broken).toMatchObject([
      { message: 'The email to ada@example.org: "Hello" was sent 2 times, 1 expected.' },
    ]);
  });

  test('come with the fewest preemptions first, and the normal order before all', async () => {
    const { broken } = await sweep(createSandbox(), race.scenario, orders);
    expect(broken).toMatchObject([{ replay: 'order:0', tasks: ['worker 1', 'worker 2'] }]);
  });

  test('run without any preemption, and with one', async () => {
    const runs = async (changes: number) =>
      (await sweep(createSandbox(), race.scenario, { faults: false, orders: { changes } })).orders;
    // The normal order, and each task as a whole before the other.
    expect(await runs(0)).toMatchObject({ runs: 3, changes: 0, complete: true, random: 0 });
    expect(await runs(1)).toMatchObject({ changes: 1, complete: true, random: 0 });
  });

  test('judge tasks that fail by what they did', async () => {
    const refused = plan({
      scenario: {
        setup: () => ({ isPaid: false }),
        tasks: twice(async (fork: Sandbox, order: { isPaid: boolean }) => {
          if (order.isPaid) throw new Error('already paid');
          order.isPaid = true;
          await send(fork);
        }),
      },
    });
    const report = await sweep(createSandbox(), refused.scenario, orders);
    expect(report.broken).toEqual([]);
    expect(report.failed).toBeGreaterThan(0);
  });

  test('judge tasks that fail in a random order by what they did, too', async () => {
    const report = await sweep(
      createSandbox(),
      {
        setup: () => ({ isBusy: false }),
        tasks: twice(async (fork: Sandbox, app: { isBusy: boolean }) => {
          for (let page = 1; page <= 5; page += 1) await request(fork, 'GET', `/emails?page=${page}`);
          if (app.isBusy) throw new Error('busy');
          app.isBusy = true;
          await send(fork, { idempotencyKey: 'one' });
          app.isBusy = false;
        }),
      },
      { faults: false, limit: 20, repeat: false },
    );
    expect(report).toMatchObject({ broken: [], orders: { complete: false } });
    expect(report.orders?.random).toBeGreaterThan(10);
    expect(report.failed).toBeGreaterThan(0);
  });

  test('find two tasks that wait for each other', async () => {
    const scenario = {
      setup: () => new Map<string, Promise<unknown>>(),
      tasks: twice(async (fork: Sandbox, locks: Map<string, Promise<unknown>>) => {
        const mine = locks.size === 0 ? 'a' : 'b';
        let unlock = () => {};
        locks.set(mine, new Promise<void>((resolve) => (unlock = resolve)));
        await send(fork, { idempotencyKey: 'one' });
        await locks.get(mine === 'a' ? 'b' : 'a');
        locks.delete(mine);
        unlock();
      }),
    };
    await expect(sweep(createSandbox(), scenario, orders)).rejects.toThrow(
      'A run of worker 1 and worker 2 never ends without any fault',
    );
  });

  test('see the state of the app in a check', async () => {
    const scenario = {
      setup: () => ({ sent: 0 }),
      tasks: twice(async (fork: Sandbox, app: { sent: number }) => {
        const { sent } = app;
        await send(fork, { idempotencyKey: 'one' });
        app.sent = sent + 1;
      }),
    };
    const { broken } = await sweep(createSandbox(), scenario, {
      faults: false,
      check: (_fork, { state }) => (state.sent === 2 ? undefined : `${state.sent} were counted`),
    });
    expect(broken).toMatchObject([{ invariant: 'check', message: '1 were counted', replay: 'order:0' }]);
  });

  test('are not judged if the tasks do something else each time one after the other', async () => {
    let late = 0;
    const scenario = {
      setup: () => ({ isDone: false }),
      tasks: {
        first: async (fork: Sandbox, app: { isDone: boolean }) => {
          await send(fork);
          app.isDone = true;
        },
        second: async (fork: Sandbox, app: { isDone: boolean }) => {
          await request(fork, 'GET', app.isDone && ++late > 1 ? '/contact-lists' : '/emails');
        },
      },
    };
    await expect(sweep(createSandbox(), scenario, { orders: false })).rejects.toThrow(
      /did not do the same twice without a fault \(step \d+ was .*listEmails #1, then .*listContactLists #1\)/,
    );
  });

  test('are right or wrong beside what the tasks do one after the other, for a check, too', async () => {
    const expected = new Set<number>();
    await sweep(createSandbox(), race.scenario, {
      ...orders,
      check: (_fork, { baseline }) => void expected.add(baseline.fork.mailbox.list().length),
    });
    expect([...expected]).toEqual([1]);
  });

  test('are not judged if the scenario is not repeatable: the first difference is named', async () => {
    let runs = 0;
    const fickle = twice(async (fork) => {
      if (++runs > 14 && runs % 3 === 0) await request(fork, 'GET', '/contact-lists');
      await send(fork);
    });
    await expect(sweep(createSandbox(), { tasks: fickle }, orders)).rejects.toThrow(
      /did not do the same twice without a fault \((step \d+|what follows .*) was .*, then .*\): make it repeatable/,
    );
  });
});

describe('crashes', () => {
  test('show which request came twice, and where the crash was', async () => {
    expect(String(await sweep(createSandbox(), bug.scenario, { faults: false, crashes: true }))).toBe(
      `A crash at every one of 4 boundaries: 4 succeeded, 0 failed. 1 break:

✗ sent-once: sendEmail #1, crash after
  The email to ada@example.org: "Hello" was sent 2 times, 1 expected.
    worker  ●send─✗  ●send─○ ●send─○   ← the second email
    packages/sandbox/test/sweep/scenarios.ts:15  sendEmail #1, sendEmail #2, sendEmail #3
    await sweep(sandbox, scenario, { replay: 'crash:1' });
  Also: sendEmail #2: crash after`,
    );
    expect((await sweep(createSandbox(), bug.scenario, { replay: 'crash:3' })).broken).toMatchObject([
      { timeline: 'worker  ●send─○ ●send─✗  ●send─○   ← the second email' },
    ]);
  });

  test('show the first email too many, and none that is only another one', async () => {
    const scenario: SweepTasks<{ isAgain: boolean }> = {
      setup: () => ({ isAgain: false }),
      tasks: {
        worker: async (fork, app) => {
          const { isAgain } = app;
          app.isAgain = true;
          await send(fork);
          await send(fork);
          if (isAgain) await send(fork, { subject: 'Sorry' });
        },
      },
    };
    const lanesOf = async (replay: string) =>
      (await sweep(createSandbox(), scenario, { replay })).broken[0]?.timeline;
    expect(await lanesOf('crash:1')).toBe('worker  ●send─✗  ●send─○ ●send─○ ●send─○   ← the third email');
    expect(await lanesOf('crash:2')).toBe(
      'worker  ●send─○ ✗send ●send─○ ●send─○ ●send─○   ← the third email',
    );
    const check = (fork: Sandbox) => (fork.mailbox.latest()?.subject === 'Sorry' ? 'no' : '');
    const report = await sweep(createSandbox(), scenario, { faults: false, crashes: true, check });
    expect(report.broken.map(({ invariant, timeline }) => `${invariant} ${timeline}`)).toEqual([
      'sent-once worker  ●send─✗  ●send─○ ●send─○ ●send─○   ← the third email',
      'check worker  ✗send ●send─○ ●send─○ ●send─○',
    ]);
    expect(report.broken.map(({ also }) => also)).toEqual([
      ['sendEmail #2: crash before, crash after'],
      ['crash after', 'sendEmail #2: crash before, crash after'],
    ]);
  });

  test('end the timers and the requests of the start before it', async () => {
    const starts: { start: number; rang: number }[] = [];
    const { broken } = await sweep(
      createSandbox(),
      {
        setup: () => ({ start: 0, rang: 0 }),
        tasks: {
          worker: async (fork, state) => {
            const start = ++state.start;
            starts.push(state);
            setTimeout(() => void (state.rang = start), 1_000);
            await send(fork, { idempotencyKey: 'one' });
            await new Promise((resolve) => setTimeout(resolve, 5_000));
          },
        },
      },
      { faults: false, crashes: true },
    );
    expect(broken).toEqual([]);
    expect(starts.filter(({ rang, start }) => rang !== start)).toEqual([]);
    expect(starts.filter(({ start }) => start === 2).length).toBeGreaterThan(1);
  });

  test('leave a lock in memory, which a real crash would end: nothing is known of those', async () => {
    const report = await sweep(
      createSandbox(),
      {
        setup: () => ({ lock: Promise.resolve() }),
        tasks: {
          worker: async (fork, app) => {
            await app.lock;
            app.lock = send(fork, { idempotencyKey: 'one' }).then(() => {});
            await app.lock;
          },
        },
      },
      { faults: false, crashes: true },
    );
    expect(report.broken).toEqual([]);
    expect(report.notes).toEqual([
      expect.anything(),
      expect.stringMatching(/^After 2 crashes, the new start waited in memory/),
    ]);
  });

  test('work for a function, too', async () => {
    const { broken } = await sweep(createSandbox(), (fork) => send(fork), { faults: false, crashes: true });
    expect(broken).toMatchObject([
      { invariant: 'sent-once', reproduction: "await sweep(sandbox, run, { replay: 'crash:1' });" },
    ]);
    expect((await sweep(createSandbox(), correct, { faults: false, crashes: true })).broken).toEqual([]);
  });
});

describe('several tasks', () => {
  test('meet faults and orders by default, never both at once', async () => {
    const report = await sweep(createSandbox(), {
      tasks: { ada: correct, list: (fork) => request(fork, 'GET', '/emails').catch(() => {}) },
    });
    expect(report.broken).toEqual([]);
    expect(String(report)).toMatch(
      /^All 20 orders of ada and list, in 10 runs: .*\n108 faults on 2 requests \(sendEmail #1, listEmails #1\): /,
    );
  });

  test('can replay a fault by its name', async () => {
    const scenario = { tasks: { ada: (fork: Sandbox) => send(fork).catch(() => {}) } };
    const { broken } = await sweep(createSandbox(), scenario);
    expect(broken[0]?.reproduction).toBe(
      "await sweep(sandbox, scenario, { replay: 'fault:sendEmail #1, connection reset before' });",
    );
    const again = await sweep(createSandbox(), scenario, {
      replay: 'fault:sendEmail #1, connection reset before',
    });
    expect(again).toMatchObject({ runs: 1, broken: [{ invariant: 'nothing-lost' }] });
  });
});

describe('refused is', () => {
  const fine = { tasks: twice(correct) };
  const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, correct]));
  test.each([
    ['a scenario without tasks', { tasks: {} }, {}, 'tasks must not be empty: name at least one task'],
    ['a fifth task', { tasks: five }, {}, 'tasks must be at most 4'],
    [
      'a check beside its tasks',
      { tasks: { one: correct }, check: () => '' } as never,
      {},
      'check is an option: sweep(sandbox, { tasks }, { check })',
    ],
    [
      'a misspelt member',
      { tasks: { one: correct }, setUp: () => 1 } as never,
      {},
      'setUp is unknown: did you mean setup?',
    ],
    ['tasks without names', { tasks: [correct] } as never, {}, 'tasks must be functions by name: { tasks: {'],
    ['a number as a task', { tasks: { one: 1 as never } }, {}, 'tasks.one must be a function of the fork'],
    [
      'a negative number of changes',
      fine,
      { orders: { changes: -1 } },
      'orders.changes must be a whole number',
    ],
    ['orders in real time', fine, { orders: true, time: 'real' }, 'time must be virtual for orders, crashes'],
    ['nothing to try', fine, { faults: false, orders: false }, 'nothing would be swept'],
    ['a replay of more requests', fine, { replay: 'order:0,0,0,0,0,0,0,0,1' }, 'is of another scenario'],
    ['a replay of another crash', fine, { replay: 'crash:77' }, 'The replay crash:77 is of another scenario'],
    ['a replay of another fault', fine, { replay: 'fault:x' }, 'The replay fault:x is of another scenario'],
    ['a replay of nothing', fine, { replay: 'x' }, 'There is no replay x: copy one from a report'],
    [
      'a task that fails without a fault',
      { tasks: { ...fine.tasks, bad: () => Promise.reject(new Error('no database')) } },
      {},
      'The task bad fails without any fault: no database',
    ],
    [
      'a setup that throws',
      {
        setup: () => {
          throw new Error('no database');
        },
        ...fine,
      },
      {},
      'setup fails: no database. It has to work in each run, without the service',
    ],
  ] as const)('%s', async (_, scenario, options, message) => {
    await expect(sweep(createSandbox(), scenario, options)).rejects.toThrow(message);
  });
});

test('of the orders of two tasks with three requests each, fewer than 300 run: the others differ in nothing', async () => {
  const scenario = {
    setup: () => rowsFor('a@example.org', 'b@example.org', 'c@example.org'),
    tasks: {
      one: async (fork: Sandbox) => {
        for (let page = 1; page <= 3; page += 1) await request(fork, 'GET', `/emails?page=${page}`);
      },
      two: async (fork: Sandbox) => {
        for (const key of ['a', 'b', 'c']) await send(fork, { idempotencyKey: key });
      },
    },
  };
  const { orders: tried } = await sweep(createSandbox(), scenario, orders);
  expect(tried?.complete).toBe(true);
  expect(tried?.runs).toBeLessThan(300);
  expect(tried?.skipped).toBeGreaterThan(100);
});
