import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { interceptFetch } from '@mailrig/sandbox/msw/fetch';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';

function intercepted(...options: Parameters<typeof createSandbox>): Sandbox {
  const sandbox = createSandbox(...options);
  const interception = interceptFetch(sandbox);
  onTestFinished(() => interception.close());
  return sandbox;
}

function send({ baseUrl, liveApiKey }: Sandbox, subject: string): Promise<Response> {
  return fetch(`${baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: 'bob@example.org', subject, text: 'Hello' }),
  });
}

test('a send with the global fetch is captured and listed, with its headers (R45)', async () => {
  const sandbox = intercepted();
  const answer = await send(sandbox, 'Hello');
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('99');
  expect(sandbox.mailbox.latest()?.subject).toBe('Hello');
  const list = await fetch(`${sandbox.baseUrl}/api/v1/emails?limit=1`, {
    headers: { 'x-api-key': sandbox.liveApiKey },
  });
  expect(await list.json()).toMatchObject({ success: true, data: { emails: [{ subject: 'Hello' }] } });
});

test('refusals and answers without a body arrive intact (R17, R164)', async () => {
  const sandbox = intercepted();
  const refused = await fetch(`${sandbox.baseUrl}/api/v1/emails`);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
  const reset = await fetch(`${sandbox.baseUrl}/_sandbox/reset`, { method: 'POST' });
  expect(reset.status).toBe(204);
  expect(await reset.text()).toBe('');
});

test('the presigned upload is served on its own host (R107)', async () => {
  const sandbox = intercepted();
  const created = await fetch(`${sandbox.baseUrl}/api/v1/attachments/presigned-url`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.txt', contentType: 'text/plain', size: 2 }),
  });
  const { data } = (await created.json()) as { data: { uploadUrl: string } };
  expect(new URL(data.uploadUrl).origin).toBe(new URL(sandbox.uploadBaseUrl).origin);
  const put = await fetch(data.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: new Uint8Array([104, 105]),
  });
  expect(put.status).toBe(200);
});

test('a lost connection looks like the platform’s own failure', async () => {
  const sandbox = intercepted();
  sandbox.faults.add({ operation: 'sendEmail', effect: { network: 'reset' } });
  await expect(send(sandbox, 'Lost')).rejects.toThrow(TypeError);
});

test('requests to other hosts pass through', async () => {
  const sandbox = intercepted();
  await using other = await serve({ port: 0 });
  const answer = await fetch(`${other.url}/_sandbox/health`);
  expect(await answer.json()).toMatchObject({ status: 'ok' });
  expect(sandbox.requests.list()).toEqual([]);
});

test('close() restores the platform’s fetch', async () => {
  const platform = globalThis.fetch;
  {
    using interception = interceptFetch(createSandbox());
    expect(interception).toBeDefined();
    expect(globalThis.fetch).not.toBe(platform);
  }
  expect(globalThis.fetch).toBe(platform);
});
