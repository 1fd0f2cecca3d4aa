import { createSandbox, type Sandbox, sweep, type SweepFault, type SweepTasks } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { call } from '../harness.ts';
import { contactPath, oneContact, post, twice } from './programs.ts';
import { request, send, stubbornly, waiting } from './scenarios.ts';

const to = (address: string) => ({ to: address, idempotencyKey: `news-${address}` });

const suppress = (fork: Sandbox) => fork.suppressions.add({ email: 'ada@example.org' });

const hello = { to: 'bob@example.net', subject: 'Hi', text: 'Hi' };

/** Sends to a reader who may have left. */
async function sendNews(fork: Sandbox, address: string): Promise<void> {
  await stubbornly(() => send(fork, to(address))).catch((error: Error) => {
    if (!error.message.includes('RECIPIENT_SUPPRESSED')) throw error;
  });
}

/** Sweeps with crashes, from a sandbox with one contact. */
async function everything<S>(scenario: SweepTasks<S>, options: object = {}) {
  const sandbox = createSandbox({ endpoints: 'published' });
  await oneContact(sandbox);
  return sweep(sandbox, scenario, { crashes: true, ...options });
}

describe('every order of the tasks is right', () => {
  test('a newsletter and an unsubscribe hold, whichever a fault or a crash delays', async () => {
    const report = await everything({
      tasks: {
        newsletter: (fork) => sendNews(fork, 'ada@example.org'),
        unsubscribe: async (fork) => {
          await stubbornly(() => request(fork, 'GET', '/contact-lists'));
          suppress(fork);
        },
      },
    });
    expect(report.broken).toEqual([]);
  });

  test('what a race breaks is not reported again by each fault and crash', async () => {
    const sendUnlessSent = async (fork: Sandbox) => {
      const { emails } = await request<{ emails: unknown[] }>(fork, 'GET', '/emails');
      if (emails.length === 0) await send(fork);
    };
    const report = await everything({ tasks: twice(sendUnlessSent) });
    expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
    expect(String(report)).toContain(
      '\nFaults were not tried, because orders alone break something.\nCrashes were not tried, because orders alone break something. 1 break:',
    );
    expect(String(report)).toContain('was sent 2 times, 1 expected.');
    const only = await everything({ tasks: twice(sendUnlessSent) }, { orders: false, crashes: false });
    expect(only.broken).toMatchObject([{ invariant: 'serializable', replay: 'order:0' }]);
  });

  /** Sends what is due, while another task makes more due. */
  const reminders = (more: readonly string[], requests: number, mayFail: boolean) => ({
    setup: () => ({ due: ['ada@example.org'] }),
    tasks: {
      plan: async (fork: Sandbox, { due }: { due: string[] }) => {
        await request(fork, 'GET', '/contact-lists');
        due.push(...more);
      },
      remind: async (fork: Sandbox, { due }: { due: string[] }) => {
        for (let number = 0; number < requests; number += 1) await request(fork, 'GET', '/emails');
        for (const address of due.slice()) {
          await send(fork, { to: address }).catch((error: Error) => {
            if (!mayFail) throw error;
          });
        }
      },
    },
  });
  const down: SweepFault = { name: 'down', effect: { status: 500 }, phases: ['before'] };
  const once = { orders: false, crashes: false, repeat: false, faults: [down], wire: ['examples'] } as const;

  test('a run that fails halfway has done a part of one of them, if not of the nearest', async () => {
    const rest = ['ada@example.org', 'bob@example.org', 'cy@example.org', 'dot@example.org'];
    const report = await everything(reminders(rest, 2, false), { ...once, operations: ['sendEmail'] });
    // The last run has sent two emails to Ada: one too many for one order, three too few for the other.
    expect(report).toMatchObject({ runs: 5, failed: 5, broken: [] });
  });

  test('what is missing is missing from the nearest', async () => {
    const rest = ['bob@example.org', 'cy@example.org', 'dot@example.org', 'eve@example.org'];
    const report = await everything(reminders(rest, 0, true), { ...once, operations: ['sendEmail'] });
    expect(report.broken.map(({ message }) => message)).toEqual([
      'The scenario succeeded, but the email to ada@example.org: "Hello" was sent 0 times, 1 expected.',
    ]);
  });

  test('a loss counts beside a task that rightly fails in one of them, unless its own task fails', async () => {
    const sold = (isSilent: boolean): SweepTasks<{ isCancelled: boolean }> => ({
      setup: () => ({ isCancelled: false }),
      tasks: {
        cancel: async (fork, order) => {
          try {
            for (const page of [1, 2]) await request(fork, 'GET', `/contact-lists?page=${page}`);
          } catch (error) {
            order.isCancelled = true;
            if (isSilent) return;
            throw error;
          }
          order.isCancelled = true;
          await send(fork, { subject: 'Cancelled' });
        },
        buy: async (fork, order) => {
          await request(fork, 'GET', '/emails');
          if (order.isCancelled) throw new Error('cancelled');
          await send(fork, { subject: 'Thank you' });
        },
      },
    });
    const options = { ...once, operations: ['listContactLists'] };
    expect((await everything(sold(true), options)).broken[0]).toMatchObject({
      request: 'listContactLists #1',
      message:
        'The scenario succeeded, but the email to bob@example.net: "Cancelled" was sent 0 times, 1 expected.',
    });
    expect((await everything(sold(false), options)).broken).toEqual([]);
  });

  test('a random code is not compared, also if only some of them send it', async () => {
    const report = await everything(
      {
        setup: () => ({ isAsked: false }),
        tasks: {
          code: async (fork, app) => {
            await request(fork, 'GET', '/emails');
            if (app.isAsked) await send(fork, { html: `<p>${Math.random()}</p>` });
          },
          ask: async (fork, app) => {
            for (const page of [1, 2]) await request(fork, 'GET', `/contact-lists?page=${page}`);
            app.isAsked = true;
          },
        },
      },
      { faults: false, crashes: false },
    );
    expect(report.broken).toEqual([]);
  });

  test('a random code hides neither the text of another email nor another field of its contact', async () => {
    const invoice = async (fork: Sandbox) => {
      await send(fork, { subject: 'Code', text: `${Math.random()}` });
      const { emails } = await request<{ emails: unknown[] }>(fork, 'GET', '/emails');
      await send(fork, { subject: 'Invoice', text: `Invoice after ${emails.length} emails` });
    };
    const options = { faults: false, crashes: false } as const;
    const numbers = await everything({ tasks: twice(invoice) }, options);
    expect(numbers.broken).toMatchObject([{ invariant: 'serializable' }]);
    expect(numbers.broken[0]?.message).toContain('"Invoice"');

    const append = (news: string) => async (fork: Sandbox) => {
      const before = await request<{ customFields?: { news?: string } }>(fork, 'GET', contactPath(fork));
      const customFields = { news: `${before.customFields?.news} ${news}`, seen: `${Math.random()}` };
      await request(fork, 'PUT', contactPath(fork), { customFields });
    };
    const customFields = ['news', 'seen'].map((key) => ({ key, label: key, type: 'text' as const }));
    const contacts = [{ email: 'ada@example.org', customFields: { news: '' } }];
    const sandbox = createSandbox({
      endpoints: 'published',
      seed: { accounts: [{ contactLists: [{ name: 'Readers', customFields, contacts }] }] },
    });
    const lost = await sweep(sandbox, { tasks: { one: append('one'), two: append('two') } }, options);
    expect(lost.broken[0]?.message).toContain('customFields.news');
  });

  test('two lists that differ in nothing but their account are not the same', async () => {
    const sandbox = createSandbox();
    const { keys } = sandbox.accounts.create({ domain: { name: 'other.example' } });
    const report = await sweep(sandbox, {
      setup: () => ({ added: 0 }),
      tasks: twice(async (fork: Sandbox, app: { added: number }) => {
        const key = app.added === 0 ? fork.liveApiKey : keys[0]?.key;
        const answer = await call(fork, 'POST', '/api/v1/contact-lists', { key, json: { name: 'Readers' } });
        expect(answer.outcome).toBe('201');
        app.added += 1;
      }),
    });
    // One after the other, each account gets one; at the same time, one account gets both.
    expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
  });
});

describe('a check', () => {
  test('need not hold for each order of the tasks, if it holds for one', async () => {
    const scenario = {
      setup: () => ({ isPaid: false }),
      tasks: {
        receipt: async (fork: Sandbox, app: { isPaid: boolean }) => {
          await request(fork, 'GET', '/emails');
          if (app.isPaid) await stubbornly(() => send(fork, { subject: 'Receipt', idempotencyKey: 'r' }));
        },
        pay: async (_fork: Sandbox, app: { isPaid: boolean }) => void (app.isPaid = true),
      },
    };
    const isSent = (fork: Sandbox) => (fork.mailbox.latest() ? undefined : 'no receipt');
    const report = await sweep(createSandbox(), scenario, { check: isSent });
    expect(report.broken).toMatchObject([{ invariant: 'check', message: 'no receipt' }]);
    const never = await sweep(createSandbox(), scenario, { check: () => 'never' });
    expect(never.broken).toMatchObject([{ invariant: 'check', message: 'never' }]);
    expect(String(never)).toContain('✗ check: no fault');
  });
});

test('an email with files is one place in the code, in each break', async () => {
  const upload = { filename: 'a.txt', contentType: 'text/plain', size: 5 };
  const sendWithFile = async (fork: Sandbox) => {
    const work = ['/attachments/presigned-url', '/emails'];
    for (const path of work) {
      await post(fork, path, path === '/emails' ? { ...hello, from: 'a@example.com' } : upload);
    }
  };
  const report = await sweep(createSandbox(), sendWithFile, { faults: false, crashes: true });
  const lines = report.broken.flatMap((broken) => Object.values(broken.lines ?? {}));
  expect(new Set(lines).size).toBe(1);
});

describe('a break that idempotency keys would not prevent is reported by itself', () => {
  const minute = 60_000;
  const setup = () => ({ unsent: new Set(['ada', 'bob', 'cyd']), lockedUntil: 0 });
  type State = ReturnType<typeof setup>;

  /** Sends to all who wait, in a minute each. With `hasKey`, each try again has the key of the first one. */
  async function drain(fork: Sandbox, { unsent }: State, hasKey: boolean): Promise<void> {
    const names = [...unsent];
    for (const name of names) {
      const key = hasKey ? { idempotencyKey: `${name}-${Date.now()}` } : {};
      await waiting(minute);
      await stubbornly(() => send(fork, { to: `${name}@example.net`, ...key }), 6);
      unsent.delete(name);
    }
  }

  /** Starts some work every few minutes, whether the work before has ended or not. */
  async function everyFewMinutes(work: () => Promise<void>): Promise<void> {
    const working: Promise<void>[] = [];
    for (let start = 0; start < 3; start += 1) {
      working.push(work());
      await waiting(3.5 * minute);
    }
    await Promise.all(working);
  }

  const kinds: readonly [kind: string, mayBegin: (state: State) => boolean][] = [
    ['a lock that ends before the work', ({ lockedUntil }) => lockedUntil < Date.now()],
    ['an interval that overlaps', () => true],
  ];
  const faults: readonly SweepFault[] = [
    { name: 'half of the JSON', effect: { body: 'truncated' } },
    { name: 'slow by 90 s', effect: { delay: '90s' }, phases: ['after'] },
  ];

  test.each(kinds)('$0', async (_kind, begins) => {
    const breaksOf = async (mayBegin: (state: State) => boolean, hasKey: boolean) => {
      const cron = (fork: Sandbox, state: State) =>
        everyFewMinutes(async () => {
          if (!mayBegin(state)) return;
          state.lockedUntil = Date.now() + 3.2 * minute;
          await drain(fork, state, hasKey);
          state.lockedUntil = 0;
        });
      const { broken } = await sweep(
        createSandbox(),
        { setup, tasks: { cron } },
        { orders: false, wire: ['examples'], faults },
      );
      return broken;
    };
    const note = 'This also happens if each retry has the idempotency key of the first try.';
    const slow = { fault: 'slow by 90 s', invariant: 'sent-once' };
    const lost = { fault: 'half of the JSON', invariant: 'sent-once' };
    expect(await breaksOf(begins, false)).toMatchObject([
      { ...slow, message: expect.stringContaining(`\n${note}`) },
      { ...lost, message: expect.not.stringContaining(note) },
    ]);
    expect(await breaksOf(begins, true)).toMatchObject([slow]);
    const isFree = ({ lockedUntil }: State) => lockedUntil === 0;
    // The client gives up a slow response, and retries.
    expect(await breaksOf(isFree, false)).toMatchObject([
      {
        ...slow,
        message: expect.not.stringContaining(note),
        also: expect.arrayContaining(['half of the JSON after']),
      },
    ]);
    expect(await breaksOf(isFree, true)).toEqual([]);
  });
});

test('a fault is marked if the document of the service has it, or if only a proxy gives it, which comes last', async () => {
  const breaksOf = async (isTaken: (status: number) => boolean) => {
    const task = async (fork: Sandbox) => {
      const body = JSON.stringify({ from: 'ada@example.com', ...hello });
      const headers = { authorization: `Bearer ${fork.liveApiKey}`, 'content-type': 'application/json' };
      const { status } = await fork.fetch(`${fork.baseUrl}/api/v1/emails`, { method: 'POST', headers, body });
      if (!isTaken(status)) throw new Error(`refused with ${status}`);
    };
    return sweep(createSandbox(), task, { wire: ['examples'], repeat: false });
  };
  const careless = await breaksOf((status) => status < 300 || status === 429);
  expect(careless.broken).toMatchObject([
    { fault: '429 with Retry-After', origin: 'document', also: ['200 with HTML before'] },
  ]);
  expect(String(careless)).toContain("The service's document has this response.");
  const careful = await breaksOf((status) => status < 300);
  expect(careful.broken).toMatchObject([{ fault: '200 with HTML', origin: 'proxy', also: [] }]);
  expect(String(careful)).toContain('only a proxy in between would give it.');
});
