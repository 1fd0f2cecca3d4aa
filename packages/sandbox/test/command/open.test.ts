import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { folder } from '../folder.ts';
import { hello } from '../conformance/emails.ts';
import { type Announcement, command } from './command.ts';

/** Opens a file, and returns a way to call the sandbox that is served. */
async function opened(file: string) {
  const running = command(['open', file, '--json']);
  const { url } = JSON.parse(await running.printed(/.*\n/)) as Announcement;
  return { running, get: async (path: string) => (await fetch(`${url}${path}`)).json() };
}

test('what a sweep saves is shown as it was when something broke', async () => {
  const file = join(await folder(), 'broken.jsonl');
  const sends = `fetch(process.env.MAILRIG_BASE_URL + '/api/v1/emails', {
    method: 'POST',
    headers: { 'x-api-key': process.env.MAILRIG_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(${JSON.stringify(hello)}),
  })`;
  const sweep = command(['sweep', '--crashes', '--save', file, '--', process.execPath, '-e', sends]);
  expect(await sweep.ending).toMatchObject({ code: 2, stderr: '' });
  const { running, get } = await opened(file);
  expect(await get('/_sandbox/messages')).toMatchObject({ total: 2 });
  expect(await get('/_sandbox/clock')).toMatchObject({ frozen: true });
  expect(await get('/_sandbox/accounts')).toMatchObject({
    accounts: [{ keys: [{ key: 'sk_live_sandbox' }, { key: 'sk_test_sandbox' }] }],
  });
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a saved state is opened as well, and the address is printed', async () => {
  const file = join(await folder(), 'sandbox.jsonl');
  await writeFile(file, [...createSandbox().save()].join(''));
  const running = command(['open', file]);
  expect(await running.printed(/stops it/)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\nCtrl\+C stops it/);
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a file that cannot be opened is refused in one sentence', async () => {
  const file = join(await folder(), 'damaged.jsonl.br');
  await writeFile(file, Buffer.of(0x1f, 0x8b, 8));
  const endings = [['open'], ['open', file]].map((args) => command(args).ending);
  const said = (await Promise.all(endings)).map(({ code, stderr }) => [code, stderr]);
  expect(said).toEqual([
    [1, 'mailrig-sandbox: The file to open is missing, for example mailrig-sandbox open sandbox.jsonl.br\n'],
    [1, expect.stringMatching(/^mailrig-sandbox: .*damaged\.jsonl\.br cannot be opened: .*\n$/)],
  ]);
});
