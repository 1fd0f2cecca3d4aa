import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call, servedAt } from '../harness.ts';
import { command, start } from './command.ts';

const example = fileURLToPath(new URL('../../../../examples/seeds/newsletter.yaml', import.meta.url));

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** Reads a URL of the control plane. */
async function read(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

test('--seed starts from a seed file', async () => {
  const { controlUrl } = await start('--seed', example, '--clock', 'manual');
  expect(await read(`${controlUrl}/credits`)).toEqual({ balance: 250 });
  expect(await read(`${controlUrl}/clock`)).toMatchObject({ now: '2026-01-31T09:00:00.000Z' });
});

test('an invalid seed file is refused in one line that names the place in it', async () => {
  const file = join(await folder(), 'seed.json');
  await writeFile(file, '{"accounts":[{"keys":[{"environment":"prod"}]}]}');
  expect(await command(['--port', '0', '--seed', file]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: ${file}: accounts[0].keys[0].environment must be live or test\n`,
  });
});

test('--state saves everything on exit, and the next start resumes from it', async () => {
  const path = await folder();
  const file = join(path, 'state.json');
  const first = await start('--state', file, '--clock', 'manual', '--start-at', '2026-01-01');
  const receipt = (await send(servedAt(first.url))).body.data;
  expect(await first.command.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(path)).toEqual(['state.json']);

  const second = await start('--state', file);
  expect(await read(`${second.controlUrl}/clock`)).toMatchObject({
    now: '2026-01-01T00:00:00.000Z',
    frozen: true,
  });
  expect(await read(`${second.controlUrl}/messages`)).toMatchObject({
    messages: [{ id: receipt.id, status: 'queued' }],
  });
  await send(servedAt(second.url));
  await second.command.stop('SIGINT');
  const saved = JSON.parse(await readFile(file, 'utf8')) as { tables: { messages: { entries: unknown[] } } };
  expect(saved.tables.messages.entries).toHaveLength(2);
});

test('--state also saves everything when the terminal closes', async () => {
  const file = join(await folder(), 'state.json');
  const { url, command: running } = await start('--state', file);
  await send(servedAt(url));
  // The shell sends the signal, and so does the system once the shell has ended.
  void running.stop('SIGHUP');
  expect(await running.stop('SIGHUP')).toMatchObject({ code: 0, stderr: '' });
  const saved = JSON.parse(await readFile(file, 'utf8')) as { tables: { messages: { entries: unknown[] } } };
  expect(saved.tables.messages.entries).toHaveLength(1);
});

test.each([
  ['not JSON', '{"version":1,'],
  ['empty', ''],
  ['not a state', '[]'],
  ['of another version', '{"version":99}'],
  ['cut short', '{"version":1,"clock":{"offset":0,"latest":0},"random":[1,2,3]}'],
])('a damaged state file (%s) exits with code 1 and the reason, and stays as it is', async (_, text) => {
  const path = await folder();
  const file = join(path, 'state.json');
  await writeFile(file, text);
  const { code, stdout, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: The state file \S+ is damaged and stays unchanged: .+\n$/);
  expect([code, stdout]).toEqual([1, '']);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readdir(path)).toEqual(['state.json']);
});

test('the curl line to paste uses the domain and the key of the seed file', async () => {
  const file = join(await folder(), 'seed.json');
  const keys = [{ environment: 'live', key: 'sk_live_mine1234' }];
  await writeFile(file, JSON.stringify({ accounts: [{ domain: { name: 'mine.example' }, keys }] }));
  const text = await command(['--port', '0', '--seed', file]).printed(/curl .*\n/);
  expect(text).toMatch(/Sends from +any address at mine\.example\n/);
  const [, url = '', key = '', body = ''] = /curl (\S+).*Bearer (\w+)'.*-d '(.*)'/.exec(text) ?? [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
});

test('a state file that cannot be written is refused at start', async () => {
  const file = join(await folder(), 'missing', 'state.json');
  const { code, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: The state file \S+ cannot be written: ENOENT.*\n$/);
  expect(code).toBe(1);
});

test('every API request is printed as one line unless --quiet or --json is given', async () => {
  const running = command(['--port', '0', '--clock', 'manual', '--start-at', '2026-01-01T09:00:00Z']);
  const url = /URL +(\S+)/.exec(await running.printed(/curl .*\n/))?.[1] ?? '';
  const served = servedAt(url);
  await send(served);
  await send(served, {}, { key: 'sk_live_unknown' });
  await call(served, 'POST', '/_sandbox/faults', { json: { effect: { network: 'drop' } } });
  await send(served).catch(() => undefined);
  await call(served, 'GET', '/_sandbox/health');
  const { stdout } = await running.stop('SIGTERM');
  const lines = stdout.split('\n').filter((line) => line.startsWith('09:'));
  expect(lines.map((line) => line.replace(/ in [\d.]+ ms$/, ''))).toEqual([
    '09:00:00 POST /api/v1/emails 201',
    '09:00:00 POST /api/v1/emails 401 UNAUTHORIZED',
    '09:00:00 POST /api/v1/emails no answer (fault)',
  ]);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/ in [\d.]+ ms$/);
});

test('a state file that another process saves to is refused until that process ends', async () => {
  const path = await folder();
  const file = join(path, 'state.json');
  const first = await start('--state', file);
  const pid = await readFile(`${file}.lock`, 'utf8');
  expect(await command(['--port', '0', '--state', file]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: The state file ${file} is in use by process ${pid}: stop it, or choose another file\n`,
  });
  expect(await readdir(path)).toEqual(['state.json.lock']);
  expect(await first.command.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(path)).toEqual(['state.json']);
});

test.each([
  ['a process that is gone', '4194303999'],
  ['no process', 'nobody'],
])('the lock that %s left on a state file is ignored', async (_, owner) => {
  const path = await folder();
  const file = join(path, 'state.json');
  await writeFile(`${file}.lock`, owner);
  const next = await start('--state', file);
  expect(await next.command.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(path)).toEqual(['state.json']);
});

test('a failed start leaves no lock on the state file', async () => {
  const path = await folder();
  const file = join(path, 'state.json');
  await writeFile(file, '{');
  expect(await command(['--port', '0', '--state', file]).ending).toMatchObject({ code: 1 });
  expect(await readdir(path)).toEqual(['state.json']);
});

test('the next start removes what an interrupted save left behind, and nothing else', async () => {
  const path = await folder();
  const running = `state.json.${process.ppid}.tmp`;
  const gone = ['state.json.4194303998.tmp', 'state.json.4194303999.tmp'];
  const others = [running, 'state.json.tmp', 'other.json.4194303999.tmp', 'state.json.mine.tmp'];
  for (const name of [...gone, ...others]) await writeFile(join(path, name), '{');
  const { command: next } = await start('--state', join(path, 'state.json'));
  expect((await readdir(path)).toSorted()).toEqual([...others, 'state.json.lock'].toSorted());
  await next.stop('SIGTERM');
});

test.each([
  ['a file', true],
  ['no file yet', false],
])('a state file that links to %s stays a link, and its target is locked and saved', async (_, exists) => {
  const path = await folder();
  const other = await folder();
  const [link, file] = [join(path, 'link.json'), join(other, 'state.json')];
  if (exists) {
    const first = await start('--state', file);
    await first.command.stop('SIGTERM');
  }
  await symlink(join(path, 'second.json'), link);
  await symlink(join('..', basename(other), 'state.json'), join(path, 'second.json'));
  const { url, command: running } = await start('--state', link);
  expect(await readdir(other)).toContain('state.json.lock');
  await send(servedAt(url));
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  const saved = JSON.parse(await readFile(file, 'utf8')) as { tables: { messages: { entries: unknown[] } } };
  expect(saved.tables.messages.entries).toHaveLength(1);
  expect(await readdir(other)).toEqual(['state.json']);
});

test('a state file that links to itself is refused in one line', async () => {
  const file = join(await folder(), 'state.json');
  await symlink(file, file);
  const { code, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: The state file \S+ cannot be read: ELOOP.*\n$/);
  expect(code).toBe(1);
});
