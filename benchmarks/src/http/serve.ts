import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operations } from '@mailrig/contract';
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
  sandbox: () => command(),
  'sandbox-state': () => command('--state', newStateFile()),
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

/** A path in a folder that goes with the process. */
function newStateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return join(folder, 'state.db');
}

/** The command as it is published. It prints a line with its port. */
async function command(...options: readonly string[]): Promise<number> {
  const announced = Promise.withResolvers<string>();
  console.log = announced.resolve;
  process.argv.splice(2, 1, '--json', '--port', '0', '--no-rate-limit', ...options);
  void import(new URL('../../../packages/sandbox/dist/command/mailrig-sandbox.js', import.meta.url).href);
  return (JSON.parse(await announced.promise) as { readonly port: number }).port;
}

/** A program of the package `peers`, which is installed separately and is therefore untyped. */
async function peer(name: 'emulate' | 'ses'): Promise<number> {
  const { start } = (await import(`../../peers/${name}.js`)) as { start: (port: number) => Promise<unknown> };
  const port = await freePort();
  await start(port);
  return port;
}
