import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { packed } from './start/packed.ts';
import { type Measures, takeTurns } from './turns.ts';

const folder = await packed();
const emulate = join(import.meta.dirname, '../peers/node_modules/emulate/dist/index.js');

/** The arguments with which Node starts each server on a port. The first is the baseline. */
const programs: Readonly<Record<string, (port: string) => readonly string[]>> = {
  'bare node:http': (port) => [
    '--eval',
    `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`,
  ],
  'mailrig-sandbox': (port) => [
    join(folder, 'node_modules/@mailrig/sandbox/dist/command/mailrig-sandbox.js'),
    '--port',
    port,
  ],
  ...(existsSync(emulate) && {
    'emulate, Resend': (port: string) => [emulate, 'start', '--service', 'resend', '--port', port],
  }),
};

const measures = Object.entries(programs).map(([name, command]) => [
  name,
  async () => {
    const port = await freePort();
    return firstAnswer(command(String(port)), port);
  },
]);
await takeTurns(
  'From the start of a program to its first answer',
  Object.fromEntries(measures) as Measures,
  11,
  0,
);

/** Milliseconds from the start of a program to its first response, whatever it is. */
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
