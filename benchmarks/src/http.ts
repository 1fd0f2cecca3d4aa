import { existsSync } from 'node:fs';
import { emails, sandboxSends } from './http/emails.ts';
import type { Load, LoadFigures } from './http/load.ts';
import { response, start } from './http/processes.ts';
import type { Usage } from './http/serve.ts';
import { median, printTable } from './turns.ts';

/**
 * Measures servers over HTTP: 50 connections send emails for five seconds, and the server stores them.
 * `node src/http.ts 10 5` runs five rounds of ten seconds; `node src/http.ts 5 3 bare sandbox` compares
 * only these servers.
 *
 * Server and load generator run in separate processes, each pinned to one core if the machine has two.
 * Every round starts a new server, because stored emails make a server slower. The servers take turns,
 * and a ratio is the median of its ratios in all rounds. The last round lasts until a server has stored 50,000
 * emails, and reads its memory then.
 */
const [seconds = 5, rounds = 3] = process.argv.slice(2, 4).map(Number);
const chosen = process.argv.slice(4);
const connections = 50;
const stored = 50_000;

/** The requests for each server. Every email has different recipients. */
const requests: Readonly<Record<string, () => Load['requests']>> = {
  bare: sandboxSends,
  sandbox: sandboxSends,
  'sandbox-state': sandboxSends,
  ...(existsSync(new URL('../peers/node_modules/emulate', import.meta.url)) && {
    // It has a rate limit per token that cannot be turned off.
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
  sandbox: 'mailrig-sandbox',
  'sandbox-state': 'mailrig-sandbox --state',
  emulate: 'emulate, Resend',
  ses: 'aws-ses-v2-local',
};

/** The figures of one round of one server. */
interface Figures {
  /** Requests per second. */
  readonly throughput: number;
  /** Processor time per request in microseconds. */
  readonly processorTime: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly longest: number;
}

/** Resident memory of each server with all emails, in megabytes. */
const memory = new Map<string, number>();

async function round(name: string, isLast: boolean): Promise<Figures> {
  const server = start('serve.ts', 0, [name]);
  const generator = start('load.ts', 1);
  try {
    const [port] = await Promise.all([response<number>(server), response(generator)]);
    const load: Load = { port, connections, requests: requests[name]?.() ?? [], milliseconds: 500 };
    await response<LoadFigures>(generator, load);
    const before = await response<Usage>(server, {});
    const figures = await response<LoadFigures>(generator, { ...load, milliseconds: seconds * 1_000 });
    const after = await response<Usage>(server, {});
    if (isLast) {
      await response<LoadFigures>(generator, {
        ...load,
        milliseconds: 600_000,
        most: stored - figures.requests,
      });
      memory.set(name, (await response<Usage>(server, {})).memory);
    }
    return {
      throughput: figures.requests / seconds,
      processorTime: (after.processorTime - before.processorTime) / figures.requests,
      p99: figures.p99,
      longest: figures.longest,
    };
  } finally {
    server.kill();
    generator.kill();
  }
}

const names = Object.keys(requests).filter((name) => chosen.length === 0 || chosen.includes(name));
const results = new Map<string, Figures[]>(names.map((name) => [name, []]));
for (let count = 0; count < rounds; count++) {
  for (const name of names) results.get(name)?.push(await round(name, count === rounds - 1));
}

const [baseline = []] = results.values();
printTable(
  `sends over ${connections} loopback connections, ${rounds} rounds of ${seconds} s`,
  ['sends/s', 'processor, µs', 'p99, ms', 'longest, ms', `MB, ${stored} emails`],
  names.map((name) => titles[name] ?? name),
  (index) => {
    const name = names[index] ?? '';
    const own = results.get(name) ?? [];
    const mid = (of: (figures: Figures) => number) => median(own.map(of));
    return {
      ratios: own.map(({ throughput }, count) => throughput / (baseline[count]?.throughput ?? Number.NaN)),
      columns: [
        mid(({ throughput }) => throughput).toFixed(0),
        mid(({ processorTime }) => processorTime).toFixed(1),
        mid(({ p99 }) => p99).toFixed(1),
        mid(({ longest }) => longest).toFixed(0),
        (memory.get(name) ?? Number.NaN).toFixed(0),
      ],
    };
  },
);
