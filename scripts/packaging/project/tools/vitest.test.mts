import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { sweep, sweepFaults, test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { expect } from 'vitest';

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' };

function clientOf(sandbox: Sandbox): Mailrig {
  return new Mailrig(sandbox.clientOptions());
}

test('the fixture and the matchers work, and their types are right', async ({ sandbox }) => {
  expect(sandbox).not.toHaveSentEmail();
  const sent = (): Promise<void> => expect.poll(() => sandbox).toHaveSentEmail({ to: 'bob@example.org' });
  await Promise.all([sent(), clientOf(sandbox).emails.send(email)]);
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', subject: 'Hello' });
  await expect(sandbox.mailbox.latest()).toPassEmailChecks({ ignore: ['text-missing'] });
  const later = (): Promise<void> => expect(Promise.resolve(sandbox)).resolves.toHaveSentEmail();
  await later();
  // @ts-expect-error A misspelled condition does not compile.
  expect(() => expect(sandbox).toHaveSentEmail({ too: 'bob@example.org' })).toThrow(
    'the field too is unknown: did you mean to?',
  );
});

test('a sweep holds', async () => {
  const options = { wire: ['examples'], faults: sweepFaults.slice(0, 2) } as const;
  const report = await sweep(createSandbox(), (fork) => clientOf(fork).emails.send(email), options);
  expect(report).toHoldEverywhere();
});
