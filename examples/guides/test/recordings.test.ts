import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';

const source = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const program = fileURLToPath(new URL('../node_modules/@mailrig/sandbox/src/cli.ts', import.meta.url));

/** The arguments of the command in a region of the script. */
async function argumentsOf(command: string, deployment: string): Promise<string[]> {
  const script = await readFile(source('recordings.sh'), 'utf8');
  const line = script.split('\n').find((one) => one.startsWith(`npx mailrig-sandbox ${command}`)) ?? '';
  return line.replace('$DEPLOYMENT', deployment).split(' ').slice(2);
}

test('the recorder of the guide writes down what the app does, without its secrets', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'recordings-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await using server = await serve({ port: 0 });
  const words = await argumentsOf('record', server.url);
  const recorder = spawn(process.execPath, [program, ...words], { cwd });
  onTestFinished(() => void recorder.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of recorder.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (/MAILRIG_BASE_URL=\S+\n/.test(printed)) break;
  }
  const url = /MAILRIG_BASE_URL=(\S+)/.exec(printed)?.[1] ?? '';
  const answer = await fetch(`${url}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': server.sandbox.liveApiKey, 'content-type': 'application/json' },
    body: '{"from":"ada@example.com","to":"grace@example.org","subject":"Hello","text":"Hi Grace"}',
  });
  expect(answer.status).toBe(201);
  recorder.kill('SIGINT');
  await once(recorder, 'exit');
  const lines = (await readFile(join(cwd, 'recording.jsonl'), 'utf8')).split('\n');
  expect(lines[1]).toContain('"path":"/api/v1/emails"');
  expect(lines.join('')).not.toMatch(/grace|hello|sk_live_sandbox/i);
}, 30_000);

test('the replay of the guide prints its report', async () => {
  const words = await argumentsOf('replay', '');
  const cwd = source('.');
  const ended = await promisify(execFile)(process.execPath, [program, ...words], { cwd }).catch(
    (error: { readonly code: number; readonly stdout: string }) => error,
  );
  expect(ended).toMatchObject({ code: 2, stdout: await readFile(source('recordings.txt'), 'utf8') });
}, 30_000);
