import { test } from '@playwright/test';
import { openRemoteAccount, type RemoteAccount } from './remote-account.ts';

/** Fixtures of every worker, for apps whose server calls the API. */
export interface WorkerFixtures {
  /** An account for this worker alone, on the sandbox at `sandboxUrl`. */
  account: RemoteAccount;
  /** Address of a served sandbox, for example from Playwright's `webServer`. */
  sandboxUrl: string | undefined;
  /** Domain that the account sends from, if the app needs a certain one. Default `worker-0.example` and so on. */
  accountDomain: string | undefined;
  /** The `--control-token` of that sandbox. */
  controlToken: string | undefined;
}

/** The account of this worker, once it is open: a process is one worker. */
let opened: RemoteAccount | undefined;

/** The account of this worker, if a test has used it. */
export function openedAccount(): RemoteAccount | undefined {
  return opened;
}

/** Playwright's `test` with an account for every worker that asks for one. */
export const accountTest = test.extend<object, WorkerFixtures>({
  sandboxUrl: [undefined, { option: true, scope: 'worker' }],
  accountDomain: [undefined, { option: true, scope: 'worker' }],
  controlToken: [undefined, { option: true, scope: 'worker' }],
  account: [
    async ({ sandboxUrl, accountDomain, controlToken }, use, { workerIndex }) => {
      if (sandboxUrl === undefined) {
        throw new Error('The fixture account needs the address of a sandbox: use: { sandboxUrl }');
      }
      const domain = accountDomain ?? `worker-${workerIndex}.example`;
      opened = await openRemoteAccount({ url: sandboxUrl, controlToken, domain });
      await use(opened);
    },
    { scope: 'worker' },
  ],
});
