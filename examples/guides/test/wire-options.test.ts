import { createSandbox, wirePresets } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';

// #region presets
test.for(['examples', 'reference', 'sparse', 'client-js'] as const)(
  'the app reads %s responses',
  async (wire) => {
    const sandbox = createSandbox({ wire });
    const mail = new Mailrig(sandbox.clientOptions());

    const { status } = await mail.verification.verify('ada@example.net');
    expect(status).toBe('clean');
  },
);
// #endregion presets

// #region single
test('fields without a value can be null', async () => {
  const sandbox = createSandbox({ wire: { nulls: 'explicit' } });
  const headers = { 'x-api-key': sandbox.testApiKey, 'content-type': 'application/json' };
  const url = `${sandbox.baseUrl}/api/v1/contact-lists`;

  const answer = await sandbox.fetch(url, { method: 'POST', headers, body: '{"name":"Readers"}' });
  expect(await answer.json()).toMatchObject({ data: { description: null } });

  sandbox.setWire('sparse');
  expect(sandbox.wire).toEqual(wirePresets.sparse);
});
// #endregion single

// #region ignored
test('every field of our requests is a documented one', async () => {
  const sandbox = createSandbox();
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.lists.create({ name: 'Readers' });

  expect(sandbox.requests.list({ ignoredFields: true })).toEqual([]);
});
// #endregion ignored
