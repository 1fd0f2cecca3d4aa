import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operations } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { freePort } from '../free-port.ts';

/** What a server has used so far. */
export interface Usage {
  /** Processor time in microseconds. */
  readonly processorTime: number;
  /** Resident memory in megabytes. */
  readonly memory: number;
}

/** The servers to compare. Each returns the port it listens on. */
const servers: Readonly<Record<string, () => Promise<number>>> = {
  bare,
  sandbox,
  'sandbox-image': sandbox,
  'sandbox-state': withState,
  emulate: () => peer('emulate'),
  ses: () => peer('ses'),
};

const port = await servers[process.argv[2] ?? '']?.();
process.send?.(port);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const memory = process.memoryUsage.rss() / 1_000_000;
  process.send?.({ processorTime: user + system, memory } satisfies Usage);
});
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());

/** Reads and checks JSON and answers with JSON. It stores nothing and needs no key. */
async function bare(): Promise<number> {
  const server = createServer(async (request, response) => {
    const checked = operations.sendEmail.body.safeParse(JSON.parse(await text(request)));
    const body = JSON.stringify({ success: checked.success, data: { id: 'msg_0123456789abcdef01234567' } });
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A sandbox whose state is in a new file. */
async function withState(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const sandbox = createSandbox({ rateLimit: false });
  return (await serve({ sandbox, state: join(folder, 'state.db'), port: 0 })).port;
}

async function sandbox(): Promise<number> {
  return (await serve({ sandbox: createSandbox({ rateLimit: false }), port: 0 })).port;
}

/** A program of the package `peers`, which is installed separately and is therefore untyped. */
async function peer(name: 'emulate' | 'ses'): Promise<number> {
  const { start } = (await import(`../../peers/${name}.js`)) as { start: (port: number) => Promise<unknown> };
  const port = await freePort();
  await start(port);
  return port;
}
