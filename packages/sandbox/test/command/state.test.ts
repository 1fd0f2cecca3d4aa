import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lstat, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { send } from '../conformance/emails.ts';
import { newUpload } from '../conformance/upload.ts';
import { folder } from '../folder.ts';
import { call, servedAt } from '../harness.ts';
import { announced, type Announcement, command, commandUnder, start } from './command.ts';

/** All captured messages, newest first. */
async function messagesAt(url: string): Promise<{ readonly id: string; readonly subject: string }[]> {
  const messages = [];
  for (let query: string | undefined = ''; query !== undefined;) {
    const { json } = await call(servedAt(url), 'GET', `/_sandbox/messages?limit=1000${query}`);
    const page = json as { messages: { id: string; subject: string }[]; cursor?: string };
    messages.push(...page.messages);
    query = page.cursor === undefined ? undefined : `&cursor=${page.cursor}`;
  }
  return messages;
}

/** The ids of all captured messages, newest first. */
async function idsAt({ url }: Pick<Announcement, 'url'>): Promise<string[]> {
  return (await messagesAt(url)).map(({ id }) => id);
}

async function idOf(sent: ReturnType<typeof send>): Promise<string> {
  const { body } = await sent;
  return body.data.id as string;
}

test('--state keeps everything in one file, and the next start continues from it', async () => {
  const path = await folder();
  const file = join(path, 'state.db');
  const first = await start('--state', file, '--clock', 'manual', '--start-at', '2026-01-01');
  const id = await idOf(send(servedAt(first.url)));
  expect(await first.command.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(path)).toEqual(['state.db']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const second = await start('--state', file);
  expect((await call(servedAt(second.url), 'GET', '/_sandbox/clock')).json).toMatchObject({
    now: '2026-01-01T00:00:00.000Z',
    frozen: true,
  });
  expect((await call(servedAt(second.url), 'GET', `/_sandbox/messages/${id}`)).json).toMatchObject({
    id,
    status: 'queued',
  });
  const next = await idOf(send(servedAt(second.url)));
  expect(await second.command.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  expect(await idsAt(await start('--state', file))).toEqual([next, id]);
});

test('further signals while it closes, as a closed terminal sends them, lose nothing', async () => {
  const file = join(await folder(), 'state.db');
  const { url, command: running } = await start('--state', file);
  const id = await idOf(send(servedAt(url)));
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) void running.stop(signal);
  expect(await running.stop('SIGHUP')).toMatchObject({ code: 0, stderr: '' });
  expect(await idsAt(await start('--state', file))).toEqual([id]);
});

test.each([
  ['JSON', '{"version":2,"clock":{}}\n'.repeat(100)],
  ['one line', 'not a database'],
  ['a damaged database', `SQLite format 3\0${'x'.repeat(5_000)}`],
])('a file with %s is refused by name with the fix, and stays as it is', async (_, text) => {
  const path = await folder();
  const file = join(path, 'state.db');
  await writeFile(file, text);
  const { code, stdout, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toBe(
    `mailrig-sandbox: The state file ${file} is no state of a sandbox and stays unchanged: choose another file, or move this one away\n`,
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readdir(path)).toEqual(['state.db']);
});

test('an empty file becomes a state', async () => {
  const file = join(await folder(), 'state.db');
  await writeFile(file, '');
  const { url, command: running } = await start('--state', file);
  const id = await idOf(send(servedAt(url)));
  await running.stop('SIGTERM');
  expect(await idsAt(await start('--state', file))).toEqual([id]);
});

test.each([
  [
    'in a folder that is missing',
    (path: string) => join(path, 'missing', 'state.db'),
    'cannot be opened: ENOENT',
  ],
  ['that is a folder', (path: string) => path, 'is a folder'],
])('a state file %s is refused in one line', async (_, fileIn, reason) => {
  const file = fileIn(await folder());
  const { code, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: The state file \S+ (cannot be opened|is a folder).*\n$/);
  expect(stderr).toContain(reason);
  expect(code).toBe(1);
});

test('a state file that another process has open is refused until that process ends, even by kill -9', async () => {
  const path = await folder();
  const file = join(path, 'state.db');
  const first = await start('--state', file);
  const id = await idOf(send(servedAt(first.url)));
  expect(await command(['--port', '0', '--state', file]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: The state file ${file} is in use by another process: stop it, or choose another file\n`,
  });
  await first.command.stop('SIGKILL');
  const second = await start('--state', file);
  expect(await idsAt(second)).toEqual([id]);
  expect(await second.command.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(path)).toEqual(['state.db']);
});

test.each([
  ['a file', true],
  ['no file yet', false],
])('a state file that links to %s stays a link, and its target is locked and written', async (_, exists) => {
  const path = await folder();
  const other = await folder();
  const [link, file] = [join(path, 'link.db'), join(other, 'state.db')];
  if (exists) {
    const first = await start('--state', file);
    await first.command.stop('SIGTERM');
  }
  await symlink(join(path, 'second.db'), link);
  await symlink(join('..', basename(other), 'state.db'), join(path, 'second.db'));
  const { url, command: running } = await start('--state', link);
  expect((await command(['--port', '0', '--state', file]).ending).stderr).toContain('is in use');
  const id = await idOf(send(servedAt(url)));
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readdir(other)).toEqual(['state.db']);
  expect(await idsAt(await start('--state', file))).toEqual([id]);
});

test('a state file that links to itself is refused in one line', async () => {
  const file = join(await folder(), 'state.db');
  await symlink(file, file);
  const { code, stderr } = await command(['--port', '0', '--state', file]).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: The state file \S+ cannot be opened: ELOOP.*\n$/);
  expect(code).toBe(1);
});

test.runIf(nightly)('large emails are kept in the file, not in memory', async () => {
  const file = join(await folder(), 'state.db');
  // Less memory than the content takes.
  const options = { NODE_OPTIONS: '--max-old-space-size=64' };
  const args = ['--json', '--port', '0', '--no-rate-limit', '--state', file];
  const first = await announced(command(args, options));
  const html = (n: number) => `<p>${n} ${'x'.repeat(9_500_000)}</p>`;
  const ids: string[] = [];
  for (let n = 0; n < 8; n++)
    ids.push(await idOf(send(servedAt(first.url), { html: html(n), idempotencyKey: `${n}` })));
  await first.command.stop('SIGKILL');

  const second = await announced(command(args, options));
  const served = servedAt(second.url);
  for (const [n, id] of ids.entries()) {
    const { text } = await call(served, 'GET', `/_sandbox/messages/${id}/html`);
    expect(text === html(n), id).toBe(true);
  }
  const again = await send(served, { html: html(3), idempotencyKey: '3' });
  expect(again.body.data).toMatchObject({ id: ids[3], skipped: true });
  expect((await send(served, { html: html(4), idempotencyKey: '3' })).outcome).toBe(
    '409 IDEMPOTENCY_CONFLICT',
  );
});

/** Rounds of `kill -9`. The proof needs 200. */
const rounds = nightly ? 200 : 2;

test(
  'after kill -9 at any moment under load, every acknowledged email is there, and every index is right',
  { timeout: 30_000 + rounds * 5_000 },
  async () => {
    const file = join(await folder(), 'state.db');
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < rounds; round++) {
      const running = await start('--state', file, '--no-rate-limit');
      await load(running, round, acknowledged);
      const next = await start('--state', file, '--no-rate-limit');
      const served = servedAt(next.url);
      const kept = new Map((await messagesAt(next.url)).map(({ id, subject }) => [id, subject]));
      const lost = [...acknowledged].filter(([id, subject]) => kept.get(id) !== subject);
      expect(lost, `round ${round}`).toEqual([]);
      expect((await call(served, 'GET', '/_sandbox/check')).json).toEqual({ problems: [] });
      // A later round starts over now and then, because checking takes longer with every email.
      if (round % 10 === 9) {
        await call(served, 'DELETE', '/_sandbox/messages');
        acknowledged.clear();
      }
      await next.command.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    }
  },
);

/** Sends emails over several connections until the server is killed, a moment after the first response. */
async function load(
  { url, command: running }: Awaited<ReturnType<typeof start>>,
  round: number,
  acknowledged: Map<string, string>,
): Promise<void> {
  const before = acknowledged.size;
  const large = 'x'.repeat(100_000);
  const until = performance.now() + 20 + Math.random() * 150;
  let sent = 0;
  const connection = async () => {
    for (;;) {
      const subject = `${round}: ${++sent}`;
      const response = await send(servedAt(url), {
        subject,
        idempotencyKey: subject,
        ...(sent % 20 === 0 && { html: large }),
      });
      acknowledged.set(response.body.data.id as string, subject);
      if (performance.now() > until) void running.stop('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, connection));
  await running.ending;
  expect(acknowledged.size).toBeGreaterThan(before);
}

const text = (length: number) => 'x'.repeat(length);

test('a file that cannot grow answers 507 for what it cannot store, and takes the rest', async () => {
  const file = join(await folder(), 'state.db');
  // Blocks of 1 KiB; like a full disk, but one that needs no rights to make.
  const limited = ['bash', '-c', 'ulimit -f 1500; exec "$0" "$@"'];
  const args = ['--json', '--port', '0', '--no-rate-limit', '--state', file];
  const { url, command: running } = await announced(commandUnder(limited, args));
  const served = servedAt(url);
  const kept: string[] = [];
  let refused = 0;
  for (let n = 0; n < 400 && refused < 5; n++) {
    const response = await send(served, { subject: `${n}`, text: text(20_000), idempotencyKey: `${n}` });
    if (response.status === 201) kept.unshift(response.body.data.id as string);
    else {
      refused += 1;
      expect(response.outcome).toBe('507 INSUFFICIENT_STORAGE');
      expect(response.body.error?.message).toMatch(
        /^The state file \S+ cannot be written \(.+\), so nothing of/,
      );
    }
  }
  expect([kept.length > 10, refused]).toEqual([true, 5]);
  const large = await send(served, { text: text(2_000_000) });
  expect(large.outcome).toBe('507 INSUFFICIENT_STORAGE');
  expect(
    (await call(served, 'POST', '/_sandbox/suppressions', { json: { email: 'bob@example.net' } })).outcome,
  ).toBe('507 INSUFFICIENT_STORAGE');
  expect((await call(served, 'GET', '/_sandbox/suppressions')).json).toEqual({ suppressions: [], total: 0 });
  expect((await call(served, 'GET', '/api/v1/emails')).body.data).toMatchObject({
    pagination: { total: kept.length },
  });
  expect(await idsAt({ url })).toEqual(kept);
  expect((await call(served, 'GET', '/_sandbox/check')).json).toEqual({ problems: [] });
  expect((await send(served, { from: 'nobody' })).status).toBe(400);
  await running.stop('SIGKILL');
  expect(await idsAt(await start('--state', file))).toEqual(kept);
});

const namespaces = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'];
const mount =
  'mount -t tmpfs -o size=2m tmpfs "$0" && dd if=/dev/zero of="$0/filler" bs=1k count=$1 2>/dev/null; shift; exec "$@"';
const canMount = spawnSync('unshare', [...namespaces.slice(1), 'mount -t tmpfs tmpfs /tmp']).status === 0;

/** Starts the command with its state on a disk of 2 MiB, of which `taken` KiB are taken. */
async function onSmallDisk(taken: number) {
  const path = await folder();
  const runner = [...namespaces, mount, path, String(taken)];
  const state = join(path, 'state.db');
  const running = commandUnder(runner, ['--json', '--port', '0', '--no-rate-limit', '--state', state]);
  return { running, filler: () => `/proc/${running.pid}/root${path}/filler` };
}

/** System calls with which a process has written so far. */
function writesOf(pid: number): number {
  return Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

test.runIf(canMount)('once a full disk has room again, everything can be kept again', async () => {
  const { running, filler } = await onSmallDisk(1_000);
  const { url } = await announced(running);
  const served = servedAt(url);
  const { uploadUrl } = await newUpload(served, { size: 1_500_000 });
  const headers = { 'content-type': 'application/pdf' };
  const full = await fetch(uploadUrl, { method: 'PUT', headers, body: text(1_500_000) });
  expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('its disk is full')]);
  const kept: string[] = [];
  let response = await send(served, { text: text(50_000) });
  for (; response.status === 201; response = await send(served, { text: text(50_000) })) {
    kept.unshift(response.body.data.id as string);
  }
  expect(response.outcome).toBe('507 INSUFFICIENT_STORAGE');
  expect(response.body.error?.message).toContain('(its disk is full)');
  expect(await idsAt({ url })).toEqual(kept);
  // Nothing is tried again until somebody calls.
  const before = writesOf(running.pid);
  await idsAt(await start());
  expect(writesOf(running.pid) - before).toBeLessThan(20);
  await rm(filler());
  kept.unshift(await idOf(send(served, { text: text(50_000) })));
  expect(await idsAt({ url })).toEqual(kept);
  expect((await call(served, 'GET', '/_sandbox/check')).json).toEqual({ problems: [] });
  expect((await running.stop('SIGTERM')).stderr).toMatch(/^.*Warning: The state file \S+ cannot be written/);
});

test.runIf(canMount)(
  'a disk that is full at the start is named, and does not block the next start',
  async () => {
    const path = await folder();
    const state = join(path, 'state.db');
    const program = `"$@"; rm "$0/filler"; exec "$@"`;
    const twice = mount.replace('exec "$@"', program);
    const runner = [...namespaces, twice, path, '2048'];
    const running = commandUnder(runner, ['--json', '--port', '0', '--state', state]);
    const { url } = await announced(running);
    expect((await send(servedAt(url))).status).toBe(201);
    const { stderr } = await running.stop('SIGTERM');
    const message = `The state file ${state} cannot be written, because its disk is full: free some space, or choose another file`;
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'FAILED', message } });
  },
);
