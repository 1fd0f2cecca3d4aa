import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';

const example = fileURLToPath(new URL('..', import.meta.url));
const program = join(example, '../../packages/sandbox/src/command/mailrig-sandbox.ts');
/** Path of Python itself, because a version manager in front of it takes longer than the worker. */
const { status, stdout: python } = spawnSync('python3', ['-c', 'import sys; print(sys.executable, end="")'], {
  encoding: 'utf8',
});
const hasPython = status === 0;
/** A sweep starts a program again and again. */
const timeout = 120_000;

/** Runs a command of `sweep.sh` in a folder of its own. */
async function run(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-a-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(example, 'src'), join(folder, 'src'));
  const script = readFileSync(join(example, 'sweep.sh'), 'utf8');
  const [, line = ''] = new RegExp(`#region ${name}\\n(.*)\\n`).exec(script) ?? [];
  const command = line
    .replace('npx @mailrig/sandbox', `"${process.execPath}" "${program}"`)
    .replace('python3', `"${python}"`);
  const child = spawn(command, { cwd: folder, shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise((resolve) => {
    child.once('close', resolve);
  });
  return { stdout: await text(child.stdout), code: await code };
}

test(
  'the sweep finds that the worker sends an invoice twice after a crash, as the README shows',
  async () => {
    const { stdout, code } = await run('crashes');
    await expect(stdout).toMatchFileSnapshot('crashes.txt');
    expect(code).toBe(2);
  },
  timeout,
);

test.runIf(nightly)(
  'the fixed worker holds at every crash',
  async () => {
    const { stdout, code } = await run('fixed');
    expect(stdout).toContain('Everything held.');
    expect(code).toBe(0);
  },
  timeout,
);

// The note in the name says why, on a machine without Python.
const withPython = hasPython ? '' : ' (skipped: there is no python3)';

test.runIf(hasPython && nightly)(
  `the sweep finds that the worker in Python sends an invoice twice after a lost response${withPython}`,
  async () => {
    const { stdout, code } = await run('python');
    expect(stdout).toContain('✗ sent-once: sendEmail #1, connection reset after');
    expect(code).toBe(2);
  },
  timeout,
);

test.runIf(hasPython && nightly)(
  `the fixed worker in Python holds at every fault and crash${withPython}`,
  async () => {
    const { stdout, code } = await run('python-fixed');
    expect(stdout).toContain('Everything held.');
    expect(code).toBe(0);
  },
  timeout,
);
