// #region report
import type { Sandbox } from '@mailrig/sandbox';
import { sweep, test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { welcome } from '../src/welcome.ts';

async function signUpTwice(fork: Sandbox): Promise<void> {
  const mail = new Mailrig(fork.clientOptions());
  await Promise.all([welcome(mail, 'grace@example.org'), welcome(mail, 'grace@example.org')]);
}

test('shows what two sign-ups at the same time can do', async ({ sandbox }) => {
  const report = await sweep(sandbox, signUpTwice, { faults: false });
  console.log(String(report));
});
// #endregion report

test('the guide shows the report', async ({ sandbox, expect }) => {
  const report = await sweep(sandbox, signUpTwice, { faults: false });
  const shown = `${String(report)}\n`.replaceAll('examples/guides/', '');
  await expect(shown).toMatchFileSnapshot('welcome-report.txt');
});
