// #region msw
import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { Mailrig } from 'mailrig';
import { setupServer } from 'msw/node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../src/sign-up.ts';

const sandbox = createSandbox({ baseUrl: 'https://mail.example.com' });
const server = setupServer(...handlers(sandbox));
server.listen();
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

test('a client created deep inside the app reaches the sandbox', async () => {
  const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: 'https://mail.example.com' });
  await signUp(mail, 'grace@example.org', '493017');
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
// #endregion msw
