import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { emails } from './http/emails.ts';
import type { Load, LoadFigures } from './http/load.ts';
import type { Usage } from './http/serve.ts';
import { median } from './turns.ts';

/**
 * Measures servers over HTTP: 50 connections that send emails for five seconds, and what is kept stays.
 * Other lengths and numbers of rounds: `node src/http.ts 10 5`; only some servers: `node src/http.ts 5 3 bare sandbox`.
 *
 * Server and load generator are processes of their own, each pinned to a core if the machine has two.
 * Every round starts a new server, because what is kept makes a server slower. The servers take
 * turns, and ratios are the median of the ratios of each round.
 */
const [seconds = 5, rounds = 3] = process.argv.slice(2, 4).map(Number);
const chosen = process.argv.slice(4);
const connections = 50;

/** What each connection sends to a server; every email has other recipients. */
const requests: Readonly<Record<string, () => Load['requests']>> = {
  bare: sandboxSends,
  sandbox: sandboxSends,
  ...(existsSync(new URL('../peers/node_modules/emulate', import.meta.url)) && {
    // Its rate limit cannot be turned off: no token sends often enough to meet it.
    emulate: () =>
      emails.map((email, n) => ({
        path: '/emails',
        headers: { authorization: `Bearer re_${n}`, 'content-type': 'application/json' },
        body: JSON.stringify(email),
      })),
    ses: () =>
      emails.map(({ from, to, subject, html, text }) => ({
        path: '/v2/email/outbound-emails',
        headers: { authorization: 'AWS4-HMAC-SHA256 Credential=none', 'content-type': 'application/json' },
        body: JSON.stringify({
          FromEmailAddress: from,
          Destination: { ToAddresses: to },
          Content: {
            Simple: { Subject: { Data: subject }, Body: { Html: { Data: html }, Text: { Data: text } } },
          },
        }),
      })),
  }),
};

const titles: Readonly<Record<string, string>> = {
  bare: 'node:http, JSON and zod only',
  sandbox: 'sandbox over HTTP',
  emulate: 'emulate, Resend',
  ses: 'aws-ses-v2-local',
};

function sandboxSends(): Load['requests'] {
  const headers = { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' };
  return emails.map((email) => ({ path: '/api/v1/emails', headers, body: JSON.stringify(email) }));
}

const hasCores = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

function start(file: string, core: number, ...args: readonly string[]): ChildProcess {
  const module = new URL(file, import.meta.url);
  if (!hasCores) return fork(module, args);
  return fork(module, args, { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath] });
}

async function answer<T>(child: ChildProcess, question?: object): Promise<T> {
  const answered = once(child, 'message');
  if (question) child.send(question);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code}`);
  });
  const [value] = (await Promise.race([answered, ended])) as [T];
  ended.catch(() => {});
  return value;
}

/** What one round of one server came to. */
interface Figures {
  readonly throughput: number;
  /** Microseconds of the processor. */
  readonly processorTime: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly longest: number;
  /** Megabytes of the server after the round. */
  readonly memory: number;
}

async function round(name: string): Promise<Figures> {
  const server = start('http/serve.ts', 0, name);
  const generator = start('http/load.ts', 1);
  try {
    const [port] = await Promise.all([answer<number>(server), answer(generator)]);
    const load: Load = { port, connections, requests: requests[name]?.() ?? [], milliseconds: 500 };
    await answer<LoadFigures>(generator, load);
    const before = await answer<Usage>(server, {});
    const figures = await answer<LoadFigures>(generator, { ...load, milliseconds: seconds * 1_000 });
    const after = await answer<Usage>(server, {});
    return {
      throughput: figures.requests / seconds,
      processorTime: (after.processorTime - before.processorTime) / figures.requests,
      p99: figures.p99,
      longest: figures.longest,
      memory: after.memory,
    };
  } finally {
    server.kill();
    generator.kill();
  }
}

const names = Object.keys(requests).filter((name) => chosen.length === 0 || chosen.includes(name));
const results = new Map<string, Figures[]>(names.map((name) => [name, []]));
for (let count = 0; count < rounds; count++) {
  for (const name of names) results.get(name)?.push(await round(name));
}

const [baseline = []] = results.values();
console.log(`\nsends over ${connections} loopback connections, ${rounds} rounds of ${seconds} s`);
console.table(
  Object.fromEntries(
    [...results].map(([name, own]) => {
      const mid = (of: (figures: Figures, count: number) => number) => median(own.map(of));
      return [
        titles[name],
        {
          'requests/s': Math.round(mid(({ throughput }) => throughput)),
          'to the first': mid(
            ({ throughput }, count) => throughput / (baseline[count]?.throughput ?? Number.NaN),
          ).toFixed(2),
          'processor, µs': mid(({ processorTime }) => processorTime).toFixed(1),
          'p99, ms': mid(({ p99 }) => p99).toFixed(1),
          'longest, ms': mid(({ longest }) => longest).toFixed(0),
          'memory, MB': mid(({ memory }) => memory).toFixed(0),
        },
      ];
    }),
  ),
);
