import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { expect, test, vi } from 'vitest';
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

test('a run that is dropped before it starts is reported, and one that started is not', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const warnings: string[] = [];
  const note = () => undefined;
  const logger = { debug: note, info: note, warn: (text: string) => warnings.push(text), error: note };
  const { mail } = connect({ logger });
  await mail.contacts('list').importMany([]);
  (() => void mail.emails.sendMany(emails))();
  await vi.waitFor(() => {
    collect();
    expect(warnings).not.toEqual([]);
  });
  expect(warnings).toEqual([
    'mailrig: sendMany: nothing was done, because the run was never started; await it, or loop over it with for await',
  ]);
});
