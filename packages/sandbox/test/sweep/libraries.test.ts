import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createSandbox, type Sandbox, sweep, type SweepFault } from '@mailrig/sandbox';
import Bottleneck from 'bottleneck';
import { Cron } from 'croner';
import express from 'express';
import { Hono } from 'hono';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import pRetry from 'p-retry';
import { describe, expect, test } from 'vitest';
import { few, nightly } from '../../../../tooling/nightly.ts';
import { send, stubbornly } from './scenarios.ts';
import { byFork, oneByOne, Outbox, type SendOne, sweepWorkers, type Work, worker } from './outbox.ts';

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

describe.each(few(5, Object.entries(libraries)))('two workers that use %s', (name, work) => {
  test('send twice: found', async () => {
    const { broken } = await sweepWorkers(worker(work, byFork, false));
    expect(broken).toMatchObject([{ invariant: 'serializable' }]);
  });

  test('send with a key: no alarm', async () => {
    expect((await sweepWorkers(worker(work, byFork, true))).broken).toEqual([]);
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

describe('croner, which wakes twice a minute', () => {
  /** Sends each morning, and tries up to three times. */
  const daily = (days: number, hasKey: boolean) => (fork: Sandbox) =>
    new Promise<void>((resolve) => {
      let sent = 0;
      const job = new Cron('0 9 * * *', async () => {
        sent += 1;
        const subject = `Day ${sent}`;
        await stubbornly(() => send(fork, { subject, ...(hasKey && { idempotencyKey: subject }) }));
        if (sent < days) return;
        job.stop();
        resolve();
      });
    });
  const faults: readonly SweepFault[] = [
    { name: 'half of the JSON', effect: { body: 'truncated' }, phases: ['after'] },
  ];
  const options = { faults, wire: ['examples'] as const, limit: 1, repeat: false };

  test('for two days without a key sends twice: found', async () => {
    const { broken } = await sweep(createSandbox(), daily(2, false), options);
    expect(broken).toMatchObject([{ invariant: 'sent-once' }]);
  });

  const days = nightly ? 5 : 2;

  test(`for ${days} days with a key for each: no alarm`, async () => {
    const report = await sweep(createSandbox(), daily(days, true), options);
    expect(report.broken).toEqual([]);
    expect(String(report)).toContain(`simplest of ${days} faults on ${days} requests`);
  });
});
