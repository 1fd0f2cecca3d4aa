import { createSandbox } from '@mailrig/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Mailrig, type MailrigOptions, type WaitEvent } from '../src/index.ts';
import { email } from './client.ts';

/** Sends until the rate limit of 2 has been waited for twice, and gives what the console and the logger got. */
async function waitTwice(options: MailrigOptions = {}) {
  const shown: unknown[] = [];
  const console = vi.spyOn(globalThis.console, 'warn').mockImplementation((line) => void shown.push(line));
  onTestFinished(() => console.mockRestore());
  const sandbox = createSandbox({ clock: 'manual', rateLimit: { limit: 2 } });
  const mail = new Mailrig({ ...sandbox.clientOptions(), ...options });
  for (let call = 0; call < 5; call += 1) await sandbox.clock.runUntil(mail.emails.send(email));
  return shown;
}

const words =
  'because this key has made the 2 requests that the rate limit allows in one window; in a test, create the sandbox with rateLimit: false, or move its clock; a hook onWait gets such waits in place of this warning';

test('the first long wait for the rate limit is a warning on the console, with what to do', async () => {
  expect(await waitTwice()).toEqual([expect.stringMatching(/^mailrig: calls wait 60 s /)]);
  expect((await waitTwice())[0]).toContain(words);
});

test('with a logger, the warning is on the logger, if its level has warnings', async () => {
  const lines: string[] = [];
  const note = () => undefined;
  const logger = { debug: note, info: note, warn: (line: string) => lines.push(line), error: note };
  expect(await waitTwice({ logger })).toEqual([]);
  expect(lines).toEqual([expect.stringContaining(words)]);
  await waitTwice({ logger, logLevel: 'error' });
  expect(lines).toHaveLength(1);
});

test.each(['error', 'off'] as const)('logLevel %s turns the warning off', async (logLevel) => {
  expect(await waitTwice({ logLevel })).toEqual([]);
});

test('a hook onWait gets each long wait in place of the warning', async () => {
  const waits: WaitEvent[] = [];
  expect(await waitTwice({ hooks: { onWait: (event) => void waits.push(event) } })).toEqual([]);
  expect(waits).toHaveLength(2);
  expect(waits[0]).toMatchObject({
    for: 'rate limit',
    words: expect.stringMatching(/^because this key has/),
  });
  expect(waits[0]?.wait).toBe(60_000);
});

test('a long wait that the service asks for is a warning, and polls are none', async () => {
  const shown: unknown[] = [];
  const console = vi.spyOn(globalThis.console, 'warn').mockImplementation((line) => void shown.push(line));
  onTestFinished(() => console.mockRestore());
  const sandbox = createSandbox({ clock: 'manual' });
  const mail = new Mailrig(sandbox.clientOptions());
  const queued = await mail.emails.send({ ...email, to: 'grace+queued@example.org' });
  const polls = mail.emails.waitFor(queued, { totalTimeout: 120_000 });
  await sandbox.clock.runUntil(polls).catch(() => undefined);
  expect(shown).toEqual([]);
  sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 45 } });
  await sandbox.clock.runUntil(mail.emails.send(email));
  expect(shown).toEqual([
    'mailrig: calls wait 45 s because the service asked for it after SERVICE_UNAVAILABLE; option maxRetryAfter limits it, in a run outageTimeout; a hook onWait gets such waits in place of this warning',
  ]);
});
