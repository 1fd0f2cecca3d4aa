import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sendReceipt } from '../src/receipt.ts';

const sandbox = createSandbox({ baseUrl: 'https://mail.example.com' });
const server = setupServer(...handlers(sandbox));
server.listen();
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

test('a client created deep inside the app reaches the sandbox', async () => {
  await sendReceipt('grace@example.org');
  expect(sandbox.mailbox.latest({ to: 'grace@example.org' })?.subject).toBe('Your receipt');
});
