import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { folder } from '../folder.ts';
import { command, commandOf, type Ending, program } from './command.ts';

function worker(name: string): string {
  return fileURLToPath(new URL(`workers/${name}.mjs`, import.meta.url));
}

/** Starts a sweep of a program of these tests, with a fresh outbox for each run. */
async function starting(options: readonly string[], words: readonly string[]) {
  const outbox = join(await folder(), 'outbox');
  const args = ['sweep', '--before', 'rm -f "$OUTBOX"', ...options, '--', process.execPath, ...words];
  return { outbox, running: command(args, { OUTBOX: outbox }) };
}

async function swept(options: readonly string[], ...words: string[]): Promise<Ending> {
  const { running } = await starting(options, words);
  return running.ending;
}

const outbox = worker('outbox');

test('a worker that sends and then marks sends twice if it crashes in between, and the replay shows it again', async () => {
  const { code, stdout, stderr } = await swept(['--crashes'], outbox);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^✓ sendEmail #1, crash before\n✗ sendEmail #1, crash after: sent-once\n\nA crash at every one of 2 boundaries/,
  );
  expect(stdout).toContain('"Receipt" was sent 2 times, 1 expected.');
  expect(stdout).toContain('command  ●send─✗  ●send─○   ← the second email');
  expect(stdout).toContain(
    `npx @mailrig/sandbox sweep --before 'rm -f "$OUTBOX"' --replay crash:1 -- ${process.execPath} ${outbox}`,
  );
  expect(code).toBe(2);
  const again = await swept(['--replay', 'crash:1'], outbox);
  expect(again.stdout).toMatch(/^✗ sendEmail #1, crash after: sent-once\n\nA crash at 1 of 2 boundaries/);
  expect(again.code).toBe(2);
});

test.runIf(nightly)(
  'a worker with a key of its own for each row holds at every crash and every fault',
  async () => {
    const { code, stdout } = await swept([], outbox, 'key', 'retry');
    expect(stdout).toContain('14 faults on 1 request (sendEmail #1)');
    expect(stdout).toContain('A crash at every one of 2 boundaries: 2 succeeded, 0 failed. Everything held.');
    expect(code).toBe(0);
  },
);

test('a worker that sends again after a lost response sends twice, and --json is one report', async () => {
  const replay = 'fault:sendEmail #1, connection reset after';
  const { code, stdout } = await swept(['--replay', replay, '--json'], outbox, 'retry');
  expect(JSON.parse(stdout)).toMatchObject({
    held: false,
    runs: 1,
    requests: ['sendEmail #1'],
    broken: [
      {
        invariant: 'sent-once',
        request: 'sendEmail #1',
        fault: 'connection reset',
        phase: 'after',
        replay,
      },
    ],
  });
  expect(code).toBe(2);
});

test('a worker that marks first loses its email in a crash, unless --restart makes up for it', async () => {
  const lost = await swept(['--replay', 'crash:0'], outbox, 'mark-first');
  expect(lost.stdout).toContain('✗ sendEmail #1, crash before: nothing-lost');
  // The new start sends nothing, and the timeline shows the crash anyway, with the request that it kept away.
  expect(lost.stdout).toMatch(/^ +command +✗send$/m);
  expect(lost.code).toBe(2);
  const restart = `rm -f "$OUTBOX" && "${process.execPath}" "${outbox}" key`;
  const held = await swept(['--replay', 'crash:0', '--restart', restart], outbox, 'mark-first', 'key');
  expect(held.stdout).toContain('Nothing broke.');
  expect(held.code).toBe(0);
});

test('requests that are sent together crash at the same points each time', async () => {
  const { code, stdout } = await swept(['--crashes', '--replay', 'crash:3'], outbox, 'together');
  expect(stdout).toMatch(/^✗ sendEmail #2, crash after: sent-once\n/);
  expect(code).toBe(2);
});

test('a crash ends the children of the command as well', async () => {
  const words = [worker('parent'), worker('survivor')];
  const { outbox: notes, running } = await starting(['--replay', 'crash:1'], words);
  expect(await running.ending).toMatchObject({ code: 0 });
  expect(existsSync(`${notes}.beats`)).toBe(true);
  expect(existsSync(`${notes}.survived`)).toBe(false);
});

test('a program that does not end after a fault breaks the sweep, and is ended', async () => {
  const waits = `fetch(process.env.MAILRIG_BASE_URL + '/api/v1/contact-lists', {
      headers: { 'x-api-key': process.env.MAILRIG_API_KEY },
    }).then((answer) => answer.json()).catch(() => setInterval(() => {}, 1000))`;
  const replay = 'fault:listContactLists #1, connection reset before';
  const { code, stdout } = await swept(['--timeout', '5s', '--replay', replay], '-e', waits);
  expect(stdout).toContain('The command is still running after 5 seconds.');
  expect(code).toBe(2);
});

test('a replay prints what the program prints', async () => {
  const says = `console.error('sending');
      process.argv.push('key');
      import(${JSON.stringify(outbox)});`;
  const { stdout, stderr } = await swept(['--replay', 'crash:0'], '-e', says);
  expect(stdout).toContain('Nothing broke.');
  expect(stderr).toBe('sending\nsending\n');
});

test('what the program printed between its requests stands below the timeline with --verbose', async () => {
  const says = `console.log('sending');
      process.on('exit', () => console.error('done'));
      import(${JSON.stringify(outbox)});`;
  const { stdout } = await swept(['--crashes', '--verbose'], '-e', says);
  expect(stdout).toContain(`    command  ●send─✗  ●send─○   ← the second email
    before sendEmail #1  sending
    before sendEmail #2  sending
    at the end           done
`);
  const quiet = await swept(['--replay', 'crash:1'], '-e', says);
  expect(quiet.stdout).not.toContain('sending\n');
});

// util-linux has a program that gives another one a terminal; other systems have one that differs.
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('a terminal shows how many runs are left', async () => {
  const options = `sweep --crashes --before 'rm -f "$OUTBOX"' --`;
  const line = [process.execPath, program, options, process.execPath, outbox, 'key'].join(' ');
  const words = ['script', '--quiet', '--return', '--command', line, '/dev/null'];
  const env = { TERM: 'xterm', OUTBOX: join(await folder(), 'outbox') };
  const { code, stdout } = await commandOf(words, { env }).ending;
  expect(stdout).toContain('Running the command without a fault …');
  expect(stdout).toContain('████████████░░░░░░░░░░░░ 1 to go');
  expect(stdout).toContain('Everything held.');
  expect(code).toBe(0);
});

test('a sweep that is stopped ends its program', async () => {
  const beats = `const { appendFileSync } = require('node:fs');
    console.log('started');
    setInterval(() => appendFileSync(process.env.OUTBOX, '.'), 10)`;
  const { outbox: notes, running } = await starting([], ['-e', beats]);
  await expect.poll(() => existsSync(notes)).toBe(true);
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 143 });
  await writeFile(notes, '');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await stat(notes)).toMatchObject({ size: 0 });
});

const wrong: readonly (readonly [
  mistake: string,
  args: readonly string[],
  code: number,
  message: string | RegExp,
])[] = [
  [
    'no command',
    ['--crashes'],
    1,
    'The command to sweep is missing: put it after --, for example mailrig-sandbox sweep -- node worker.ts',
  ],
  [
    'a command without --',
    ['node', 'worker.ts'],
    1,
    'Unexpected argument "node": put the command to run behind --',
  ],
  [
    'a command that does not exist',
    ['--', 'no-such-program'],
    1,
    'There is no command "no-such-program": check its name, or give its path',
  ],
  [
    'a program that throws, by its error and not by the last line of its trace',
    ['--', process.execPath, '-e', 'throw Object.assign(new TypeError("no database"), { code: "X" })'],
    3,
    'The command fails without any fault, with exit code 1: TypeError: no database. Make it work against mailrig-sandbox first',
  ],
  [
    'a program that rejects with a cause',
    ['--', process.execPath, '-e', 'Promise.reject(new Error("no table", { cause: new Error("no disk") }))'],
    3,
    'The command fails without any fault, with exit code 1: Error: no table. Make it work against mailrig-sandbox first',
  ],
  [
    'a command that fails without a fault',
    ['--', process.execPath, '-e', 'console.error("no database"); process.exit(7)'],
    3,
    'The command fails without any fault, with exit code 7: no database. Make it work against mailrig-sandbox first',
  ],
  [
    'a command that never ends',
    ['--timeout', '200ms', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    3,
    'The command is still running after 0.2 seconds without any fault: let it end when its work is done, or raise --timeout',
  ],
  [
    'a command that makes no request',
    ['--', process.execPath, '-e', ''],
    3,
    'The command makes no request: let it read the address from MAILRIG_BASE_URL and the key from MAILRIG_API_KEY',
  ],
  [
    'a command whose state is not reset',
    ['--', process.execPath, outbox],
    3,
    'The command does something different each time (step 1 was command: sendEmail #1, then missing): reset its state with --before, and remove randomness',
  ],
  [
    '--before that fails',
    ['--before', 'echo no seed; exit 4', '--', process.execPath, outbox],
    1,
    '--before must reset the state of your app, but ended with exit code 4: no seed',
  ],
  [
    '--restart that does not exist',
    [
      '--before',
      'rm -f "$OUTBOX"',
      '--crashes',
      '--restart',
      'no-such-program',
      '--',
      process.execPath,
      outbox,
    ],
    1,
    /^--restart must be a command that exists, but the shell found none: .*no-such-program/,
  ],
  [
    'an operation that does not exist',
    ['--operations', 'sendMail', '--', process.execPath, outbox],
    1,
    /^--operations must be names of operations, with commas between them: .*sendEmail/,
  ],
  [
    'a replay that is no token',
    ['--replay', 'order:0', '--', process.execPath, outbox],
    1,
    '--replay must be a token of a report, such as crash:1',
  ],
  [
    'a replay of another program',
    ['--before', 'rm -f "$OUTBOX"', '--replay', 'crash:9', '--', process.execPath, outbox],
    1,
    'The replay crash:9 is of another scenario: nothing here has this name. Sweep without replay to see what breaks now',
  ],
];

test.each(wrong)(
  '%s is refused in one sentence, with exit code 1 after a mistake in the command line, or 3 if the command fails without a fault',
  async (_mistake, args, code, message) => {
    const environment = { OUTBOX: join(await folder(), 'outbox') };
    const ending = await command(['sweep', ...args], environment).ending;
    expect(ending.stderr).toMatch(/^mailrig-sandbox: .*\n$/);
    const said = ending.stderr.slice('mailrig-sandbox: '.length, -1);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
    expect(ending.code).toBe(code);
  },
);

test('a command that cannot be executed is refused with the fix', async () => {
  const file = join(await folder(), 'worker.sh');
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o644);
  const { code, stderr } = await command(['sweep', '--', file]).ending;
  expect(stderr).toMatch(/must be executable: chmod \+x, or name its interpreter first\n$/);
  expect(code).toBe(1);
});

test('--help shows that the command comes behind --', async () => {
  const { stdout } = await command(['sweep', '--help']).ending;
  expect(stdout).toContain('Usage: mailrig-sandbox sweep [options] -- COMMAND …');
});
