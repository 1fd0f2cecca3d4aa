import { describe, test } from 'node:test';
import {
  assertHoldsEverywhere,
  assertNoSentEmail,
  assertPassesEmailChecks,
  assertSentEmail,
  sweep,
  useSandbox,
} from '@mailrig/sandbox/node-test';
import { newsletter } from '../../checks/good-email.ts';
import { send } from '../../conformance/emails.ts';
import { correct, naive } from '../../sweep/scenarios.ts';

/** Tests of a user; those of the block `failing` fail on purpose. */
const sandbox = useSandbox();

test('finds an email', async () => {
  await send(sandbox, { subject: 'One' });
  assertSentEmail(sandbox, { subject: 'One' });
});

test('starts empty', () => assertNoSentEmail(sandbox));

test('finds nothing to correct', async () => {
  await send(sandbox, newsletter);
  await assertPassesEmailChecks(sandbox.mailbox.get(sandbox.mailbox.latest()?.id ?? ''));
});

test('finds no break', async () => assertHoldsEverywhere(await sweep(sandbox, correct)));

describe('options', () => {
  const frozen = useSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });

  test('moves the clock', () => {
    frozen.clock.advance('1h');
    assertNoSentEmail(frozen);
  });

  test('starts with the clock as it was', (t) => {
    t.assert.equal(frozen.clock.now().toISOString(), '2026-01-31T09:00:00.000Z');
  });
});

describe('failing', () => {
  test('misses an email', () => assertSentEmail(sandbox, { subject: 'One' }));

  test('finds an unwanted email', async () => {
    await send(sandbox, { subject: 'Two' });
    assertNoSentEmail(sandbox, { subject: 'Two' });
  });

  test('finds an empty link', async () => {
    await send(sandbox, { html: '<a href="">Start</a>' });
    await assertPassesEmailChecks(sandbox.mailbox.get(sandbox.mailbox.latest()?.id ?? ''));
  });

  test('finds a break', async () => assertHoldsEverywhere(await sweep(sandbox, naive)));
});
