/// <reference types="jest" />
import { expect as imported } from '@jest/globals';
import { createSandbox } from '@mailrig/sandbox';
import '@mailrig/sandbox/jest';

/** Uses the matchers on Jest's global `expect` and on the imported one. It only has to compile. */
export async function matchers(): Promise<void> {
  const sandbox = createSandbox();
  expect(sandbox).not.toHaveSentEmail({ to: 'bob@example.org' });
  imported(sandbox).not.toHaveSentEmail({ to: 'bob@example.org' });
  const sent = Promise.resolve(sandbox);
  const later = (): Promise<void> => expect(sent).resolves.toHaveSentEmail();
  const importedLater = (): Promise<void> => imported(sent).resolves.toHaveSentEmail();
  await Promise.all([later(), importedLater()]);
  const checked: Promise<void> = expect(sandbox.mailbox.latest()).toPassEmailChecks({ failOn: 'error' });
  await checked;
  await imported(sandbox.mailbox.latest()).toPassEmailChecks();
  // @ts-expect-error A misspelled condition does not compile.
  expect(sandbox).toHaveSentEmail({ too: 'bob@example.org' });
  // @ts-expect-error A misspelled condition does not compile.
  imported(sandbox).toHaveSentEmail({ too: 'bob@example.org' });
}
