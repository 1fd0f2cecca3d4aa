import { describe } from 'vitest';
import { test } from './shop.ts';

const ada = { email: 'ada@example.org', name: 'Ada' };

describe('signing up', () => {
  test.concurrent('a new user gets an email with a code', async ({ post, sandbox, expect }) => {
    const response = await post('/sign-up', ada);
    expect(response.status).toBe(201);
    expect(sandbox).toHaveSentEmail({ to: 'ada@example.org', subject: /confirm/i, text: 'Hello Ada' });
  });

  test.concurrent('only the right code confirms the address', async ({ post, sandbox, expect }) => {
    await post('/sign-up', ada);
    const [code] = (await sandbox.mailbox.waitFor({ to: ada.email })).codes();

    const wrong = await post('/confirm', { email: ada.email, code: '000000' });
    expect(wrong.status).toBe(403);
    const right = await post('/confirm', { email: ada.email, code });
    expect(await right.json()).toEqual({ confirmed: true });
  });

  test.concurrent('a waiting test sees an email that is sent later', async ({ post, sandbox, expect }) => {
    const arrival = sandbox.mailbox.waitFor({ subject: 'confirm', to: ada.email });
    await post('/sign-up', ada);
    expect((await arrival).codes()).toHaveLength(1);
  });

  test.concurrent('a user who signs up twice gets one email', async ({ post, sandbox, expect }) => {
    await post('/sign-up', ada);
    await post('/sign-up', ada);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });
});
