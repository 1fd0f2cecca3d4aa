import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { folder } from '../folder.ts';
import { call, servedAt } from '../harness.ts';
import { command, start } from './command.ts';

const html = 'x'.repeat(100_000);

/** The whole state of a server, without the time. */
async function stateAt(url: string): Promise<unknown[]> {
  const { text } = await call(servedAt(url), 'GET', '/_sandbox/snapshot');
  const [, ...entries] = text.trim().split('\n');
  return entries.map((line) => JSON.parse(line) as unknown);
}

/** Runs `mailrig-sandbox backup`. */
const backup = (...args: string[]) => command(['backup', ...args]).ending;

test('backup copies the state file of a running server, which serves meanwhile', async () => {
  const path = await folder();
  const [file, copy] = [join(path, 'state.db'), join(path, 'copy.db')];
  const { url, port, command: running } = await start('--state', file, '--no-rate-limit');
  for (let n = 0; n < 20; n++) await send(servedAt(url), { html, idempotencyKey: `${n}` });
  const before = await stateAt(url);
  const [ending, during] = await Promise.all([
    backup('--state', file, '--port', String(port), copy),
    send(servedAt(url), { subject: 'during' }),
  ]);
  expect(ending).toMatchObject({ code: 0, stderr: '' });
  expect(during.outcome).toBe('201');
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  expect(await readdir(path)).toEqual(['copy.db', 'state.db', 'state.db-wal']);
  await running.stop('SIGTERM');
  const entries = await stateAt((await start('--state', copy)).url);
  expect(entries).toEqual(expect.arrayContaining(before));
});

test('backup copies the state file of a server that has stopped', async () => {
  const path = await folder();
  const [file, copy] = [join(path, 'state.db'), join(path, 'copy.db')];
  const first = await start('--state', file, '--clock', 'manual');
  await send(servedAt(first.url), { html });
  const before = await stateAt(first.url);
  await first.command.stop('SIGKILL');
  expect(await backup('--state', file, copy)).toEqual({
    code: 0,
    stdout: `${copy} is a backup: a server with --state ${copy} continues from it\n`,
    stderr: '',
  });
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  expect(await stateAt((await start('--state', copy)).url)).toEqual(before);
});

test('backup overwrites nothing, and leaves nothing behind if it fails', async () => {
  const path = await folder();
  const [file, other, copy] = ['state.db', 'other.db', 'copy.db'].map((name) => join(path, name)) as [
    string,
    string,
    string,
  ];
  const [first, second, memory] = await Promise.all([
    start('--state', file, '--control-token', 'secret'),
    start('--state', other),
    start(),
  ]);
  await writeFile(join(path, 'mine'), 'mine');
  const problems: [args: string[], problem: string][] = [
    [['--state', file, join(path, 'mine')], `${join(path, 'mine')} exists already: choose another name`],
    [['--state', file, '--port', String(first.port), copy], 'makes no backup: '],
    [['--state', file, '--port', String(second.port), copy], 'This sandbox has another state file'],
    [['--port', String(memory.port), copy], 'This sandbox has no state file'],
    [['--state', file, '--port', '1', copy], `The state file ${file} is in use. No sandbox answers at`],
    [['--state', join(path, 'none.db'), copy], `The state file ${join(path, 'none.db')} holds no state`],
    [['--state', join(path, 'mine'), copy], 'is no state of a sandbox'],
    [[], 'backup needs the file to write'],
    [[copy, 'more'], 'Unexpected argument "more"'],
  ];
  for (const [args, problem] of problems) {
    const { code, stderr } = await backup(...args);
    expect([code, stderr.split('\n').length], problem).toEqual([1, 2]);
    expect(stderr).toContain(problem);
  }
  expect((await readdir(path)).filter((name) => !name.endsWith('-wal'))).toEqual([
    'mine',
    'other.db',
    'state.db',
  ]);
  expect(await readFile(join(path, 'mine'), 'utf8')).toBe('mine');
  expect((await backup('--port', String(first.port), '--control-token', 'secret', copy)).code).toBe(0);
});
