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

describe('a whole operation of another task fits into a gap', () => {
  test.for([3, 4, 5])('an unsubscribe of %i requests is found inside a newsletter', async (requests) => {
    const left = new Set<string>();
    const report = await everything(
      {
        setup: () => ({ hasLeft: false, late: false }),
        tasks: {
          newsletter: async (fork, app) => {
            await request(fork, 'GET', '/contact-lists');
            const mayGet = !app.hasLeft;
            await send(fork, to('bob@example.org'));
            if (!mayGet) return;
            app.late = app.hasLeft;
            await send(fork, to('ada@example.org'));
          },
          unsubscribe: async (fork, app) => {
            for (let number = 1; number < requests; number += 1) await request(fork, 'GET', '/contact-lists');
            await request(fork, 'GET', '/emails');
            app.hasLeft = true;
          },
        },
      },
      {
        faults: false,
        crashes: false,
        check: (_fork: Sandbox, { state }: { state: { late: boolean } }) => {
          left.add(String(state.late));
          return state.late ? 'Ada gets mail after she has left' : undefined;
        },
      },
    );
    expect(report.broken).toMatchObject([{ invariant: 'check' }]);
    expect(String(report)).toMatch(/orders of newsletter and unsubscribe/);
  });
});

describe('tasks one after the other', () => {
  /** A series of emails, which somebody leaves. */
  const series = (days: number, pause: number) => ({
    setup: () => ({ hasLeft: false }),
    tasks: {
      series: async (fork: Sandbox, app: { hasLeft: boolean }) => {
        for (let day = 1; day <= days; day += 1) {
          if (app.hasLeft) return;
          const subject = `Day ${day}`;
          await stubbornly(() => send(fork, { subject, idempotencyKey: subject }));
          await waiting(pause);
        }
      },
      leave: async (fork: Sandbox, app: { hasLeft: boolean }) => {
        app.hasLeft = true;
        await stubbornly(() => send(fork, { subject: 'Goodbye', idempotencyKey: 'left' }));
      },
    },
  });

  test('include what another one does in any pause of one', async () => {
    expect((await everything(series(3, 86_400_000))).broken).toEqual([]);
    const sent = new Set<number>();
    await sweep(createSandbox(), series(3, 86_400_000), {
      faults: false,
      check: (fork) => void sent.add(fork.mailbox.list().length),
    });
    expect(sent).toEqual(new Set([1, 2, 3, 4]));
    for (const [days, pause] of [
      [12, 86_400_000],
      [5, 30_000],
    ] as const) {
      expect((await sweep(createSandbox(), series(days, pause), { faults: false })).broken).toEqual([]);
    }
  });

  test('do not include that it does, in a short pause, what none of them does one after the other', async () => {
    const buy = (name: string) => async (fork: Sandbox, hall: { seats: number }) => {
      if (hall.seats === 0) return;
      await waiting(2_000);
      hall.seats -= 1;
      await send(fork, { to: `${name}@example.org`, subject: 'Your seat' });
    };
    const tasks = { ada: buy('ada'), bob: buy('bob') };
    const report = await sweep(createSandbox(), { setup: () => ({ seats: 1 }), tasks }, { faults: false });
    expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
  });
});

describe('a lease that expires during the work', () => {
  test('lets another worker do it again, which is too often, however long the work takes', async () => {
    const worker = async (fork: Sandbox, job: { until: number; isDone: boolean }) => {
      while (!job.isDone) {
        if (Date.now() > job.until) {
          job.until = Date.now() + 30_000;
          await waiting(240_000);
          await stubbornly(() => send(fork));
          job.isDone = true;
        } else await waiting(10_000);
      }
    };
    const setup = () => ({ until: 0, isDone: false });
    const report = await sweep(
      createSandbox(),
      { setup, tasks: { 'worker 1': worker, 'worker 2': worker } },
      { faults: false },
    );
    expect(report.broken).toMatchObject([
      { invariant: 'serializable', message: expect.stringMatching(/2 times, 1 expected/) },
    ]);
  });
});

describe('a campaign in batches, and somebody who leaves between two of them', () => {
  const contacts = ['ada', 'bob', 'cyd'].map((name) => ({ email: `${name}@example.org` }));
  const setup = () => ({ hasLeft: new Set<string>(), isTooLate: false });

  /** Sends to one reader each half a minute, unless they had left when the campaign was queued, or when it is sent. */
  const sweepCampaign = async (asksOnce: boolean, leavesAfter: number) => {
    const campaign = async (fork: Sandbox, state: ReturnType<typeof setup>) => {
      const path = `/contact-lists/${fork.contactLists.list()[0]?.id}/contacts`;
      const audience = await stubbornly(() => request<{ contacts: typeof contacts }>(fork, 'GET', path));
      const queued = new Set(state.hasLeft);
      for (const { email } of audience.contacts) {
        if (!(asksOnce ? queued : state.hasLeft).has(email)) {
          state.isTooLate ||= state.hasLeft.has(email);
          await stubbornly(() => send(fork, to(email)));
        }
        await waiting(30_000);
      }
    };
    const unsubscribe = async (fork: Sandbox, { hasLeft }: ReturnType<typeof setup>) => {
      await waiting(leavesAfter);
      await stubbornly(() => request(fork, 'GET', '/contact-lists'));
      for (const { email } of contacts) hasLeft.add(email);
    };
    const sandbox = createSandbox({
      seed: { accounts: [{ contactLists: [{ name: 'Readers', contacts }] }] },
    });
    const tasks = { campaign, unsubscribe };
    return sweep(
      sandbox,
      { setup, tasks },
      {
        wire: ['examples'],
        check: (_fork, { state }) => (state.isTooLate ? 'Somebody gets news after leaving' : undefined),
      },
    );
  };

  test.for([0, 45_000])('after %i ms: found by default, and the fix gives no alarm', async (leavesAfter) => {
    expect((await sweepCampaign(true, leavesAfter)).broken).toMatchObject([{ invariant: 'check' }]);
    expect((await sweepCampaign(false, leavesAfter)).broken).toEqual([]);
  });
});

describe('a task that starts in a pause of another one', () => {
  const setup = () => ({ hasLeft: new Set<string>() });
  type State = ReturnType<typeof setup>;

  /** Sweeps a campaign in three batches, which asks who has left before so many of them. */
  const sweepCampaign = (asks: number, replay?: string) => {
    const campaign = async (fork: Sandbox, { hasLeft }: State) => {
      let left: ReadonlySet<string> = new Set();
      for (const [batch, reader] of ['ada', 'bob', 'cyd'].entries()) {
        if (batch < asks) left = new Set(hasLeft);
        const subject = hasLeft.has(reader) ? 'Too late' : 'News';
        if (!left.has(reader))
          await stubbornly(() => send(fork, { ...to(`${reader}@example.org`), subject }));
        await waiting(30_000);
      }
    };
    const unsubscribe = async (fork: Sandbox, { hasLeft }: State) => {
      await request(fork, 'GET', '/contact-lists');
      hasLeft.add('cyd');
    };
    return sweep(createSandbox(), { setup, tasks: { campaign, unsubscribe } }, { faults: false, replay });
  };

  test('finds mail to those who have left in the meantime, and can be replayed', async () => {
    const { broken } = await sweepCampaign(2);
    expect(broken).toMatchObject([{ invariant: 'serializable', replay: 'late:2,unsubscribe' }]);
    expect(String((await sweepCampaign(2, 'late:2,unsubscribe')).broken[0]?.message)).toBe(
      broken[0]?.message,
    );
    const fixed = await sweepCampaign(3);
    expect(fixed.broken).toEqual([]);
    expect(String(fixed)).toMatch(
      /^All \d+ orders .* and \d+ starts of a task in a pause of another, in \d+ runs: /,
    );
  });
});
