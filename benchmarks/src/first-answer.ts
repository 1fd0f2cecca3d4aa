import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { packed } from './start/packed.ts';

const rounds = 11;
const folder = await packed();
const emulate = join(import.meta.dirname, '../peers/node_modules/emulate/dist/index.js');

/** Programs that serve, by their names, the baseline first: what Node is to run with a port. */
const programs: Readonly<Record<string, (port: string) => readonly string[]>> = {
  'bare node:http': (port) => [
    '--eval',
    `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`,
  ],
  'mailrig-sandbox': (port) => [join(folder, 'node_modules/@mailrig/sandbox/dist/cli.js'), '--port', port],
  ...(existsSync(emulate) && {
    'emulate, Resend': (port: string) => [emulate, 'start', '--service', 'resend', '--port', port],
  }),
};

const times = new Map(Object.keys(programs).map((name): [string, number[]] => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, command] of Object.entries(programs)) {
    const port = await freePort();
    times.get(name)?.push(await firstAnswer(command(String(port)), port));
  }
}
const [baseline = []] = times.values();
console.log(`\nFrom the start of a program to its first answer\n${'case'.padEnd(20)}     ms  ratio`);
for (const [name, values] of times) {
  const ratio = median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
  console.log(`${name.padEnd(20)} ${median(values).toFixed(0).padStart(6)}  ${ratio.toFixed(2).padStart(5)}`);
}

/** Milliseconds from the start of a program to its first answer, to whatever. */
async function firstAnswer(command: readonly string[], port: number): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, command, { stdio: 'ignore', cwd: folder });
  try {
    while (!(await isAnswered(port))) {
      if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
      await setTimeout(2);
    }
    return performance.now() - start;
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/_sandbox/health', agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(true));
    }).once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
