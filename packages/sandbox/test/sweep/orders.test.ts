import { createSandbox, type Sandbox, sweep, type SweepScenario, type SweepTasks } from '@mailrig/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { Reduction } from '../../src/sweep/reduction.ts';
import { request, send } from './scenarios.ts';

/** Numbers that look random, and are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** What a step of a generated program does. Each may depend on what happened before. */
const steps: readonly ((fork: Sandbox, seen: string[]) => Promise<unknown>)[] = [
  (fork) => send(fork, { idempotencyKey: 'one' }),
  (fork) => send(fork, { subject: 'Other' }),
  (fork, seen) => send(fork, { subject: `After ${seen.length}`, idempotencyKey: `key ${seen.length}` }),
  (fork) => request(fork, 'GET', '/emails'),
  (fork) => request(fork, 'GET', '/contact-lists'),
  (fork) => request(fork, 'POST', '/contact-lists', { name: 'Readers' }),
  (fork) => request(fork, 'POST', '/suppressions', { email: 'bob@example.net' }),
  async (fork, seen) => (seen.length % 2 === 0 ? request(fork, 'GET', '/suppressions') : send(fork)),
  async (fork) => fork.mailbox.list().length,
  async () => new Promise((resolve) => setTimeout(resolve, 50)),
];

/** A program of two tasks, and the notes that each of its runs makes of all that it sees. */
function generated(seed: number): { scenario: SweepTasks<string[]>; seen: Set<string> } {
  const next = numbers(seed);
  const seen = new Set<string>();
  const task = () => {
    const mine = Array.from({ length: 1 + next(3) }, () => steps[next(steps.length)]);
    const name = String.fromCharCode(97 + next(26));
    return async (fork: Sandbox, notes: string[]) => {
      for (const [index, step] of mine.entries()) {
        const result = await step?.(fork, notes).catch((error: Error) => error.message);
        const data = JSON.stringify(result ?? null).replaceAll(/"[^"]*(id|At|timestamp)":"?[^",}]*"?/gi, '');
        notes.push(`${name}${index} ${data}`);
      }
    };
  };
  return {
    seen,
    scenario: { setup: () => [], tasks: { one: task(), two: task() } },
  };
}

describe('orders that are not run', () => {
  test.each(Array.from({ length: nightly ? 50 : 12 }, (_, seed) => [seed + 1]))(
    'show nothing that a run has not shown, program %i',
    async (seed) => {
      const shown = async () => {
        const { scenario } = generated(seed);
        const seen = new Set<string>();
        const report = await sweep(createSandbox({ endpoints: 'published' }), scenario, {
          faults: false,
          orders: { changes: 1 },
          limit: 5_000,
          check: (fork, { state }) => {
            const effects = fork.mailbox
              .list()
              .map(({ subject }) => subject)
              .toSorted();
            seen.add(JSON.stringify([state, effects]));
          },
        });
        return { seen: [...seen].toSorted(), report };
      };
      const some = await shown();
      const follow = vi.spyOn(Reduction.prototype, 'follow').mockReturnValue(undefined);
      const all = await shown().finally(() => follow.mockRestore());
      expect(some.seen).toEqual(all.seen);
      expect((some.report.orders?.runs ?? 0) + (some.report.orders?.skipped ?? 0)).toBe(
        all.report.orders?.runs,
      );
      expect(some.report.broken.map(({ invariant, also, replay }) => [invariant, also, replay])).toEqual(
        all.report.broken.map(({ invariant, also, replay }) => [invariant, also, replay]),
      );
    },
  );
});

test('every order runs if the rate limit decides which request is refused', async () => {
  const send3 = (name: string) => async (fork: Sandbox) => {
    for (let number = 1; number <= 3; number += 1) await send(fork, { subject: `${name} ${number}` });
  };
  const report = await sweep(
    createSandbox({ rateLimit: { limit: 4, windowMs: 60_000 } }),
    {
      tasks: { a: (fork) => send3('a')(fork).catch(() => {}), b: (fork) => send3('b')(fork).catch(() => {}) },
    },
    { faults: false },
  );
  expect(report.orders).toMatchObject({ complete: true, skipped: 0 });
  expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
});

test('a check sees in which order requests came, although nothing else depends on it', async () => {
  const get = (path: string) => async (fork: Sandbox, answered: string[]) => {
    await request(fork, 'GET', path);
    answered.push(path);
  };
  const report = await sweep(
    createSandbox(),
    { setup: (): string[] => [], tasks: { emails: get('/emails'), lists: get('/contact-lists') } },
    {
      faults: false,
      check: (fork, { state: [first] }) => {
        const [newest] = fork.requests.list();
        return newest?.operation === 'listEmails' && first === '/emails' ? 'it overtook' : undefined;
      },
    },
  );
  expect(report.broken).toMatchObject([{ invariant: 'check', message: 'it overtook' }]);
});

/** Checks whether an email was sent, and sends it if not. */
async function welcome(fork: Sandbox): Promise<void> {
  const { emails } = await request<{ emails: unknown[] }>(fork, 'GET', '/emails?to=grace@example.org');
  if (emails.length === 0) await send(fork, { to: 'grace@example.org', subject: 'Welcome' });
}

/** Runs work with a few at a time, as a queue does. */
async function queued(work: readonly (() => Promise<unknown>)[], concurrency: number): Promise<void> {
  const left = work.values();
  const worker = async () => {
    for (const one of left) await one();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

describe('a race inside one program', () => {
  test('is found by default: how many orders do this, how many that, and the shortest of each', async () => {
    const report = await sweep(createSandbox(), (fork) => Promise.all([welcome(fork), welcome(fork)]), {
      faults: false,
    });
    expect(String(report))
      .toContain(`All 66 orders of its requests, in 10 runs: 10 succeeded, 0 failed. 1 break:

✗ order-dependent: its requests
  In 60 of 66 orders, the email to grace@example.org: "Welcome" is sent 2 times. The shortest is order:0.
  In 6 of 66 orders, the email to grace@example.org: "Welcome" is sent 1 time. The shortest is order:0,1,1,1.
    order:0
      run  ●list───────○   ●send───────○
      run        ●list───○       ●send───○
    order:0,1,1,1
      run  ●list─○ ●send─○ ●list─○
    packages/sandbox/test/sweep/orders.test.ts:`);
    expect(report.broken[0]?.lines).toMatchObject({
      'listEmails #1': expect.stringMatching(/orders\.test\.ts:\d+$/),
      'sendEmail #2': expect.stringMatching(/:\d+$/),
    });
    const replay = 'order:0*60/0,1,1,1*6 of 66';
    expect(report.broken[0]).toMatchObject({
      replay,
      reproduction: `await sweep(sandbox, run, { replay: '${replay}' });`,
    });
    const again = await sweep(createSandbox(), (fork) => Promise.all([welcome(fork), welcome(fork)]), {
      replay,
    });
    expect(again).toMatchObject({ runs: 2, broken: [report.broken[0]] });
  });

  test('is told for each effect that differs, and for the credits', async () => {
    const join = async (fork: Sandbox) => {
      const { emails } = await request<{ emails: unknown[] }>(fork, 'GET', '/emails');
      if (emails.length > 1) return;
      await send(fork, { subject: 'Join us' });
      await request(fork, 'POST', '/email-verification/batch', { emails: ['eve@example.net'] });
    };
    const both = async (fork: Sandbox) => {
      await send(fork);
      await Promise.all([join(fork), join(fork)]);
    };
    const report = await sweep(createSandbox(), both, { faults: false, orders: { changes: 0 } });
    const done = (times: string, credits: string) =>
      `the email to bob@example.net: "Join us" is sent ${times}, and the verification of eve@example.net is added ${times}, and verification takes ${credits}.`;
    expect(report.broken[0]?.message.replaceAll(/In .* orders, | The shortest is .*/g, '')).toBe(
      `${done('2 times', '2 credits')}\n${done('1 time', '1 credit')}`,
    );
  });

  test('is found between the handlers of one event, and in a task with state', async () => {
    const scenario = {
      setup: () => new EventTarget(),
      tasks: {
        shop: async (fork: Sandbox, shop: EventTarget) => {
          const open: Promise<unknown>[] = [];
          for (let handlers = 0; handlers < 2; handlers += 1) {
            shop.addEventListener('order', () => open.push(welcome(fork)));
          }
          shop.dispatchEvent(new Event('order'));
          await Promise.all(open);
        },
      },
    };
    const report = await sweep(createSandbox(), scenario, { faults: false });
    expect(report.broken).toMatchObject([{ invariant: 'order-dependent', tasks: ['shop'] }]);
    expect(String(report)).toMatch(/^All 66 orders of the requests of shop, /);
  });

  test.each<[kind: string, program: (fork: Sandbox) => Promise<unknown>]>([
    [
      'of one key',
      (fork) => Promise.all(['a', 'a', 'b'].map((idempotencyKey) => send(fork, { idempotencyKey }))),
    ],
    [
      'through a queue',
      (fork) =>
        queued(
          ['a', 'b', 'c', 'd'].map((to) => () => send(fork, { to: `${to}@example.org` })),
          2,
        ),
    ],
    [
      'behind a lock',
      async (fork) => {
        let last: Promise<unknown> = Promise.resolve();
        const locked = (work: () => Promise<void>) => (last = last.then(work));
        await Promise.all([
          locked(() => welcome(fork)),
          locked(() => welcome(fork)),
          request(fork, 'GET', '/emails'),
        ]);
      },
    ],
    [
      'that only read',
      (fork) => Promise.all([request(fork, 'GET', '/emails'), request(fork, 'GET', '/contact-lists')]),
    ],
  ])('gives no alarm for requests %s', async (_, program) => {
    const report = await sweep(createSandbox(), program, { faults: false });
    expect(report).toMatchObject({ broken: [], orders: { complete: true } });
    expect((report.orders?.runs ?? 0) + (report.orders?.skipped ?? 0)).toBeGreaterThan(1);
  });

  test('costs nothing in a program whose requests never overlap', async () => {
    const report = await sweep(createSandbox(), async (fork) => {
      await send(fork, { idempotencyKey: 'a' }).catch(() => send(fork, { idempotencyKey: 'a' }));
    });
    expect(report.orders).toBeUndefined();
    expect(report.runs).toBe(54);
  });
});

describe('beyond the limit', () => {
  const pages = (name: string) => async (fork: Sandbox) => {
    for (let page = 1; page <= 3; page += 1) {
      await request(fork, 'GET', `/emails?page=${page}`);
      await send(fork, { subject: `${name} ${page}`, idempotencyKey: `${name} ${page}` });
    }
  };
  const scenario = { tasks: { a: pages('a'), b: pages('b'), c: pages('c') } };
  const limited = { faults: false, limit: 100 } as const;

  test('orders are tried by their preemptions as far as it goes, then at random with a seed', async () => {
    const report = await sweep(createSandbox(), scenario, limited);
    expect(report.orders).toMatchObject({ runs: 100, changes: 0, complete: false, seed: 1 });
    expect(report.orders?.random).toBeGreaterThan(0);
    expect(String(report)).toMatch(
      /^All \d+ orders of a, b and c with no preemptions and that of their arrival and \d+ of about \d·10¹. at random \(uniform, seed 1\): 100 succeeded, 0 failed\. Everything held\.$/,
    );
    expect(String(await sweep(createSandbox(), scenario, limited))).toBe(String(report));
  });

  test('another seed tries others, and a replay runs one of them again', async () => {
    /** Breaks if a request of `a` comes between the first two of `c`: far from the normal order. */
    const race = {
      setup: () => ({ sent: '' }),
      tasks: Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          name,
          async (fork: Sandbox, app: { sent: string }) => {
            for (let number = 1; number <= 3; number += 1) {
              await request(fork, 'GET', '/emails');
              app.sent += name;
            }
            if (/^cac.{6}$/.test(app.sent)) await send(fork, { subject: 'Rare' });
          },
        ]),
      ),
    };
    const tried = { faults: false, limit: 200, orders: { changes: 9 } } as const;
    const orders = { 7: new Set<string>(), 8: new Set<string>() };
    const seeing = (seed: 7 | 8) => ({
      ...tried,
      seed,
      check: (_fork: Sandbox, { state }: { state: { sent: string } }) => void orders[seed].add(state.sent),
    });
    const found = await sweep(createSandbox(), race, seeing(7));
    expect(found.orders).toMatchObject({ seed: 7, complete: false });
    const random = found.broken[0]?.replay ?? '';
    expect(found.broken[0]?.timeline).toContain('●list');
    // The changes that it does not need are taken out of it.
    expect(random.split(',').filter((place) => place !== '0').length).toBeLessThan(27);
    expect(random.split(',').filter((place) => place !== '0').length).toBeGreaterThan(2);
    const again = await sweep(createSandbox(), race, { replay: random });
    expect(again.broken).toMatchObject([{ invariant: 'serializable', replay: random }]);
    const other = await sweep(createSandbox(), race, seeing(8));
    expect(other.orders).toMatchObject({ seed: 8 });
    expect(orders[8]).not.toEqual(orders[7]);
  });
});

describe('a pass is never empty', () => {
  test('if no two requests were open at the same time', async () => {
    const report = await sweep(createSandbox(), (fork) => send(fork), { faults: false });
    expect(String(report)).toBe(
      'The only order of its requests: 1 succeeded, 0 failed. Everything held.\nNo two requests were open at the same time, so there was no order to change.',
    );
  });

  test('if they touched no record together', async () => {
    const tasks = {
      one: (fork: Sandbox) => send(fork, { idempotencyKey: 'one' }),
      two: (fork: Sandbox) => request(fork, 'GET', '/contact-lists'),
    };
    const report = await sweep(createSandbox(), { tasks }, { faults: false });
    expect(report.notes).toEqual([
      'No two requests that were open at the same time touched the same record of the service: only the state of your own code could differ.',
    ]);
    const both = { one: tasks.one, two: tasks.one };
    expect((await sweep(createSandbox(), { tasks: both }, { faults: false })).notes).toEqual([]);
  });
});

describe('a replay shows what happens in its case, and whether it is what the report said', () => {
  const outcomesOf = async (run: SweepScenario<unknown> | SweepTasks<never>, replay?: string) =>
    sweep(createSandbox(), run as SweepTasks<never>, { faults: false, ...(replay && { replay }) });

  /** Both sign-ups fill one cache of lists. */
  const cacheFilledTwice = {
    setup: (): { list?: string } => ({}),
    tasks: {
      'sign-ups': async (fork: Sandbox, cache: { list?: string }) => {
        const listOf = async () => {
          if (cache.list !== undefined) return cache.list;
          const { id } = await request<{ id: string }>(fork, 'POST', '/contact-lists', {
            name: 'Newsletter',
          });
          return (cache.list = id);
        };
        await Promise.all(
          ['ada@example.org', 'bob@example.org'].map(async (email) => {
            await request(fork, 'GET', '/emails');
            await request(fork, 'POST', `/contact-lists/${await listOf()}/contacts`, { email });
          }),
        );
      },
    },
  };

  /** Two jobs: each reads something, then sends unless a set says that it was sent. */
  const twoJobs = {
    setup: () => new Set<string>(),
    tasks: {
      program: async (fork: Sandbox, sent: Set<string>) => {
        const job = async (path: string) => {
          await request(fork, 'GET', path);
          if (sent.has('welcome')) return;
          await send(fork, { subject: 'Welcome' });
          sent.add('welcome');
        };
        await Promise.all([job('/emails'), job('/contact-lists')]);
      },
    },
  };

  test.for([
    [
      'a cache that is filled twice',
      cacheFilledTwice,
      /^In \d+ of \d+ orders, the contact list "Newsletter" is added 2 times/,
    ],
    [
      'two jobs in one program',
      twoJobs,
      /^In \d+ of \d+ orders, the email to \S+: "Welcome" is sent 2 times/,
    ],
    [
      'two calls of one function',
      (fork: Sandbox) => Promise.all([welcome(fork), welcome(fork)]),
      /^In \d+ of \d+ orders, the email to grace@example.org: "Welcome" is sent 2 times/,
    ],
  ] as const)(
    '%s: the same words, whichever outcome came first, and nothing is expected',
    async ([, program, first]) => {
      const [found] = (await outcomesOf(program as never)).broken;
      expect(found?.message).toMatch(first);
      expect(found?.message).not.toContain('expected');
      const again = await outcomesOf(program as never, found?.replay);
      expect(again.broken).toMatchObject([found]);
      expect(again.runs).toBe(2);
    },
  );

  test('of one order of one program, what it did: there is nothing to compare it with', async () => {
    const report = await outcomesOf(twoJobs as never, 'order:0');
    expect(String(report)).toMatch(
      /1 order of the requests of program: 1 succeeded, 0 failed\. Nothing broke\.\nIn order:0, the email to \S+: "Welcome" is sent 2 times\.\nOne order of one program was compared with no other/,
    );
  });

  test('of a program that was mended: that the break is gone', async () => {
    const [found] = (await outcomesOf(twoJobs as never)).broken;
    const mended = {
      ...twoJobs,
      tasks: {
        program: async (fork: Sandbox) => {
          const job = async (path: string) => {
            await request(fork, 'GET', path);
            await send(fork, { subject: 'Welcome', idempotencyKey: 'welcome' });
          };
          await Promise.all([job('/emails'), job('/contact-lists')]);
        },
      },
    };
    const report = await outcomesOf(mended as never, found?.replay);
    expect(report.broken).toEqual([]);
    expect(String(report)).toContain('Nothing broke.');
    expect(report.notes).toContain(
      'If a report named this replay, what it reported does not happen any more.',
    );
  });
});
