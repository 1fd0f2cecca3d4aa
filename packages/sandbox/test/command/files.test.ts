import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call, servedAt } from '../harness.ts';
import { folder } from '../folder.ts';
import { command, start } from './command.ts';

const example = fileURLToPath(new URL('../../../../examples/guides/test/newsletter.yaml', import.meta.url));

/** Reads a URL of the control plane. */
async function read(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

test('--seed starts from a seed file', async () => {
  const { controlUrl } = await start('--seed', example, '--clock', 'manual');
  expect(await read(`${controlUrl}/accounts/default`)).toMatchObject({ credits: 250 });
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

test('the curl line to paste uses the domain and the key of the seed file', async () => {
  const file = join(await folder(), 'seed.json');
  const keys = [{ environment: 'live', key: 'sk_live_mine1234' }];
  await writeFile(file, JSON.stringify({ accounts: [{ domain: { name: 'mine.example' }, keys }] }));
  const text = await command(['--text', '--port', '0', '--seed', file]).printed(/curl .*\n/);
  expect(text).toMatch(/Sends from +any address at mine\.example\n/);
  const [, url = '', key = '', body = ''] = /curl (\S+).*Bearer (\w+)'.*-d '(.*)'/.exec(text) ?? [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
});

test('emails, refusals and broken connections have a line each, and calls of the control plane have none', async () => {
  const running = command([
    '--text',
    '--port',
    '0',
    '--clock',
    'manual',
    '--start-at',
    '2026-01-01T09:00:00Z',
  ]);
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
    expect.stringMatching(/^09:00:00 bob@example\.net {2}Hello {2}http:/),
    '09:00:00 POST /api/v1/emails 401 UNAUTHORIZED',
    '09:00:00 POST /api/v1/emails no response (fault)',
  ]);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/ in [\d.]+ ms$/);
});
