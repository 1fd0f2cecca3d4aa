import { join } from 'node:path';
import { createSandbox, type Sandbox, sweep, type SweepBreak, sweepFaults } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folder } from '../folder.ts';
import { call } from '../harness.ts';
import { careless, correct, honest, naive, request, send, stubbornly } from './scenarios.ts';

/** Each break in one line: `sent-once sendEmail #1`. */
function lines(broken: readonly SweepBreak[]): string[] {
  return broken.map(({ invariant, request: struck, wire }) =>
    [invariant, struck, wire].filter((part) => part !== undefined).join(' '),
  );
}

/** Creates a list with a contact. */
async function newContact(fork: Sandbox): Promise<void> {
  const list = await request<{ readonly id: string }>(fork, 'POST', '/contact-lists', { name: 'Readers' });
  await request(fork, 'POST', `/contact-lists/${list.id}/contacts`, { email: 'ada@example.org' });
}

describe('a scenario', () => {
  test('that retries with an idempotency key survives everything', async () => {
    const report = await sweep(createSandbox(), correct);
    expect(report).toMatchObject({ requests: ['sendEmail #1'], runs: 54, succeeded: 54, broken: [] });
  });

  test('over emails in a state file compares their content', async () => {
    /** Deletes one of two stored emails: the other one if the send had to be repeated. */
    const broken = async (...contents: string[]) => {
      const sandbox = createSandbox();
      const server = await serve({ sandbox, state: join(await folder(), 'state.db'), port: 0 });
      onTestFinished(server.close);
      for (const html of contents) await send(sandbox, { html });
      const report = await sweep(sandbox, async (fork) => {
        const [one, other] = fork.mailbox.list();
        const isFirst = await honest(fork).then(
          () => true,
          () => false,
        );
        fork.mailbox.remove((isFirst ? one : other)?.id ?? '');
      });
      return report.broken.filter(({ message }) => message.includes('deleted') || message.includes('html'));
    };
    const large = (mark: string) => mark + 'x'.repeat(100_000);
    expect(await broken(large('a'), large('a'))).toEqual([]);
    expect(await broken(large('a'), large('b'))).not.toEqual([]);
  });

  test('that fails without doing harm is fine', async () => {
    const report = await sweep(createSandbox(), honest, { repeat: false });
    // It survives a response that is slow, under each choice of wire options, because its own time limit is longer.
    expect(report).toMatchObject({ runs: 54, succeeded: 3, failed: 51, broken: [] });
  });

  test('that retries without an idempotency key sends twice if only the response was lost', async () => {
    const { broken } = await sweep(createSandbox(), naive);
    expect(broken).toEqual([
      {
        request: 'sendEmail #1',
        fault: 'connection reset',
        phase: 'after',
        lines: expect.objectContaining({ 'sendEmail #1': expect.stringContaining('scenarios.ts:') }),
        invariant: 'sent-once',
        message: 'The email to bob@example.net: "Hello" was sent 2 times, 1 expected.',
        reproduction: [
          'const fork = sandbox.fork();',
          "fork.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });",
          'await run(fork);',
        ].join('\n'),
        also: [
          'connection closed after',
          '500 after',
          '502 with HTML after',
          'answer cut off after',
          'half of the JSON after',
          '200 with HTML after',
          'slow by 90 s after',
          'hang after',
        ],
      },
    ]);
  });

  test('that takes failures for success loses its email', async () => {
    const { broken } = await sweep(createSandbox(), careless);
    expect(broken).toMatchObject([
      {
        fault: 'connection reset',
        phase: 'before',
        invariant: 'nothing-lost',
        message:
          'The scenario succeeded, but the email to bob@example.net: "Hello" was sent 0 times, 1 expected.',
        also: expect.arrayContaining(['429 with Retry-After before', '200 with HTML before']),
      },
    ]);
  });

  test('that checks only the status loses its email to a page with status 200', async () => {
    const { broken } = await sweep(
      createSandbox(),
      async (fork) => {
        const answer = await call(fork, 'POST', '/api/v1/emails', {
          json: { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hello' },
          signal: AbortSignal.timeout(5_000),
        });
        if (answer.status >= 400) throw new Error(answer.outcome);
      },
      { repeat: false },
    );
    expect(broken).toMatchObject([
      { fault: '200 with HTML', phase: 'before', invariant: 'nothing-lost', also: [] },
    ]);
  });

  test('that forgets one of two emails names it', async () => {
    const { broken } = await sweep(createSandbox(), async (fork) => {
      await send(fork, { idempotencyKey: 'one' });
      await send(fork, { to: 'eve@example.org', idempotencyKey: 'two' }).catch(() => {});
    });
    expect(lines(broken)).toEqual(['nothing-lost sendEmail #2']);
    expect(broken[0]?.message).toContain('eve@example.org');
    expect(broken[0]?.reproduction).toContain('skip: 1');
  });

  test('that sends one email twice in place of another breaks two invariants', async () => {
    const { broken } = await sweep(
      createSandbox(),
      async (fork) => {
        const again = await send(fork, { subject: 'One' }).catch(() =>
          send(fork, { subject: 'One' }).then(() => 'again'),
        );
        if (again !== 'again') await send(fork, { subject: 'Two' });
      },
      { repeat: false },
    );
    expect(lines(broken)).toEqual(['sent-once sendEmail #1', 'nothing-lost sendEmail #1']);
  });

  test('that retries the creation of a list has two lists, even if it renames one', async () => {
    const { broken } = await sweep(createSandbox(), async (fork) => {
      const list = await stubbornly(() =>
        request<{ readonly id: string }>(fork, 'POST', '/contact-lists', { name: 'Readers' }),
      );
      await stubbornly(() => request(fork, 'PUT', `/contact-lists/${list.id}`, { name: 'Dear readers' }));
    });
    expect(lines(broken)).toEqual(['created-once createContactList #1']);
    expect(broken[0]?.message).toBe('The contact list "Readers" was added 1 time, 0 expected.');
  });

  test('that ignores a contact that was not created loses it', async () => {
    const { broken } = await sweep(createSandbox(), (fork) => newContact(fork).catch(() => {}));
    expect(lines(broken)).toEqual(['nothing-lost createContactList #1', 'nothing-lost createContact #1']);
    expect(broken[1]?.message).toContain('contact ada@example.org in "Readers"');
  });

  test.each([
    ['change', 'PUT', { firstName: 'Ada' }, 'nothing-lost updateContact #1'],
    ['deletion', 'DELETE', undefined, 'nothing-lost deleteContact #1'],
  ])('that ignores a failed $0 of a contact is noticed', async (_, method, json, line) => {
    const sandbox = createSandbox({ endpoints: 'published' });
    await newContact(sandbox);
    const [contact] = sandbox.contacts.list();
    const path = `/contact-lists/${contact?.contactListId}/contacts/${contact?.id}`;
    const { broken } = await sweep(sandbox, (fork) => request(fork, method, path, json).catch(() => {}));
    expect(lines(broken)).toEqual([line]);
  });

  test('that retries a batch of verifications pays twice', async () => {
    const { broken } = await sweep(createSandbox(), (fork) =>
      stubbornly(() => request(fork, 'POST', '/email-verification/batch', { emails: ['a@example.net'] })),
    );
    expect(lines(broken)).toEqual(['charged-once createVerificationBatch #1']);
    expect(broken[0]?.message).toBe('Verification took 2 credits, 1 expected.');
  });

  test('may put a random code into its emails', async () => {
    const code = (fork: Sandbox) => ({ html: `<p>${Math.random()} ${fork.requests.count()}</p>` });
    const sandbox = createSandbox();
    expect(
      (await sweep(sandbox, (fork) => careless(fork).then(() => send(fork, code(fork))), { repeat: false }))
        .broken,
    ).toHaveLength(1);
    expect((await sweep(sandbox, (fork) => stubbornly(() => send(fork, code(fork))))).broken).toMatchObject([
      { invariant: 'sent-once' },
    ]);
  });

  test('may put ids of the service into its emails', async () => {
    const { broken } = await sweep(createSandbox(), async (fork) => {
      const once = { idempotencyKey: 'first' };
      await stubbornly(() => send(fork, once));
      const id = fork.mailbox.latest()?.id;
      await stubbornly(() =>
        send(fork, { subject: 'Second', text: `After ${id}`, idempotencyKey: 'second' }),
      );
    });
    expect(broken).toEqual([]);
  });
});

describe('a sweep', () => {
  test('leaves the sandbox as it is', async () => {
    const sandbox = createSandbox();
    await sweep(sandbox, naive);
    expect([sandbox.mailbox.list(), sandbox.requests.list(), sandbox.faults.list()]).toEqual([[], [], []]);
  });

  test('starts every run from the state of the sandbox', async () => {
    const sandbox = createSandbox();
    await send(sandbox);
    const { broken, requests } = await sweep(sandbox, correct, (fork) => {
      const count = fork.mailbox.list().length;
      return count === 2 ? undefined : `there are ${count} emails`;
    });
    expect([broken, requests]).toEqual([[], ['sendEmail #1']]);
  });

  test('gives the same report each time', async () => {
    const [one, two] = [await sweep(createSandbox(), naive), await sweep(createSandbox(), naive)];
    expect(String(one)).toBe(String(two));
  });

  test('counts past the requests that meet a fault of the sandbox anyway', async () => {
    const sandbox = createSandbox();
    sandbox.faults.failNext('sendEmail', 500);
    const { requests, broken } = await sweep(sandbox, correct);
    expect([requests, broken]).toEqual([['sendEmail #1'], []]);
  });

  test.each([naive, careless])('has reproductions that break the same invariant: %o', async (run) => {
    const sandbox = createSandbox();
    const { broken } = await sweep(sandbox, run);
    const [first] = broken;
    const forks: Sandbox[] = [];
    const watched = { fork: () => forks[forks.push(sandbox.fork()) - 1] };
    // oxlint-disable-next-line typescript/no-implied-eval -- A reproduction is a text.
    await new Function('sandbox', 'run', `return (async () => { ${first?.reproduction} })()`)(watched, run);
    expect(forks[0]?.mailbox.list()).toHaveLength(run === naive ? 2 : 0);
  });

  test('reports a break once if it happens under all wire options', async () => {
    const { broken } = await sweep(createSandbox({ wire: 'sparse' }), naive);
    expect(lines(broken)).toEqual(['sent-once sendEmail #1']);
  });

  test('names the wire options that are needed for a break', async () => {
    const { broken } = await sweep(createSandbox(), correct, { wire: ['examples', { replay: 'conflict' }] });
    expect(broken).toEqual([]);
    const strict = (fork: Sandbox) => correct(fork).catch((error: Error) => error.message);
    const report = await sweep(createSandbox(), strict, {
      wire: ['examples', { replay: 'conflict' }],
      check: (_fork, { value }) => (typeof value === 'string' ? value : undefined),
    });
    expect(report.broken).toMatchObject([
      {
        wire: '{"replay":"conflict"}',
        invariant: 'check',
        reproduction: expect.stringContaining("fork.setWire({ replay: 'conflict' });"),
      },
    ]);
  });

  test('reports a scenario that cannot read some wire options, once and without a fault', async () => {
    const { broken } = await sweep(
      createSandbox(),
      async (fork) => {
        const data = await request<{ readonly status?: string }>(fork, 'POST', '/emails', {
          from: 'ada@example.com',
          to: 'bob@example.net',
          subject: 'Hello',
          text: 'Hello',
        });
        if (data.status === undefined) throw new TypeError('no status');
      },
      { repeat: false },
    );
    expect(broken).toEqual([
      {
        wire: 'sparse',
        lines: expect.any(Object),
        invariant: 'succeeds',
        message: 'The scenario fails: no status',
        reproduction: "const fork = sandbox.fork();\nfork.setWire('sparse');\nawait run(fork);",
        also: [],
      },
    ]);
  });

  test('has a report for people', async () => {
    const report = await sweep(createSandbox(), naive, {
      faults: sweepFaults.slice(0, 2),
      wire: ['examples'],
    });
    expect(String(report)).toBe(
      `4 faults on 1 request (sendEmail #1): 4 succeeded, 0 failed. 1 break:

✗ sent-once: sendEmail #1, connection reset after
  The email to bob@example.net: "Hello" was sent 2 times, 1 expected.
    packages/sandbox/test/sweep/scenarios.ts:15  sendEmail #1, sendEmail #2
    const fork = sandbox.fork();
    fork.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
    await run(fork);
  Also: connection closed after`,
    );
    expect(String(await sweep(createSandbox(), correct))).toBe(
      `54 faults on 1 request (sendEmail #1): 54 succeeded, 0 failed. Everything held.
If everything runs again 25 hours later, it sends the email to bob@example.net: "Hello" again with the same key, which has ended.`,
    );
  });
});

describe('a check', () => {
  test('sees how the run ended and what happens without a fault', async () => {
    const seen = new Set<string>();
    await sweep(createSandbox(), honest, {
      repeat: false,
      check: (_fork, { ok, error, baseline }) => {
        seen.add(`${ok} ${error instanceof Error} ${baseline.fork.mailbox.list().length}`);
      },
    });
    expect([...seen]).toEqual(['true false 1', 'false true 1']);
  });

  test.each([
    ['returns a message', () => 'two requests'],
    [
      'throws',
      () => {
        throw new Error('two requests');
      },
    ],
  ])('that $0 breaks a run', async (_, complain) => {
    const { broken } = await sweep(createSandbox(), correct, (fork) =>
      fork.requests.count() > 1 ? complain() : undefined,
    );
    expect(broken).toMatchObject([
      { invariant: 'check', message: 'two requests', fault: 'connection reset', phase: 'before' },
    ]);
  });

  test('that fails without a fault is the only break of the report, with the lines of the run', async () => {
    const report = await sweep(createSandbox(), correct, () => 'never right');
    expect(report.broken).toMatchObject([
      { invariant: 'check', message: 'never right', lines: { 'sendEmail #1': expect.any(String) } },
    ]);
    expect(String(report)).toMatch(
      /^A run without faults\.\nFaults were not tried, because the check fails without them\. 1 break:\n\n✗ check: no fault\n {2}never right\n/,
    );
  });
});

test('a mistake in the books of the sandbox is a break, each time', async () => {
  const sandboxes: Sandbox = Object.getPrototypeOf(createSandbox());
  const books = vi.spyOn(sandboxes, 'check').mockImplementation(function check(this: Sandbox) {
    return this.mailbox.list().length === 2 ? ['an index is wrong'] : [];
  });
  onTestFinished(() => books.mockRestore());
  const { broken } = await sweep(createSandbox(), naive, {
    faults: sweepFaults.slice(0, 2),
    wire: ['examples'],
  });
  expect(broken).toMatchObject([
    { invariant: 'sent-once', also: ['connection closed after'] },
    { invariant: 'consistent', message: 'an index is wrong', also: ['connection closed after'] },
  ]);
});

describe('options', () => {
  test('add a fault of your own', async () => {
    const hang = { name: 'hang', effect: { network: 'hang' } } as const;
    const options = { faults: [hang], wire: ['examples'], timeout: 50, time: 'real' } as const;
    const report = await sweep(createSandbox(), honest, options);
    expect(report.broken).toMatchObject([
      {
        invariant: 'ends',
        fault: 'hang',
        phase: 'before',
        message: 'The scenario is still running after 50 ms.',
        also: ['hang after'],
      },
    ]);
  });

  test('say that slow responses were not tried in real time', async () => {
    const report = await sweep(createSandbox(), correct, { time: 'real', wire: ['examples'] });
    expect(report).toMatchObject({ broken: [], waits: [] });
    expect(report.notes).toEqual(['Time was real, so slow responses and hangs were not tried.']);
    const chosen = await sweep(createSandbox(), correct, {
      time: 'real',
      faults: [{ name: 'slow', effect: { delay: 1 } }],
    });
    expect(chosen.notes).toEqual([]);
  });

  test('measure the time limit in real time, even under fake timers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const hang = { name: 'hang', effect: { network: 'hang' }, phases: ['before'] } as const;
    const report = await sweep(createSandbox(), honest, { faults: [hang], timeout: 20, time: 'real' });
    expect(lines(report.broken)).toEqual(['ends sendEmail #1']);
  });

  test('choose the operations that meet faults', async () => {
    const { requests } = await sweep(createSandbox(), newContact, { operations: ['createContact'] });
    expect(requests).toEqual(['createContact #1']);
  });

  test('repeat a failed scenario as its user would, unless told otherwise', async () => {
    const { broken } = await sweep(createSandbox(), honest, { wire: ['examples'] });
    expect(broken).toMatchObject([
      {
        invariant: 'sent-once',
        phase: 'after',
        reproduction: expect.stringContaining('.catch(() => run(fork))'),
      },
    ]);
    const keyed = (fork: Sandbox) => send(fork, { idempotencyKey: 'sign-up-1' });
    expect((await sweep(createSandbox(), keyed)).broken).toEqual([]);
  });

  test('run one at a time for a scenario with state of its own', async () => {
    let [running, most] = [0, 0];
    await sweep(
      createSandbox(),
      async (fork) => {
        most = Math.max(most, ++running);
        await correct(fork).finally(() => running--);
      },
      { concurrency: 1 },
    );
    expect(most).toBe(1);
  });

  test.each([
    [{ limit: 0 }, 'limit must be a whole number, 1 or more'],
    [{ concurrency: 1.5 }, 'concurrency must be a whole number, 1 or more'],
    [{ seed: 0.5 }, 'seed must be a whole number, 0 or more'],
    [{ timeout: -1 }, 'timeout must be a whole number, 1 or more'],
    [{ faults: [] }, 'faults must not be empty: leave it out for the default'],
    [{ wire: [] }, 'wire must not be empty: leave it out for the default'],
  ])('like %j are refused', async (options, message) => {
    await expect(sweep(createSandbox(), correct, options)).rejects.toThrow(message);
  });
});

describe('nothing is swept', () => {
  test('if the scenario makes no request', async () => {
    const other = createSandbox();
    await expect(sweep(createSandbox(), () => send(other))).rejects.toThrow(
      'Nothing was swept: the scenario makes no request to the fork that it is given. It may have used another sandbox, or a real address',
    );
  });

  test('in real time, if it uses the sandbox in place of the fork', async () => {
    const sandbox = createSandbox();
    await expect(sweep(sandbox, () => send(sandbox), { time: 'real' })).rejects.toThrow(
      'It made its requests to the sandbox of the sweep itself: use the fork in its place',
    );
  });

  test('if it uses a real address; the error says so', async () => {
    const elsewhere = () => fetch('http://127.0.0.1:1/api/v1/emails');
    await expect(sweep(createSandbox(), elsewhere)).rejects.toThrow(
      /fails without any fault: fetch failed\. No request came to the fork: your code may have used a real address/,
    );
  });

  test('if its first run leaves state behind', async () => {
    const sent = new Set<string>();
    const once = async (fork: Sandbox) => {
      if (!sent.has('grace')) await send(fork);
      await request(fork, 'GET', '/emails');
      sent.add('grace');
    };
    await expect(sweep(createSandbox(), once)).rejects.toThrow(
      /step 2 was .*sendEmail #1, then .*listEmails #1\): make it repeatable\. The runs after the first did the same, so it may have left something behind: make the state of your app in setup/,
    );
  });

  test.each<[what: string, input: readonly unknown[], message: string]>([
    ['nothing is given', [], 'sandbox must be a sandbox: sweep(createSandbox(), (fork) => …)'],
    ['there is no scenario', [createSandbox()], 'scenario must be a function of the fork, or { tasks }'],
  ])('if $0', async (_, input, message) => {
    await expect(Reflect.apply(sweep, undefined, [...input])).rejects.toThrow(message);
  });

  test('if it makes none of the chosen operations', async () => {
    await expect(sweep(createSandbox(), correct, { operations: ['verifyEmail'] })).rejects.toThrow(
      'Nothing was swept: the scenario makes no request of verifyEmail',
    );
  });

  test('if it fails without a fault; the error carries the cause', async () => {
    const cause = new Error('no database');
    const failing = sweep(createSandbox(), () => Promise.reject(cause));
    await expect(failing).rejects.toThrow(
      new Error('The scenario fails without any fault: no database', { cause }),
    );
  });

  test('if it fails by a mistake of its own after a request; no address is blamed', async () => {
    const cause = new TypeError('x is undefined');
    const failing = sweep(createSandbox(), (fork) => send(fork).then(() => Promise.reject(cause)));
    await expect(failing).rejects.toThrow(
      new Error('The scenario fails without any fault: x is undefined', { cause }),
    );
  });

  test('if it does not end without a fault', async () => {
    const endless = () => new Promise<void>(() => {});
    await expect(sweep(createSandbox(), endless, { timeout: 20, time: 'real' })).rejects.toThrow(
      'The scenario is still running after 20 ms without any fault',
    );
    await expect(sweep(createSandbox(), endless)).rejects.toThrow(
      'The scenario never ends without any fault: no request is open and no timer is set',
    );
  });

  test('if it does not end the second time', async () => {
    let runs = 0;
    const scenario = (fork: Sandbox) => send(fork).then(() => ++runs === 2 && new Promise(() => {}));
    await expect(sweep(createSandbox(), scenario)).rejects.toThrow(
      'The scenario never ends without any fault: no request is open and no timer is set',
    );
  });

  test('if it does something else each time', async () => {
    let runs = 0;
    const fickle = async (fork: Sandbox) => {
      for (let left = ++runs; left > 0; left--) await send(fork);
    };
    await expect(sweep(createSandbox(), fickle)).rejects.toThrow('The scenario did not do the same twice');
  });
});

describe('beyond the limit', () => {
  const three = async (fork: Sandbox) => {
    await request(fork, 'GET', '/emails').catch(() => {});
    await careless(fork);
    await request(fork, 'GET', '/contact-lists').catch(() => {});
  };

  test('the simplest faults on each request are tried', async () => {
    const report = await sweep(createSandbox(), three, { limit: 8, wire: ['examples'] });
    expect(String(report)).toMatch(
      /^The 8 simplest of 54 faults on 3 requests \(listEmails #1, sendEmail #1, listContactLists #1\): 8 succeeded, 0 failed\. 1 break:/,
    );
    expect(report.requests).toEqual(['listEmails #1', 'sendEmail #1', 'listContactLists #1']);
    expect(report.broken).toMatchObject([
      {
        invariant: 'nothing-lost',
        fault: 'connection reset',
        phase: 'before',
        also: ['connection closed before'],
      },
    ]);
  });

  test('crashes all over the run are tried', async () => {
    const options = { faults: false, crashes: true, limit: 2 } as const;
    const report = await sweep(createSandbox(), three, options);
    expect(String(report)).toMatch(/^A crash at 2 of 6 boundaries: 2 succeeded, 0 failed\. /);
    const all = await sweep(createSandbox(), three, { ...options, limit: 6 });
    expect(String(all)).toMatch(/^A crash at every one of 6 boundaries: /);
  });
});
