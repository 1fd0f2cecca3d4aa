import {
  createSandbox,
  type Sandbox,
  sweep,
  type SweepOptions,
  type SweepTasks,
  type SweepValues,
} from '@mailrig/sandbox';
import { expect, describe, test } from 'vitest';
import { request, send, stubbornly, waiting } from './scenarios.ts';

/** Uploads a file, and returns its id. */
async function uploaded(fork: Sandbox): Promise<string> {
  const file = { filename: 'logo.txt', contentType: 'text/plain', size: 4 };
  const { attachmentId, uploadUrl } = await request<{ attachmentId: string; uploadUrl: string }>(
    fork,
    'POST',
    '/attachments/presigned-url',
    file,
  );
  await fork.fetch(uploadUrl, { method: 'PUT', body: 'logo', headers: { 'content-type': 'text/plain' } });
  await request(fork, 'POST', `/attachments/${attachmentId}/confirm`);
  return attachmentId;
}

describe('what was not tried has a line', () => {
  test('refusals without a fault, and a task that overlaps none', async () => {
    const report = await sweep(createSandbox(), {
      tasks: {
        one: async (fork) => {
          await stubbornly(() => send(fork, { idempotencyKey: 'a' }));
          await send(fork, { idempotencyKey: 'a', subject: 'Other' }).catch(() => {});
        },
        two: (fork) => stubbornly(() => request(fork, 'GET', '/emails')),
        three: () => {},
      },
    });
    expect(report.notes).toEqual([
      'three overlapped no other task, so its orders with others were not tried.',
      'The service refused requests without any fault: sendEmail #2 (IDEMPOTENCY_CONFLICT).',
      'If everything runs again 25 hours later, it sends the email to bob@example.net: "Hello" again with the same key, which has ended.',
    ]);
  });

  test('crashes and new starts a day later, if runs failed', async () => {
    const report = await sweep(createSandbox(), (fork) => send(fork, { idempotencyKey: 'one' }));
    expect(report.notes).toContain('Crashes were not tried: { crashes: true } tries them.');
    const late =
      "No task that failed ran again a day later, when keys have ended: { restart: { after: '25h' } } tries that.";
    expect(report.notes).toContain(late);
    const naive = (fork: Sandbox) => stubbornly(() => request(fork, 'GET', '/emails'), 1);
    expect((await sweep(createSandbox(), naive)).notes).toContain(late);
  });

  describe('what a second run finds ended, and one at once does not', () => {
    const notesOf = async (
      scenario: SweepTasks<Set<string>>,
      options: SweepOptions<SweepValues, Set<string>> = {},
    ) => (await sweep(createSandbox(), scenario, options)).notes.filter((note) => note.startsWith('If '));
    /** Does some work in each run, or only in the first. */
    const weekly = (work: (fork: Sandbox, sent: Set<string>) => unknown, isMarked = false) => ({
      setup: () => new Set<string>(),
      tasks: {
        weekly: async (fork: Sandbox, done: Set<string>) => {
          if (isMarked && done.has('all')) return;
          await work(fork, done);
          done.add('all');
        },
      },
    });

    test('is the key of an email, if only its key prevents that it is sent again', async () => {
      const withKey = (key: () => string) => (fork: Sandbox) =>
        stubbornly(() => send(fork, { idempotencyKey: key() }));
      const sendOnce = withKey(() => 'week 48');
      expect(await notesOf(weekly(sendOnce))).toEqual([
        'If everything runs again 25 hours later, it sends the email to bob@example.net: "Hello" again with the same key, which has ended.',
      ]);
      expect(await notesOf(weekly(sendOnce, true))).toEqual([]);
      const perDay = withKey(() => `day ${Math.floor(Date.now() / 86_400_000)}`);
      expect(await notesOf(weekly(perDay))).toEqual([]);
    });

    test('is the result of a verification, which takes credits again', async () => {
      const verify = (fork: Sandbox, done: Set<string>) => {
        const email = `${done.size > 0 ? 'bob' : 'ada'}@example.org`;
        return stubbornly(() => request(fork, 'POST', '/email-verification/single', { email }));
      };
      const same = (fork: Sandbox) => verify(fork, new Set());
      expect(await notesOf(weekly(same))).toEqual([
        'If everything runs again 25 hours later, verification takes 2 credits, 1 if it runs again at once.',
      ]);
      expect(await notesOf(weekly(same, true))).toEqual([]);
      // At once, the next address takes a credit, too.
      expect(await notesOf(weekly(verify))).toEqual([]);
    });

    test('is an upload, so that the task fails that refers to it', async () => {
      const sendWithLogo = (isKept: boolean) => async (fork: Sandbox, done: Set<string>) => {
        let [id] = isKept ? done : [];
        if (id === undefined) {
          id = await stubbornly(() => uploaded(fork));
          done.add(id);
        }
        const subject = `News ${Date.now()}`;
        await stubbornly(() => send(fork, { subject, idempotencyKey: subject, attachmentIds: [id] }));
      };
      const options = { wire: ['examples'], faults: [{ name: 'down', effect: { status: 503 } }] } as const;
      expect(await notesOf(weekly(sendWithLogo(true)), options)).toEqual([
        'If everything runs again 169 hours later, weekly fails: 400 ATTACHMENT_NOT_FOUND',
        'If everything runs again 169 hours later, the service refuses sendEmail (ATTACHMENT_NOT_FOUND).',
      ]);
      expect(await notesOf(weekly(sendWithLogo(false)), options)).toEqual([]);
    });
  });

  test('each error of a task that failed in the end, once, with the number of its runs', async () => {
    let number = 10_000_000;
    const scenario: SweepTasks<{ isBegun: boolean }> = {
      setup: () => ({ isBegun: false }),
      tasks: {
        job: async (fork, row) => {
          if (row.isBegun) throw new Error(`job_${(number += 1)} was begun already`);
          row.isBegun = true;
          await send(fork);
        },
        other: (fork) => stubbornly(() => request(fork, 'GET', '/emails')),
      },
    };
    const { runs, succeeded, repeated, failed, notes } = await sweep(createSandbox(), scenario);
    expect([succeeded + failed, repeated]).toEqual([runs, 0]);
    expect(notes[0]).toMatch(new RegExp(`^In ${failed} runs, a task failed: … was begun already$`));
    const again = await sweep(createSandbox(), (fork) => send(fork, { idempotencyKey: 'one' }));
    expect([again.succeeded, again.failed]).toEqual([again.runs - again.repeated, 0]);
    expect(String(again)).toContain(
      `: ${again.succeeded} succeeded at once, ${again.repeated} when a task ran once more, 0 failed. Everything held.`,
    );
  });

  test('an order in which the tasks do not end is left out, and named', async () => {
    const report = await sweep(
      createSandbox(),
      {
        setup: () => ({ isReady: false }),
        tasks: {
          consumer: async (fork, app) => {
            while (!app.isReady) await waiting(1_000);
            await stubbornly(() => send(fork, { idempotencyKey: 'one' }));
          },
          producer: async (fork, app) => {
            await stubbornly(() => request(fork, 'GET', '/emails'));
            app.isReady = true;
          },
        },
      },
      { faults: false },
    );
    expect(report.broken).toEqual([]);
    expect(report.notes).toContain(
      'The tasks were not compared with consumer, then producer: it is still waiting after 1,001 timers, so they do not end in this order.',
    );
  });

  test('a task that throws before its first request is the error', async () => {
    const tasks = {
      broken: () => {
        throw new TypeError('x is undefined');
      },
    };
    await expect(sweep(createSandbox(), { tasks })).rejects.toThrow(
      /^The task broken fails without any fault: x is undefined$/,
    );
  });

  test('a job that always fails is told by its first error, not by what that one left behind', async () => {
    const scenario: SweepTasks<{ isBegun: boolean }> = {
      setup: () => ({ isBegun: false }),
      tasks: {
        job: async (fork, row) => {
          if (row.isBegun) throw new Error('begun already');
          row.isBegun = true;
          await request(fork, 'GET', '/emails');
          throw new Error('no template');
        },
      },
    };
    await expect(sweep(createSandbox(), scenario)).rejects.toThrow(/: no template$/);
  });

  test('a report of what a crash lost has the error of a job that failed for good afterwards', async () => {
    const report = await sweep(
      createSandbox(),
      {
        setup: () => ({ state: 'new' }),
        tasks: {
          job: async (fork, row) => {
            if (row.state === 'running') throw new Error('A person has to check job 7');
            row.state = 'running';
            await stubbornly(() => send(fork, { idempotencyKey: 'one' }));
            row.state = 'done';
          },
        },
      },
      { faults: false, crashes: true },
    );
    expect(report.broken).toMatchObject([
      { invariant: 'nothing-lost', fault: 'crash', error: 'A person has to check job 7' },
    ]);
    expect(String(report)).toContain('  A task failed in the end: A person has to check job 7\n');
  });

  test('one cause is one break, with each request at which it shows', async () => {
    const tasks = {
      job: async (fork: Sandbox) => {
        for (const address of ['ada@example.org', 'bob@example.org']) {
          await send(fork, { to: address, subject: 'Sign here' });
        }
        await request(fork, 'GET', '/emails');
        await request(fork, 'GET', '/contact-lists');
      },
    };
    const { broken } = await sweep(createSandbox(), { tasks });
    const withOther = (request: string) =>
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^${request}: connection reset before, .* and`)),
      ]);
    expect(broken).toMatchObject([
      // One line sends both.
      { invariant: 'sent-once', request: 'sendEmail #1', also: withOther('sendEmail #2') },
      // Whatever fails after both, they are sent again.
      { invariant: 'sent-once', request: 'listEmails #1', also: withOther('listContactLists #1') },
    ]);
  });
});
