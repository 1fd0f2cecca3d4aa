import { createSandbox } from '@mailrig/sandbox';
import { type SandboxFixtures, test as recording } from '@mailrig/sandbox/vitest';
import { afterAll, beforeAll, describe, test as base, type TestAPI } from 'vitest';
import { alternate } from './alternate.ts';
import { email } from './email.ts';

const plain: TestAPI<SandboxFixtures> = base.extend<SandboxFixtures>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions }, use) => use(createSandbox(sandboxOptions)),
});

alternate(
  { describe, beforeAll, afterAll },
  [plain, recording].map((test) => () => {
    test('sends an email', async ({ sandbox, expect }) => {
      await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, email(sandbox.liveApiKey, 'example.com'));
      expect(sandbox).toHaveSentEmail({ subject: 'Welcome' });
    });
  }),
);
