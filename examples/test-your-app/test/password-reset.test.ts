import { describe } from 'vitest';
import { test } from './shop.ts';

const ada = { email: 'ada@example.org', name: 'Ada' };

describe('a forgotten password', () => {
  test.override({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

  test('the link works for an hour and not a moment longer', async ({ app, post, sandbox, expect }) => {
    await post('/sign-up', ada);
    await post('/password-reset', { email: ada.email });
    const [link = ''] = sandbox.mailbox.latest({ subject: 'password' })?.links() ?? [];

    sandbox.clock.advance('59m');
    expect(await (await app.request(link)).json()).toEqual({ email: ada.email });
    sandbox.clock.advance('1m');
    expect((await app.request(link)).status).toBe(410);
  });

  test('the mail is queued and delivered two seconds later', async ({ post, sandbox, expect }) => {
    await post('/sign-up', ada);
    await post('/password-reset', { email: ada.email });
    expect(sandbox).toHaveSentEmail({ subject: 'Choose a new password', status: 'queued' });
    sandbox.clock.advance('2s');
    expect(sandbox).toHaveSentEmail({ subject: 'Choose a new password', status: 'delivered' });
  });

  test('a stranger gets the same response and no mail', async ({ post, sandbox, expect }) => {
    const response = await post('/password-reset', { email: 'eve@example.org' });
    expect(response.status).toBe(202);
    expect(sandbox).not.toHaveSentEmail();
  });
});
