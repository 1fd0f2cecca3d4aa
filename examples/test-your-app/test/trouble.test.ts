import { describe } from 'vitest';
import { test } from './shop.ts';

const ada = { email: 'ada@example.org', name: 'Ada' };

describe('mail trouble', () => {
  test.concurrent('a user with a suppressed address is asked for another one', async ({
    post,
    sandbox,
    expect,
  }) => {
    sandbox.suppressions.add({ email: ada.email, reason: 'complained' });
    const response = await post('/sign-up', ada);
    expect(response.status).toBe(422);
    expect(sandbox).not.toHaveSentEmail();
  });

  test.concurrent('a single 503 is retried, and nobody notices', async ({ post, sandbox, expect }) => {
    sandbox.faults.failNext('sendEmail', 503);
    const response = await post('/sign-up', ada);
    expect(response.status).toBe(201);
    expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(2);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test.concurrent('a service that stays down becomes a 503 that says when to try again', async ({
    post,
    sandbox,
    expect,
  }) => {
    sandbox.faults.failNext('sendEmail', 503, 3);
    const response = await post('/sign-up', ada);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('30');
  });

  test.concurrent('a connection lost after the mail was accepted does not send it twice', async ({
    post,
    sandbox,
    expect,
  }) => {
    sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
    const response = await post('/sign-up', ada);
    expect(response.status).toBe(201);
    expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(2);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test.concurrent('a user who tries again after every response was lost does not get it twice either', async ({
    post,
    sandbox,
    expect,
  }) => {
    sandbox.faults.add({ operation: 'sendEmail', times: 3, phase: 'after', effect: { network: 'reset' } });
    expect((await post('/sign-up', ada)).status).toBe(503);
    expect((await post('/sign-up', ada)).status).toBe(201);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });
});
