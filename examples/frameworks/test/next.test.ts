import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { POST } from '../app/api/sign-up/route.ts';
import { signUp } from '../app/sign-up/actions.ts';

const sandbox = createSandbox();
const server = await serve({ sandbox, port: 0 });
vi.stubEnv('MAILRIG_BASE_URL', server.url);
vi.stubEnv('MAILRIG_API_KEY', sandbox.liveApiKey);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});
beforeEach(() => sandbox.reset());

test('the route sends a code', async () => {
  const body = JSON.stringify({ email: 'grace@example.org' });
  const answer = await POST(new Request('http://localhost/api/sign-up', { method: 'POST', body }));

  expect(answer.status).toBe(202);
  expect(sandbox.mailbox.latest({ to: 'grace@example.org' })?.codes()).toEqual(['493017']);
});

test('the action says why it sends nothing', async () => {
  sandbox.suppressions.add({ email: 'gone@example.org' });
  const form = new FormData();
  form.set('email', 'gone@example.org');

  expect(await signUp('', form)).toBe('We cannot send you an email (RECIPIENT_SUPPRESSED).');
  expect(sandbox.mailbox.list()).toEqual([]);
});
