import { expect, test } from 'vitest';
import { call, servedAt, type Target } from '../harness.ts';
import { send } from '../conformance/emails.ts';
import { command, start } from './command.ts';

/** A sandbox, and the command `latest` that asks it. */
async function asked() {
  const { url, port } = await start('--clock', 'manual');
  const latest = (...args: readonly string[]) => command(['latest', '--port', String(port), ...args]);
  return { target: servedAt(url), port: String(port), latest };
}

function sendCode(target: Target, to: string, code: string) {
  const link = `https://app.example.com/confirm?code=${code}`;
  const text = `Your code is ${code}, or go to ${link}`;
  return send(target, { to, subject: 'Confirm your address', html: undefined, text });
}

test('latest --wait --code prints the code alone when the message comes', async () => {
  const { target, latest } = await asked();
  const waiting = latest('--to', 'grace@example.org', '--wait', '30s', '--code');
  await sendCode(target, 'bob@example.org', '111222');
  await sendCode(target, 'grace@example.org', '493017');
  expect(await waiting.ending).toEqual({ code: 0, stdout: '493017\n', stderr: '' });
});

test('latest --link prints the link alone, and --subject and --search choose the message', async () => {
  const { target, latest } = await asked();
  await sendCode(target, 'grace@example.org', '493017');
  await send(target, { subject: 'Your receipt' });
  const link = 'https://app.example.com/confirm?code=493017\n';
  expect((await latest('--subject', 'confirm', '--link').ending).stdout).toBe(link);
  expect((await latest('--search', 'to:grace', '--link').ending).stdout).toBe(link);
});

test('latest prints the whole message as JSON if stdout is not a terminal, and a short text with --text', async () => {
  const { target, latest } = await asked();
  await sendCode(target, 'grace@example.org', '493017');
  const { json } = await call(target, 'GET', '/_sandbox/messages/latest');
  expect(JSON.parse((await latest().ending).stdout)).toEqual(json);
  expect((await latest('--text').ending).stdout).toBe(`\
From     ada@example.com
To       grace@example.org
Subject  Confirm your address
Status   queued
Code     493017
Link     https://app.example.com/confirm?code=493017

Your code is 493017, or go to https://app.example.com/confirm?code=493017
`);
});

/** The failure of a command with `--json`: its only line, on stderr. */
async function failureOf(running: { readonly ending: ReturnType<typeof command>['ending'] }) {
  const { code, stdout, stderr } = await running.ending;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string; message: string } }).error;
}

test('with --json, every failure is one line of JSON on stderr with a code', async () => {
  const { target, port, latest } = await asked();
  expect(await failureOf(latest('--json'))).toEqual({
    code: 'NOT_FOUND',
    message: 'There is no message yet',
  });
  expect((await failureOf(latest('--json', '--to', 'ada'))).message).toMatch('that matches {"to":"ada"}');
  await send(target);
  expect(await failureOf(latest('--json', '--code'))).toMatchObject({ code: 'NO_CODE' });
  expect(await failureOf(latest('--json', '--link'))).toMatchObject({ code: 'NO_LINK' });
  expect(await failureOf(latest('--json', '--serch', 'x'))).toEqual({
    code: 'USAGE',
    message: 'Unknown option --serch; did you mean --search?',
  });
  expect(await failureOf(command(['--json', '--port', port]))).toMatchObject({ code: 'EADDRINUSE' });
  const nobody = ['latest', '--json', '--url', 'http://127.0.0.1:1'];
  expect(await failureOf(command(nobody))).toMatchObject({ code: 'NO_SANDBOX' });
});

test('MAILRIG_SANDBOX_JSON asks for JSON, too, and an option of a swept program does not', async () => {
  const running = command(['--bogus'], { MAILRIG_SANDBOX_JSON: '1' });
  expect(await failureOf(running)).toMatchObject({ code: 'USAGE' });
  const { stderr } = await command(['sweep', '--bogus', '--', 'node', 'worker.mjs', '--json']).ending;
  expect(stderr).toMatch(/^mailrig-sandbox: Unknown option --bogus/);
});
