import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import axios from 'axios';
import Bottleneck from 'bottleneck';
import express from 'express';
import got from 'got';
import { Hono } from 'hono';
import { setupServer } from 'msw/node';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as undici from 'undici';

/** An outbox, in the database that Node brings. */
class Outbox {
  readonly #database = new DatabaseSync(':memory:');

  constructor() {
    this.#database.exec(`
      CREATE TABLE emails (id INTEGER PRIMARY KEY, address TEXT NOT NULL, is_sent INTEGER NOT NULL DEFAULT 0);
      INSERT INTO emails (address) VALUES ('ada@example.org'), ('bob@example.org');
    `);
  }

  get waiting(): number[] {
    const rows = this.#database.prepare('SELECT id FROM emails WHERE is_sent = 0 ORDER BY id').all();
    return rows.map(({ id }) => Number(id));
  }

  addressOf(id: number): string {
    return String(this.#database.prepare('SELECT address FROM emails WHERE id = ?').get(id)?.['address']);
  }

  markSent(id: number): void {
    this.#database.prepare('UPDATE emails SET is_sent = 1 WHERE id = ?').run(id);
  }
}

/** Makes a request; throws if it is refused. */
type Post = (fork: Sandbox, url: string, headers: Record<string, string>, json: object) => Promise<unknown>;

/** Sends an email of the outbox, unless it was sent. */
type SendOne = (id: number) => Promise<void>;

/** How a worker sends all that wait. */
type Work = (sendOne: SendOne, outbox: Outbox) => Promise<unknown>;

const viaFetch =
  (
    fetched: (fork: Sandbox) => (url: string, init: object) => Promise<Pick<Response, 'status' | 'text'>>,
  ): Post =>
  async (fork, url, headers, json) => {
    const answer = await fetched(fork)(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      signal: AbortSignal.timeout(30_000),
    });
    const { success } = JSON.parse(await answer.text());
    if (!success) throw new Error(`refused with ${answer.status}`);
  };

const byFork = viaFetch((fork) => fork.fetch);

function worker(work: Work, post: Post, hasKey: boolean) {
  return async (fork: Sandbox, outbox: Outbox): Promise<void> => {
    await work(async (id) => {
      if (!outbox.waiting.includes(id)) return;
      const email = { from: 'ada@example.com', to: outbox.addressOf(id), subject: 'Hello', text: 'Hello' };
      const headers = { authorization: `Bearer ${fork.liveApiKey}` };
      const key = hasKey ? { idempotencyKey: `email-${id}` } : {};
      await post(fork, `${fork.baseUrl}/api/v1/emails`, headers, { ...email, ...key });
      outbox.markSent(id);
    }, outbox);
  };
}

/** Two workers on one outbox. */
function sweepWorkers(task: ReturnType<typeof worker>, sandbox = createSandbox()) {
  return sweep(
    sandbox,
    { setup: () => new Outbox(), tasks: { 'worker 1': task, 'worker 2': task } },
    { faults: false, orders: { changes: 1 } },
  );
}

async function oneByOne(sendOne: SendOne, outbox: Outbox): Promise<void> {
  for (const id of outbox.waiting) await sendOne(id);
}

/** Calls a server of this process for each email. */
async function throughServer(sendOne: SendOne, outbox: Outbox): Promise<void> {
  const app = express();
  app.post('/send/:id', async ({ params }, answer) => {
    await sendOne(Number(params.id));
    answer.end();
  });
  const server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const id of outbox.waiting) {
    const answer = await fetch(`http://127.0.0.1:${port}/send/${id}`, { method: 'POST' });
    expect(answer.ok).toBe(true);
  }
  server.closeAllConnections();
  server.close();
}

const libraries: Readonly<Record<string, Work>> = {
  'node:sqlite': oneByOne,
  Express: throughServer,
  Hono: async (sendOne, outbox) => {
    const app = new Hono().post('/send/:id', async (context) => {
      await sendOne(Number(context.req.param('id')));
      return context.body(null);
    });
    for (const id of outbox.waiting) await app.request(`/send/${id}`, { method: 'POST' });
  },
  'p-limit': async (sendOne, outbox) => {
    const limit = pLimit(1);
    await Promise.all(outbox.waiting.map((id) => limit(() => sendOne(id))));
  },
  'p-queue': async (sendOne, outbox) => {
    const queue = new PQueue({ concurrency: 1, interval: 60_000, intervalCap: 1 });
    await queue.addAll(outbox.waiting.map((id) => () => sendOne(id)));
  },
  bottleneck: async (sendOne, outbox) => {
    const limiter = new Bottleneck({ minTime: 60_000, maxConcurrent: 1 });
    await Promise.all(outbox.waiting.map((id) => limiter.schedule(() => sendOne(id))));
  },
  streams: async (sendOne, outbox) => {
    const write = async (id: number, _encoding: string, done: (error?: Error) => void) => {
      await sendOne(id).then(() => done(), done);
    };
    await pipeline(Readable.from(outbox.waiting), new Writable({ objectMode: true, write }));
  },
  worker_threads: async (sendOne, outbox) => {
    const thread = new Worker('require("node:worker_threads").parentPort.postMessage("ready")', {
      eval: true,
    });
    await once(thread, 'message');
    await oneByOne(sendOne, outbox);
  },
  child_process: async (sendOne, outbox) => {
    await promisify(execFile)(process.execPath, ['--version']);
    await oneByOne(sendOne, outbox);
  },
};

describe.each(Object.entries(libraries))('two workers that use %s', (name, work) => {
  test('send twice: found', async () => {
    const { broken } = await sweepWorkers(worker(work, byFork, false));
    expect(broken).toMatchObject([{ invariant: 'serializable' }]);
  });

  test('send with a key: no alarm', async () => {
    expect((await sweepWorkers(worker(work, byFork, true))).broken).toEqual([]);
  });
});

const clients: Readonly<Record<string, Post>> = {
  fetch: viaFetch(() => fetch),
  axios: (_fork, url, headers, json) => axios.post(url, json, { headers }),
  got: (_fork, url, headers, json) => got.post(url, { json, headers, retry: { limit: 0 } }).text(),
};

/** Mounts a sandbox for the rest of the test, as tests do. */
function mount(sandbox: Sandbox): void {
  const server = setupServer(...handlers(sandbox));
  server.listen();
  onTestFinished(() => server.close());
}

describe.each(Object.entries(clients))('two workers that use %s, through MSW', (_name, post) => {
  test('send twice: found, each in a lane of its own', async () => {
    const sandbox = createSandbox();
    mount(sandbox);
    const { broken } = await sweepWorkers(worker(oneByOne, post, false), sandbox);
    expect(broken).toMatchObject([
      { invariant: 'serializable', lines: { 'sendEmail #1': expect.anything() } },
    ]);
    expect(broken[0]?.lanes).toMatch(/^worker 1 +●send.*\nworker 2 +●send/);
    expect(sandbox.mailbox.list()).toEqual([]);
  });

  test('send with a key: no alarm', async () => {
    const sandbox = createSandbox();
    mount(sandbox);
    expect((await sweepWorkers(worker(oneByOne, post, true), sandbox)).broken).toEqual([]);
  });

  test('crash, and start again with one mount, or with one of each life', async () => {
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
    // Each lane shows a request once.
    expect(broken).toMatchObject([{ lanes: 'worker  ●send─✗  ●send─○ ●send─○   ← the second email' }, {}]);
    mount(sandbox);
    expect(await crashed(post)).toMatchObject({ runs, broken: broken.map(({ lanes }) => ({ lanes })) });
  });
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

describe('p-retry', () => {
  const retries = (hasKey: boolean) =>
    sweep(
      createSandbox(),
      {
        setup: () => new Outbox(),
        tasks: { worker: worker((sendOne) => pRetry(() => sendOne(1), { retries: 3 }), byFork, hasKey) },
      },
      { wire: [{}] },
    );

  test('without a key sends twice: found', async () => {
    const { broken } = await retries(false);
    expect(broken.map(({ invariant }) => invariant)).toContain('sent-once');
  });

  test('with a key: no alarm', async () => {
    expect((await retries(true)).broken).toEqual([]);
  });
});
