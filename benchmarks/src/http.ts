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

/** A server of `http/serve.ts`: its name in the table, and its requests. Every email has different recipients. */
interface Server {
  readonly title: string;
  readonly requests: () => Load['requests'];
}

const servers: Readonly<Record<string, Server>> = {
  bare: { title: 'node:http, JSON and zod only', requests: sandboxSends },
  sandbox: { title: 'mailrig-sandbox', requests: sandboxSends },
  'sandbox-state': { title: 'mailrig-sandbox --state', requests: sandboxSends },
  ...(existsSync(new URL('../peers/node_modules/emulate', import.meta.url)) && {
    emulate: {
      title: 'emulate, Resend',
      // It has a rate limit per token that cannot be turned off.
      requests: () =>
        emails.map((email, n) => ({
          path: '/emails',
          headers: { authorization: `Bearer re_${n}`, 'content-type': 'application/json' },
          body: JSON.stringify(email),
        })),
    },
    ses: {
      title: 'aws-ses-v2-local',
      requests: () =>
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
    },
  }),
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
  /** Resident memory with all emails, in megabytes; `undefined` unless this is the last round. */
  readonly memory: number | undefined;
}

async function round(name: string, { requests }: Server, isLast: boolean): Promise<Figures> {
  const server = start('serve.ts', 0, [name]);
  const generator = start('load.ts', 1);
  try {
    const [port] = await Promise.all([response<number>(server), response(generator)]);
    const load: Load = { port, connections, requests: requests(), milliseconds: 500 };
    await response<LoadFigures>(generator, load);
    const before = await response<Usage>(server, {});
    const figures = await response<LoadFigures>(generator, { ...load, milliseconds: seconds * 1_000 });
    const after = await response<Usage>(server, {});
    let memory: number | undefined;
    if (isLast) {
      await response<LoadFigures>(generator, {
        ...load,
        milliseconds: 600_000,
        most: stored - figures.requests,
      });
      ({ memory } = await response<Usage>(server, {}));
    }
    return {
      throughput: figures.requests / seconds,
      processorTime: (after.processorTime - before.processorTime) / figures.requests,
      p99: figures.p99,
      longest: figures.longest,
      memory,
    };
  } finally {
    server.kill();
    generator.kill();
  }
}

const compared = Object.entries(servers)
  .filter(([name]) => chosen.length === 0 || chosen.includes(name))
  .map(([name, server]) => ({ name, server, figures: [] as Figures[] }));
for (let count = 0; count < rounds; count++) {
  for (const { name, server, figures } of compared) {
    figures.push(await round(name, server, count === rounds - 1));
  }
}

const baseline = compared[0]?.figures;
printTable(
  `sends over ${connections} loopback connections, ${rounds} rounds of ${seconds} s`,
  ['sends/s', 'processor, µs', 'p99, ms', 'longest, ms', `MB, ${stored} emails`],
  compared.map(({ server }) => server.title),
  (index) => {
    const { figures = [] } = compared[index] ?? {};
    const mid = (of: (round: Figures) => number) => median(figures.map(of));
    return {
      ratios: figures.map(
        ({ throughput }, count) => throughput / (baseline?.[count]?.throughput ?? Number.NaN),
      ),
      columns: [
        mid(({ throughput }) => throughput).toFixed(0),
        mid(({ processorTime }) => processorTime).toFixed(1),
        mid(({ p99 }) => p99).toFixed(1),
        mid(({ longest }) => longest).toFixed(0),
        (figures.at(-1)?.memory ?? Number.NaN).toFixed(0),
      ],
    };
  },
);
