import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { signUpApp } from '../src/hono.ts';

function request(email: string): RequestInit {
  return { method: 'POST', body: JSON.stringify({ email }) };
}

test('a new user gets a code', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const answer = await signUpApp(mail).request('/sign-up', request('grace@example.org'));

  expect(answer.status).toBe(202);
  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
});

test('an address that wants no mail is refused', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  sandbox.suppressions.add({ email: 'gone@example.org' });
  const answer = await signUpApp(mail).request('/sign-up', request('gone@example.org'));

  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ error: 'RECIPIENT_SUPPRESSED' });
});
