import { createSandbox } from '@mailrig/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { connect, email } from './client.ts';

const emails = [email, { ...email, to: 'eve@example.org' }, { ...email, to: 'not an address' }];

test('a run that is awaited runs to its end and gives its summary, with the failures', async () => {
  const { sandbox, mail } = connect();
  const run = mail.emails.sendMany(emails);
  expect(await run).toMatchObject({ succeeded: 2, failed: 1 });
  expect(await run).toEqual(run.summary);
  expect(sandbox.mailbox.list()).toHaveLength(2);
});

test('an async function that returns a run returns its summary', async () => {
  const { mail } = connect();
  const send = async () => mail.emails.sendMany(emails);
  expect(await send()).toMatchObject({ succeeded: 2 });
});

test('a run that is awaited fails as its loop does', async () => {
  const { mail } = connect({ apiKey: 'sk_live_unknown' });
  await expect(Promise.resolve(mail.emails.sendMany(emails))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test.each([{}, { logger: true }])(
  'a run, or a loop over changes, that has not started after a second gives one warning, and none if it has',
  async ({ logger }: { logger?: boolean }) => {
    const warnings: string[] = [];
    const note = () => undefined;
    const warn = (text: string) => void warnings.push(text);
    const console = vi.spyOn(globalThis.console, 'warn').mockImplementation(warn);
    onTestFinished(() => console.mockRestore());
    const { mail } = connect(logger ? { logger: { debug: note, info: note, warn, error: note } } : {});
    await mail.contacts('list').importMany([]);
    void mail.emails.sendMany(emails);
    void mail.emails.changes();
    await expect.poll(() => warnings).toHaveLength(2);
    expect(warnings).toEqual([
      'mailrig: sendMany: nothing was done a second after the call, because it was not started; loop over it with for await, or await it',
      'mailrig: changes: nothing was done a second after the call, because it was not started; loop over it with for await',
    ]);
  },
);

test('the progress of a run says once that it waits for the rate limit, and its log says why', async () => {
  const sandbox = createSandbox({ rateLimit: { limit: 2 } });
  const lines: string[] = [];
  const note = () => undefined;
  const logger = { debug: note, info: (text: string) => lines.push(text), warn: note, error: note };
  const mail = new Mailrig({ ...sandbox.clientOptions(), logger });
  const progress: (string | undefined)[] = [];
  const three = Array.from({ length: 3 }, () => email);
  const run = mail.emails.sendMany(three, {
    concurrency: 1,
    onProgress: ({ waitingFor }) => {
      progress.push(waitingFor);
      if (waitingFor) setTimeout(() => sandbox.clock.advance('1m'), 50);
    },
  });
  expect(await run).toEqual({ succeeded: 3, failed: 0, skipped: 0, resumed: 0 });
  expect(progress).toEqual([undefined, undefined, 'rate limit', undefined]);
  expect(lines).toEqual([expect.stringMatching(/ sendEmail waits for the rate limit$/)]);
});
