// #region sweep
import { sweep, test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { signUp } from '../src/sign-up.ts';

test('a sign-up is safe, whatever goes wrong', async ({ sandbox, expect }) => {
  const report = await sweep(sandbox, (fork) => {
    const mail = new Mailrig(fork.clientOptions());
    return signUp(mail, 'grace@example.org', '493017');
  });
  expect(report).toHoldEverywhere();
});
// #endregion sweep

// #region check
test('a sign-up makes at most one more request', async ({ sandbox, expect }) => {
  const report = await sweep(
    sandbox,
    (fork) => {
      const mail = new Mailrig(fork.clientOptions());
      return signUp(mail, 'grace@example.org', '493017');
    },
    {
      wire: ['examples', 'sparse'],
      check: (fork) => (fork.requests.count() > 2 ? 'It made more than two requests.' : undefined),
    },
  );
  expect(report).toHoldEverywhere();
});
// #endregion check

test('the report in the guide is what a naive retry gets', async ({ sandbox, expect }) => {
  const report = await sweep(sandbox, async (fork) => {
    const send = () => {
      const mail = new Mailrig({ ...fork.clientOptions(), maxRetries: 0 });
      return signUp(mail, 'grace@example.org', '493017');
    };
    await send().catch(send);
  });
  await expect(`${String(report)}\n`).toMatchFileSnapshot('sweep-report.txt');
});
