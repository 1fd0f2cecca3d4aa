import { execFile } from 'node:child_process';
import { scrypt } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { request, send } from './scenarios.ts';

const { setTimeout: startTimer } = globalThis;

/** A server of this process that answers after some milliseconds of real time, as a database may. */
async function echo(wait: number): Promise<() => Promise<unknown>> {
  const server = createServer((socket) => {
    socket.on('data', (data) => startTimer(() => socket.write(data), wait));
  });
  server.listen(0);
  await once(server, 'listening');
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  const client = connect(port);
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  return () =>
    new Promise((resolve) => {
      client.once('data', resolve);
      client.write('ping');
    });
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
  /** Each gives up after an hour: virtual time must not run while somebody works. */
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

test('nothing passes while a server of this process answers', async () => {
  const ask = await echo(20);
  const report = await sweep(
    createSandbox(),
    {
      tasks: {
        one: async (fork) => {
          await ask();
          await send(fork);
        },
        two: (fork) => request(fork, 'GET', '/emails').catch(() => {}),
      },
    },
    { faults: false, orders: { changes: 0 } },
  );
  expect(report).toMatchObject({ broken: [], failed: 0 });
});
