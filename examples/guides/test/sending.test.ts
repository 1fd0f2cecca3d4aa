import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test, vi } from 'vitest';
import { bouncedSince, connect, greet, greetEach, requestIdOf, wasReallySent } from '../src/sending.ts';

function start() {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
  const mail = new Mailrig(sandbox.clientOptions());
  return { sandbox, mail, simulating: new Mailrig(sandbox.clientOptions('test')) };
}

test('a client is configured from the environment', () => {
  vi.stubEnv('MAILRIG_API_KEY', 'sk_test_sandbox');
  vi.stubEnv('MAILRIG_BASE_URL', 'http://127.0.0.1:4010');
  expect(connect().environment).toBe('test');
});

test('one email goes to several people who can see each other', async () => {
  const { sandbox, mail } = start();
  const messageId = await greet(mail);
  expect(sandbox.mailbox.get(messageId).to).toEqual([
    'grace@example.org',
    'Bob <bob@example.org>',
    '"Doe, John" <john@example.org>',
  ]);
});

test('one email each hides the recipients from each other', async () => {
  const { sandbox, mail } = start();
  await greetEach(mail, ['grace@example.org', 'bob@example.org']);
  expect(sandbox.mailbox.list().map(({ to }) => to)).toEqual(
    expect.arrayContaining([['grace@example.org'], ['bob@example.org']]),
  );
});

test('a test key only simulates the send', async () => {
  const { mail, simulating } = start();
  expect(await wasReallySent(mail)).toBe(true);
  expect(await wasReallySent(simulating)).toBe(false);
});

test('bounced mail is listed by its status', async () => {
  const { sandbox, mail } = start();
  await greetEach(mail, ['grace@example.org', 'bounce@example.org']);
  sandbox.clock.runUntilIdle();
  expect(await bouncedSince(mail, '2026-01-31')).toEqual(['bounce@example.org']);
});

test('the request id comes with the data', async () => {
  expect(await requestIdOf(start().mail)).toMatch(/^req_/);
});
