import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { send } from '../conformance/emails.ts';
import { folder } from '../folder.ts';
import { call, servedAt } from '../harness.ts';
import { announced, command, commandOf, program } from './command.ts';

const hasPnpm = spawnSync('pnpm', ['--version']).status === 0;

/** Writes the pid of the server, and its exit code if nothing killed it. */
const reporter = `
import { writeFileSync } from 'node:fs';
writeFileSync('pid', String(process.pid));
process.on('exit', (code) => writeFileSync('exit-code', String(code)));
`;

/** A project whose \`mailrig-sandbox\` is the program, and whose scripts start it. */
async function project(scripts: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = await folder();
  const bin = join(path, 'node_modules', '.bin');
  const file = join(bin, 'mailrig-sandbox');
  await mkdir(bin, { recursive: true });
  await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'app', private: true, scripts }));
  await writeFile(join(path, 'reporter.mjs'), reporter);
  await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' --import ./reporter.mjs '${program}' "$@"\n`);
  await chmod(file, 0o755);
  onTestFinished(async () => {
    const pid = Number(await readFile(join(path, 'pid'), 'utf8').catch(() => ''));
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  return path;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const options = ['--json', '--port', '0', '--state', 'state.db'];
const line = ['mailrig-sandbox', ...options].join(' ');
const run = ['npm', 'run', '--silent', 'mail'];

/** A command line that starts a sandbox through a wrapper. */
interface Wrapper {
  readonly name: string;
  readonly words: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  /** Whether the wrapper itself may kill what it started. Then there is no exit code. */
  readonly reaps?: boolean;
  /** Whether there is more than the wrapper above the sandbox, which only Linux shows. */
  readonly isDeep?: boolean;
}

const wrappers: readonly Wrapper[] = [
  { name: 'npx', words: ['npx', '--offline', 'mailrig-sandbox', ...options] },
  { name: 'npm run', words: run, scripts: { mail: line } },
  {
    name: 'npm run, with more in the script',
    words: run,
    scripts: { mail: `true && ${line} && true` },
    isDeep: true,
  },
  {
    name: 'npm run in npm run',
    words: run,
    scripts: { mail: 'npm run --silent inner', inner: line },
    isDeep: true,
  },
  { name: 'pnpm exec', words: ['pnpm', 'exec', 'mailrig-sandbox', ...options], reaps: true },
  { name: 'pnpm run', words: ['pnpm', 'run', '--silent', 'mail'], scripts: { mail: line }, reaps: true },
];

const present = wrappers.filter(
  ({ words, isDeep }) => (words[0] !== 'pnpm' || hasPnpm) && (!isDeep || process.platform === 'linux'),
);

test.for(few(3, present))(
  'when $name is killed, the sandbox ends too, in order, and its state is kept and its port free',
  async ({ words, scripts, reaps }) => {
    const cwd = await project(scripts);
    const { url, port, command: running } = await announced(commandOf(words, { cwd }));
    const { body } = await send(servedAt(url));
    // The output ends with the last process that has it.
    const { stderr } = await running.stop('SIGKILL');
    const exitCode = await readFile(join(cwd, 'exit-code'), 'utf8').catch(() => undefined);
    if (exitCode !== undefined || !reaps) {
      expect(exitCode).toBe('0');
      expect(stderr).toContain(
        'The program that started it is gone, so it ends too. With --stay, it continues.',
      );
    }
    const kept = ['--json', '--port', String(port), '--state', join(cwd, 'state.db')];
    const next = await announced(command(kept));
    const { status } = await call(servedAt(next.url), 'GET', `/_sandbox/messages/${body.data.id}`);
    expect(status).toBe(200);
  },
);

/** Whether a sandbox runs for long enough to notice the end of its parent. */
async function goesOn(url: string): Promise<boolean> {
  const { status } = await call(servedAt(url), 'GET', '/_sandbox/messages?wait=1500ms');
  return status === 200;
}

test('with --stay, the sandbox continues after the end of npx', async () => {
  const cwd = await project();
  const words = ['npx', '--offline', 'mailrig-sandbox', ...options, '--stay'];
  const { url, command: running } = await announced(commandOf(words, { cwd }));
  void running.stop('SIGKILL');
  expect(await goesOn(url)).toBe(true);
});

test('a sandbox that no wrapper started continues after the end of its parent', async () => {
  const cwd = await project();
  const words = ['sh', '-c', `node_modules/.bin/${line} & wait`];
  const { url, command: running } = await announced(commandOf(words, { cwd }));
  void running.stop('SIGKILL');
  expect(await goesOn(url)).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'a sandbox whose wrapper was gone before it had started ends as well',
  async () => {
    const cwd = await project();
    // The inner shell ends at once, the outer one waits for the end of its input.
    const words = ['setsid', '--wait', 'sh', '-c', `(node_modules/.bin/${line} &); cat`];
    const { port } = await announced(commandOf(words, { cwd, env: { npm_command: 'run' } }));
    expect(port).toBeGreaterThan(0);
    await expect
      .poll(() => readFile(join(cwd, 'exit-code'), 'utf8').catch(() => ''), { timeout: 10_000 })
      .toBe('0');
  },
);
