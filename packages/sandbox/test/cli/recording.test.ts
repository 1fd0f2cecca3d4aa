import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../folder.ts';
import { command, start } from './command.ts';

/** Starts `record` in front of a sandbox; the URL is the recorder's. */
async function startRecording() {
  const { url: baseUrl, liveApiKey } = await start('--clock', 'manual');
  const out = join(await folder(), 'recording.jsonl');
  const recorder = command(['record', '--base-url', baseUrl, '--out', out, '--json']);
  const { url } = JSON.parse(await recorder.printed(/\n/)) as { url: string };
  const headers = { authorization: `Bearer ${liveApiKey}`, 'content-type': 'application/json' };
  const send = (to: string) =>
    fetch(`${url}/api/v1/emails`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' }),
    });
  return { recorder, url, out, headers, send };
}

test('record stands between an application and a deployment, and replay finds no difference', async () => {
  const { recorder, url, out, headers, send } = await startRecording();
  expect((await send('bob@corp.org')).status).toBe(201);
  const file = { filename: 'a.png', contentType: 'image/png', size: 4 };
  const created = await fetch(`${url}/api/v1/attachments/presigned-url`, {
    method: 'POST',
    headers,
    body: JSON.stringify(file),
  });
  const { data } = (await created.json()) as { data: { uploadUrl: string } };
  expect(new URL(data.uploadUrl).origin).toBe(url);
  const put = await fetch(data.uploadUrl, { method: 'PUT', body: new Uint8Array([0, 255, 13, 10]) });
  expect(put.status).toBe(200);
  expect((await fetch(`${url}/api/v1/emails`, { method: 'HEAD', headers })).status).toBe(200);

  expect(await recorder.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await readFile(out, 'utf8')).not.toMatch(/bob|corp\.org|sk_live_sandbox/);
  expect(await command(['replay', '--recording', out]).ending).toEqual({
    code: 0,
    stdout: 'Compared 4 of 4 exchanges: no differences.\n',
    stderr: '',
  });
});

test('a recorder that is killed leaves a readable recording of everything that was answered', async () => {
  const { recorder, out, send } = await startRecording();
  const sends = Array.from({ length: 20 }, (_, index) => send(`person${index}@corp.org`));
  await Promise.race(sends);
  await Promise.all([recorder.stop('SIGKILL'), Promise.allSettled(sends)]);
  const answered = (await Promise.allSettled(sends)).filter(({ status }) => status === 'fulfilled').length;
  const { code, stdout } = await command(['replay', '--recording', out]).ending;
  expect(code).toBe(0);
  const compared = Number(/^Compared (\d+)/.exec(stdout)?.[1]);
  expect(compared).toBeGreaterThanOrEqual(answered);
  expect(answered).toBeGreaterThan(0);
});

test('replay exits with 2 if there are differences, and prints them as JSON', async () => {
  const { recorder, out, send } = await startRecording();
  await send('bob@corp.org');
  await recorder.stop('SIGTERM');
  const { code, stdout } = await command(['replay', '--recording', out, '--wire', 'sparse', '--json']).ending;
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    compared: 1,
    differences: [{ kind: 'status', lines: [2] }, {}, {}, {}],
  });

  const wire = `${out}.wire.json`;
  await writeFile(wire, JSON.stringify({ successStatus: '200' }));
  const fromFile = await command(['replay', '--recording', out, '--wire', wire]).ending;
  expect(fromFile.stdout).toContain('The deployment answers with status 201, the sandbox with 200.');
});

test('replay exits with 3 if nothing could be compared', async () => {
  const { recorder, url, out } = await startRecording();
  await fetch(`${url}/api/v1/emails`);
  await recorder.stop('SIGTERM');
  expect((await command(['replay', '--recording', out]).ending).code).toBe(3);
});

const refused: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['record', '--out', 'x'], /record needs --base-url URL/],
  [['record', '--base-url', 'http://127.0.0.1:1'], /record needs --out FILE/],
  [['record', '--base-url', 'example.com', '--out', 'x'], /--base-url must be an http or https URL/],
  [['replay'], /replay needs --recording FILE/],
  [['replay', '--recording', '/nowhere/x.jsonl'], /x\.jsonl cannot be read/],
  [['replay', '--recording', import.meta.filename], /recording\.test\.ts, line 1: This is not a recording/],
];

test.for(refused)('%s exits with 1 and one line that says what to do', async ([args, message]) => {
  const { code, stdout, stderr } = await command(args).ending;
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});

test('record does not overwrite a file', async () => {
  const { recorder, out } = await startRecording();
  await recorder.stop('SIGTERM');
  const again = await command(['record', '--base-url', 'http://127.0.0.1:1', '--out', out]).ending;
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/exists already; choose another/) });
});
