import { expect, test } from 'vitest';
import { failureOf, faults } from './faults.ts';

faults('requestLog', (open) => {
  const effects = [
    { status: 503 },
    { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 },
    { status: 500, body: 'html' },
    { network: 'cut', status: 500 },
    { network: 'reset' },
    { network: 'drop' },
    { delay: 1, network: 'reset' },
  ] as const;

  test.each(effects)(
    'a send that %j met first is found by its key, recipient and text, and can be sent again',
    async (effect) => {
      const { sandbox, send } = await open();
      sandbox.faults.add({ operation: 'sendEmail', times: 1, effect });
      const email = { to: 'eve@example.org', text: 'Your code is 493017.', idempotencyKey: 'order-7' };
      await send(email).then(
        (response) => response.text().catch(() => {}),
        () => {},
      );
      for (const q of ['order-7', 'eve@example.org', 'code is 493017']) {
        expect(sandbox.requests.list({ q }), q).toMatchObject([{ operation: 'sendEmail', body: email }]);
      }
      expect(sandbox.mailbox.list()).toEqual([]);
    },
  );

  test('a send that never gets a response is in the request log with its body', async () => {
    const { sandbox, send } = await open();
    sandbox.faults.add({ times: 1, effect: { network: 'hang' } });
    const caller = new AbortController();
    const failure = failureOf(send({ to: 'eve@example.org' }, { signal: caller.signal }));
    await expect.poll(() => sandbox.requests.last()?.body).toMatchObject({ to: 'eve@example.org' });
    caller.abort(new Error('Enough'));
    await failure;
  });

  test('faults apply whatever the body, and the bytes of an upload stay out of the request log', async () => {
    const { sandbox, call, upload } = await open();
    sandbox.faults.add({ times: 3, effect: { status: 503 } });
    for (const body of ['{"to":', 'x'.repeat(70_000), '']) {
      expect((await call('POST', '/api/v1/emails', { body })).status).toBe(503);
      expect(sandbox.requests.last()).not.toHaveProperty('body');
    }
    sandbox.faults.failNext('putUpload', 503);
    expect((await upload()).status).toBe(503);
    expect(sandbox.requests.last({ operation: 'putUpload' })).not.toHaveProperty('body');
  });
});
