import { expect, test } from '@mailrig/sandbox/playwright';

for (const subject of ['one', 'two']) {
  test(`a server's email arrives in the account of the worker: ${subject}`, async ({ account, request }) => {
    const response = await request.post(`${account.url}/api/v1/emails`, {
      headers: { authorization: `Bearer ${account.liveApiKey}` },
      data: {
        from: `ada@${account.domain}`,
        to: 'bob@example.org',
        subject,
        text: 'Your code is 493017, or see https://app.example.com/confirm.',
      },
    });
    expect(response.status()).toBe(201);
    const message = await account.waitForMessage({ to: 'bob@example.org', subject });
    expect(message.from).toBe(`ada@${account.domain}`);
    expect(message.codes()).toEqual(['493017']);
    expect(message.links()).toEqual(['https://app.example.com/confirm']);
    expect(new TextDecoder().decode(await message.raw())).toContain(`Subject: ${subject}`);
    await expect(message).toPassEmailChecks({ failOn: 'advice', clients: ['gmail.*'] });
    await expect(message.check({ ignore: ['nothing'] })).rejects.toThrow('has no check or feature');
    expect(await account.messages({ subject: 'nobody sent this' })).toEqual([]);
    await expect(account.waitForMessage({ subject: 'nor this' }, 1)).rejects.toThrow(
      `within 1 ms. The mailbox holds:\n  bob@example.org: `,
    );
    await request.post(`${account.url}/api/v1/emails`, {
      headers: { authorization: `Bearer ${account.liveApiKey}` },
      data: { from: 'ada@elsewhere.org', to: 'bob@example.org', subject, text: 'Hi' },
    });
    await expect(account.waitForMessage({ subject: 'nor this' }, 1)).rejects.toThrow(
      `bob@example.org, ${subject}: 400 FROM_DOMAIN_MISMATCH: from must be an address at ${account.domain}`,
    );
  });
}

test('fails: a server’s email has another code', async ({ account, request }) => {
  await request.post(`${account.url}/api/v1/emails`, {
    headers: { authorization: `Bearer ${account.liveApiKey}` },
    data: {
      from: `ada@${account.domain}`,
      to: 'grace@example.org',
      subject: `Never send ${account.liveApiKey}`,
      text: 'Your code is 493017.',
    },
  });
  const message = await account.waitForMessage({ to: 'grace@example.org' });
  expect(message.codes()).toEqual([account.liveApiKey]);
});
