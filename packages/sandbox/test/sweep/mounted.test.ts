import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import axios from 'axios';
import got from 'got';
import { setupServer } from 'msw/node';
import * as undici from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { byFork, oneByOne, Outbox, type Post, sweepWorkers, viaFetch, worker } from './outbox.ts';

const clients = {
  fetch: viaFetch(() => fetch),
  axios: (_fork, url, headers, json) => axios.post(url, json, { headers }),
  got: (_fork, url, headers, json) => got.post(url, { json, headers, retry: { limit: 0 } }).text(),
} satisfies Readonly<Record<string, Post>>;

/** Mounts a sandbox for the rest of the test, as tests do. */
function mount(sandbox: Sandbox): void {
  const server = setupServer(...handlers(sandbox));
  server.listen();
  onTestFinished(() => server.close());
}

describe.each(few(2, Object.entries(clients)))('two workers that use %s, through MSW', (_name, post) => {
  test('are found if they send twice, and each has its own row', async () => {
    const sandbox = createSandbox();
    mount(sandbox);
    const { broken } = await sweepWorkers(worker(oneByOne, post, false), sandbox);
    expect(broken).toMatchObject([
      { invariant: 'serializable', lines: { 'sendEmail #1': expect.anything() } },
    ]);
    expect(broken[0]?.timeline).toMatch(/^worker 1 +●send.*\nworker 2 +●send/);
    expect(sandbox.mailbox.list()).toEqual([]);
  });

  test('send with a key: no alarm', async () => {
    const sandbox = createSandbox();
    mount(sandbox);
    expect((await sweepWorkers(worker(oneByOne, post, true), sandbox)).broken).toEqual([]);
  });

  test('crash, and start again with one mount, or with one for each start', async () => {
    const sandbox = createSandbox();
    const ownMount: Post = async (fork, ...sending) => {
      const server = setupServer(...handlers(fork));
      server.listen();
      await post(fork, ...sending).finally(() => server.close());
    };
    const crashed = async (sending: Post) => {
      const tasks = { worker: worker(oneByOne, sending, false) };
      return sweep(sandbox, { setup: () => new Outbox(), tasks }, { faults: false, crashes: true });
    };
    const { broken, runs } = await crashed(ownMount);
    // Each row shows a request once.
    expect(broken).toMatchObject([
      {
        timeline: 'worker  ●send─✗  ●send─○ ●send─○   ← the second email',
        also: ['sendEmail #2: crash after', 'UPDATE #1: crash before', 'UPDATE #2: crash before'],
      },
    ]);
    mount(sandbox);
    expect(await crashed(post)).toMatchObject({ runs, broken: broken.map(({ timeline }) => ({ timeline })) });
  });
});

test('two tasks that each mount MSW are refused: one would end the mount of the other', async () => {
  const task = async (fork: Sandbox, outbox: Outbox) => {
    const server = setupServer(...handlers(fork));
    server.listen();
    await worker(
      oneByOne,
      viaFetch(() => fetch),
      true,
    )(fork, outbox).finally(() => server.close());
  };
  await expect(sweepWorkers(task)).rejects.toThrow(
    /^A request of worker \d was answered by what worker \d has mounted: MSW patches the whole process, .*Mount handlers\(sandbox\) once, before the sweep$/,
  );
});

test('a socket that MSW never opens is none that a sweep waited for', async () => {
  const sandbox = createSandbox();
  mount(sandbox);
  const task = worker(oneByOne, clients.got, true);
  const scenario = { setup: () => new Outbox(), tasks: { one: task, two: task } };
  const cut = { name: 'cut off', effect: { network: 'cut' } } as const;
  const report = await sweep(sandbox, scenario, { faults: [cut], orders: false, wire: ['examples'] });
  expect(report.waits).toEqual([]);
});

test('setup and check use the fork through the mount, too', async () => {
  const sandbox = createSandbox();
  mount(sandbox);
  const headers = { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' };
  const lists = `${sandbox.baseUrl}/api/v1/contact-lists`;
  const create = async (name: string) => {
    await fetch(lists, { method: 'POST', headers, body: JSON.stringify({ name }) });
  };
  const seen = new Set<string>();
  const tasks = { one: () => create('One'), two: () => create('Two') };
  const check = async () => {
    const answer = await fetch(lists, { headers });
    const { data } = (await answer.json()) as { readonly data: { readonly name: string }[] };
    seen.add(JSON.stringify(data.map(({ name }) => name).toSorted()));
  };
  await sweep(sandbox, { setup: () => create('Made before'), tasks }, { faults: false, check });
  expect([...seen]).toEqual(['["Made before","One","Two"]']);
  expect(sandbox.contactLists.list()).toEqual([]);
});

describe('the fetch of undici', () => {
  const byUndici = viaFetch(() => undici.fetch);

  test('is not seen by MSW: the error says that no request came', async () => {
    const sandbox = createSandbox();
    mount(sandbox);
    await expect(sweepWorkers(worker(oneByOne, byUndici, true), sandbox)).rejects.toThrow(
      'No request came to the fork: your code may have used a real address instead of fork.fetch, or fork.baseUrl',
    );
  });

  test('works with the address at which the sandbox is served', async () => {
    const sandbox = createSandbox();
    const server = await serve({ sandbox, port: 0 });
    onTestFinished(server.close);
    const served: Post = (fork, url, ...sending) =>
      byUndici(fork, url.replace(fork.baseUrl, server.url), ...sending);
    const crashed = (hasKey: boolean) => {
      const tasks = { worker: worker(oneByOne, served, hasKey) };
      return sweep(sandbox, { setup: () => new Outbox(), tasks }, { faults: false, crashes: true });
    };
    expect((await crashed(false)).broken).toMatchObject([{ invariant: 'sent-once' }, {}]);
    expect((await crashed(true)).broken).toEqual([]);
  });

  test('of several tasks at one address took no part, and a pass says so', async () => {
    const sandbox = createSandbox();
    const server = await serve({ sandbox, port: 0 });
    onTestFinished(server.close);
    const task = async (fork: Sandbox) => {
      await byFork(
        fork,
        `${fork.baseUrl}/api/v1/contact-lists`,
        { 'x-api-key': fork.liveApiKey },
        { name: 'A' },
      );
      await undici.fetch(`${server.url}/api/v1/emails`, { headers: { 'x-api-key': fork.liveApiKey } });
    };
    const { notes } = await sweep(sandbox, { tasks: { one: task, two: task } }, { faults: false });
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^\d+ requests came to the sandbox itself, from no task that is known, and took no part in the sweep: use the fork\.$/,
      ),
    );
  });

  test('works for several tasks with a server for each of them', async () => {
    const served: Post = async (fork, url, ...sending) => {
      const server = await serve({ sandbox: fork, port: 0 });
      await byUndici(fork, url.replace(fork.baseUrl, server.url), ...sending).finally(server.close);
    };
    expect((await sweepWorkers(worker(oneByOne, served, false))).broken).toMatchObject([
      { invariant: 'serializable' },
    ]);
    expect((await sweepWorkers(worker(oneByOne, served, true))).broken).toEqual([]);
  });
});

/** A program that sends two emails to an address, one after the other, and tries each twice. */
const program = (url: string, hasKey: boolean) => `
  const send = (to) => fetch('${url}/api/v1/emails', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hello', ${hasKey ? 'idempotencyKey: to' : ''} }),
  }).then((answer) => { if (!answer.ok) throw new Error('refused'); });
  (async () => {
    for (const to of ['ada@example.org', 'bob@example.org']) await send(to).catch(() => send(to));
  })();`;

describe.each<[kind: string, run: (code: string) => Promise<unknown>]>([
  ['a thread', async (code) => once(new Worker(code, { eval: true }), 'exit')],
  ['a child process', (code) => promisify(execFile)(process.execPath, ['--eval', code])],
])('%s that sends to a served sandbox', (_, run) => {
  const swept = async (hasKey: boolean) => {
    const sandbox = createSandbox();
    const server = await serve({ sandbox, port: 0 });
    onTestFinished(server.close);
    const faults = [{ name: '500', effect: { status: 500 } }];
    return sweep(sandbox, () => run(program(server.url, hasKey)), { faults, wire: ['examples'] });
  };

  test('without a key sends twice: found', async () => {
    const { broken, requests } = await swept(false);
    expect(requests).toEqual(['sendEmail #1', 'sendEmail #2']);
    expect(broken).toMatchObject([
      { invariant: 'sent-once', request: 'sendEmail #1', phase: 'after' },
      { invariant: 'sent-once', request: 'sendEmail #2', phase: 'after' },
    ]);
  });

  test('with a key: no alarm', async () => {
    expect(await swept(true)).toMatchObject({ runs: 4, succeeded: 4, broken: [] });
  });
});
