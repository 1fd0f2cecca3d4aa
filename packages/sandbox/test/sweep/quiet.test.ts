import { execFile, spawn } from 'node:child_process';
import { scrypt } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { createSandbox, type Sandbox, sweep, type SweepReport } from '@mailrig/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folder } from '../folder.ts';
import { request, send } from './scenarios.ts';

const { setTimeout: startTimer } = globalThis;

/** Asks a server, and gets its response. */
type Ask = () => Promise<unknown>;

/** A client of a server at this port, or at this Unix socket. */
async function clientOf(address: { readonly port: number } | { readonly path: string }): Promise<Ask> {
  const client = connect(address);
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  return () =>
    new Promise((resolve) => {
      client.once('data', resolve);
      client.write('ping');
    });
}

/** A server of this process that answers after some milliseconds of real time, as a database may. */
async function echo(wait: number, listen: { readonly path?: string } = {}): Promise<Ask> {
  const server = createServer((socket) => {
    socket.on('data', (data) => startTimer(() => socket.write(data), wait));
  });
  server.listen(listen.path ?? 0);
  await once(server, 'listening');
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return clientOf(typeof address === 'string' ? { path: address } : { port: address?.port ?? 0 });
}

/** The same in a process of its own, which may greet each client first. Returns its address, too. */
async function foreignEcho(
  wait: number,
  listen: { readonly path?: string; readonly greetsAfter?: number } = {},
): Promise<[ask: Ask, address: string]> {
  const code = `
    const greetsAfter = ${listen.greetsAfter};
    const server = require('node:net').createServer((socket) => {
      if (greetsAfter === 0) socket.write('hello');
      else if (greetsAfter > 0) setTimeout(() => socket.write('hello'), greetsAfter);
      socket.on('data', (data) => setTimeout(() => socket.write(data), ${wait}));
    });
    server.listen(${JSON.stringify(listen.path ?? 0)}, '127.0.0.1', () => console.log(server.address().port));`;
  const server = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const ask = await clientOf(listen.path === undefined ? { port: Number(port) } : { path: listen.path });
  return [ask, `127.0.0.1:${String(port).trim()}`];
}

/** Connects to a server of another process that greets first, as MySQL does, for each question. */
async function greeted(greetsAfter: number): Promise<Ask> {
  const [, address] = await foreignEcho(100, { greetsAfter });
  return async () => {
    const client = connect(Number(address.split(':')[1]));
    await once(client, 'data');
    client.write('ping');
    await once(client, 'data');
    client.destroy();
  };
}

test.each<[kind: string, work: () => unknown]>([
  ['a file', () => readFile(import.meta.filename)],
  ['a hash', () => crypto.subtle.digest('SHA-256', new Uint8Array(5_000_000))],
  ['a slow hash', () => promisify(scrypt)('secret', 'salt', 32)],
  ['compression', () => promisify(gzip)('x'.repeat(1_000_000))],
  ['DNS', () => lookup('localhost')],
  [
    'a thread',
    async () => {
      const thread = new Worker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true });
      await once(thread, 'message');
      await thread.terminate();
    },
  ],
  ['another process', () => promisify(execFile)(process.execPath, ['--version'])],
  ['a timer of its own', () => new Promise((resolve) => void startTimer(resolve, 30))],
  [
    'immediates',
    async () => {
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
    },
  ],
])('nothing passes while a task waits for $0', async (_, work) => {
  /** Each gives up after an hour: virtual time must not run while work is under way. */
  const task = (key: string) => async (fork: Sandbox) => {
    await Promise.race([
      work(),
      new Promise((_resolve, reject) => void setTimeout(() => reject(new Error('too late')), 3_600_000)),
    ]);
    await send(fork, { idempotencyKey: key });
  };
  const report = await sweep(
    createSandbox(),
    { tasks: { one: task('one'), two: task('two') } },
    { faults: false, orders: { changes: 1 } },
  );
  expect(report).toMatchObject({ broken: [], failed: 0 });
});

test.each<[kind: string, server: () => Promise<Ask>]>([
  ['a server of this process', () => echo(20)],
  ['another process', async () => (await foreignEcho(100))[0]],
  [
    'another process on a Unix socket',
    async () => (await foreignEcho(100, { path: join(await folder(), 'echo') }))[0],
  ],
  ['another process that greets first', () => greeted(0)],
  ['another process that greets first after a while', () => greeted(100)],
])('nothing passes while $0 answers', async (_, server) => {
  const ask = await server();
  const report = await sweep(
    createSandbox(),
    {
      tasks: {
        one: async (fork) => {
          await Promise.race([
            ask(),
            new Promise(
              (_resolve, reject) => void setTimeout(() => reject(new Error('too late')), 3_600_000),
            ),
          ]);
          await send(fork);
        },
        two: (fork) => request(fork, 'GET', '/emails').catch(() => {}),
      },
    },
    { faults: false, orders: { changes: 0 } },
  );
  expect(report).toMatchObject({ broken: [], failed: 0 });
});

/** A sweep of a program that waits for a server that never answers, until its own timer. */
async function unanswered(): Promise<SweepReport> {
  const [ask] = await foreignEcho(20_000);
  return sweep(
    createSandbox(),
    async (fork) => {
      await Promise.race([ask(), new Promise((resolve) => void setTimeout(resolve, 3_600_000))]);
      await send(fork);
    },
    { faults: false },
  );
}

test('time passes if another process does not answer for half a second', async () => {
  const report = await unanswered();
  expect(report).toMatchObject({ broken: [], failed: 0 });
  expect(report.waits[0]?.longest).toBeGreaterThanOrEqual(500);
});

test('a request passes soon while another task waits for a lock of a server that usually answers at once, sooner than for one that never does', async () => {
  const code = `
    const waiting = [];
    const server = require('node:net').createServer((socket) => {
      socket.on('data', (data) => {
        if (String(data) === 'lock' && waiting.push(socket) > 1) return;
        if (String(data) === 'unlock') {
          waiting.shift();
          waiting[0]?.write('yours');
        }
        socket.write('done');
      });
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const server = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const work = async (fork: Sandbox) => {
    const client = connect(Number(port), '127.0.0.1');
    await once(client, 'connect');
    for (const question of ['lock', 'unlock']) {
      client.write(question);
      await once(client, 'data');
      if (question === 'lock') await send(fork, { idempotencyKey: 'hello' });
    }
    client.destroy();
  };
  const scenario = { tasks: { one: work, two: work } };
  const report = await sweep(createSandbox(), scenario, { faults: false, orders: { changes: 0 } });
  expect(report).toMatchObject({ broken: [], failed: 0 });
  expect(report.waits[0]?.longest).toBeGreaterThanOrEqual(100);
  const { waits } = await unanswered();
  expect(report.waits[0]?.longest).toBeLessThan(waits[0]?.longest ?? 0);
});

test('time passes while another process answers a program again and again', async () => {
  const [ask] = await foreignEcho(1);
  const report = await sweep(
    createSandbox(),
    async (fork) => {
      const start = Date.now();
      while (Date.now() < start + 50) await ask();
      await send(fork);
    },
    { faults: false },
  );
  expect(report).toMatchObject({ broken: [], failed: 0 });
});

test('a program that polls another process for ever is noticed', async () => {
  const [ask, address] = await foreignEcho(1);
  const run = async () => {
    for (;;) {
      await ask();
      await new Promise((resolve) => void setTimeout(resolve, 1_000));
    }
  };
  await expect(sweep(createSandbox(), run, { timeout: 200 })).rejects.toThrow(
    `The scenario is still waiting after 200 ms of real time without any fault: it waits for a socket (${address})`,
  );
});

test('a sweep ends with what it had found if several runs wait for another process for ever', async () => {
  const [ask, address] = await foreignEcho(1);
  const report = await sweep(
    createSandbox(),
    async (fork) => {
      try {
        await send(fork);
      } catch {
        for (;;) {
          await ask();
          await new Promise((resolve) => void setTimeout(resolve, 1_000));
        }
      }
    },
    { timeout: 100, wire: ['examples'] },
  );
  expect(report).toMatchObject({
    runs: 3,
    broken: [{ invariant: 'ends', message: expect.stringContaining(`it waits for a socket (${address})`) }],
  });
  expect(report.notes).toContain(
    'Faults were not all tried, because several runs took all the real time of { timeout }.',
  );
});

/** Sweeps a function that asks before it sends. */
function sweepAsking(ask: Ask) {
  const run = async (fork: Sandbox) => {
    await ask();
    await send(fork, { idempotencyKey: 'hello' });
  };
  return sweep(createSandbox(), run, { faults: false });
}

describe('a report names what real time was spent on:', () => {
  test('a socket of another process, by its address', async () => {
    const [ask, address] = await foreignEcho(3);
    const report = await sweepAsking(ask);
    expect(report.waits).toMatchObject([{ for: `a socket (${address})` }]);
    expect(String(report)).toMatch(
      /\nWaited up to \d+ ms of real time for a socket \(127[.\d:]+\), \d+ times\.$/,
    );
  });

  test('a Unix socket', async () => {
    const [ask] = await foreignEcho(3, { path: join(await folder(), 'echo') });
    expect((await sweepAsking(ask)).waits).toMatchObject([{ for: 'a Unix socket' }]);
  });

  test('a response that nothing else waits for, however long it takes', async () => {
    const [ask] = await foreignEcho(60);
    const { waits } = await sweepAsking(ask);
    expect(waits[0]?.longest).toBeGreaterThan(30);
  });

  test('another process, and a thread, also if something breaks', async () => {
    const report = await sweep(
      createSandbox(),
      async (fork) => {
        await promisify(execFile)(process.execPath, ['--version']);
        await once(new Worker('setTimeout(() => {}, 10)', { eval: true }), 'exit');
        await send(fork);
      },
      { faults: false, crashes: true },
    );
    expect(report.broken).toMatchObject([{ invariant: 'sent-once' }]);
    expect(report.waits.map(({ for: what }) => what).toSorted()).toEqual(['a thread', 'another process']);
    expect(String(report)).toMatch(/ms of real time for a thread, \d+ times\.$/m);
  });

  test('nothing, if both ends of a socket are in this process', async () => {
    expect((await sweepAsking(await echo(3))).waits).toEqual([]);
    const ask = await echo(3, { path: join(await folder(), 'echo') });
    expect((await sweepAsking(ask)).waits).toEqual([]);
    expect((await sweepAsking(() => readFile(import.meta.filename))).waits).toEqual([]);
  });

  test('nothing, if a socket of another process was open before, and nothing passes on it', async () => {
    await foreignEcho(3);
    expect((await sweepAsking(() => readFile(import.meta.filename))).waits).toEqual([]);
  });
});
