import { expect, test as recording } from '@mailrig/sandbox/playwright';
import { accountTest as plain } from '../../../packages/sandbox/src/testing/playwright-account.ts';
import { alternate } from './alternate.ts';
import { email } from './email.ts';

// Both have the same fixtures of workers, so that one process runs them.
alternate(
  plain,
  [plain, recording].map((test) => () => {
    test('sends an email', async ({ account }) => {
      const response = await fetch(`${account.url}/api/v1/emails`, email(account.liveApiKey, account.domain));
      expect(response.status).toBe(201);
    });
  }),
);
