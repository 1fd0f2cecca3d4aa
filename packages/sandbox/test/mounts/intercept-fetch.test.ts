import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { interceptFetch } from '@mailrig/sandbox/msw/fetch';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { list, send } from '../conformance/emails.ts';
import { newUpload, put } from '../conformance/upload.ts';
import { call, servedAt } from '../harness.ts';

function intercepted(...options: Parameters<typeof createSandbox>): Sandbox {
  const sandbox = createSandbox(...options);
  const interception = interceptFetch(sandbox);
  onTestFinished(() => interception.close());
  return sandbox;
}

/** The sandbox, reached by the intercepted global fetch. */
const through = ({ baseUrl, liveApiKey }: Sandbox) => servedAt(baseUrl, liveApiKey);

test('a send with the global fetch is captured and listed, with its headers (R45)', async () => {
  const sandbox = intercepted();
  const response = await send(through(sandbox));
  expect(response.status).toBe(201);
  expect(response.headers.get('x-ratelimit-remaining')).toBe('99');
  expect(sandbox.mailbox.latest()?.subject).toBe('Hello');
  const listed = await list(through(sandbox), { limit: '1' });
  expect(listed.json).toMatchObject({ success: true, data: { emails: [{ subject: 'Hello' }] } });
});

test('refusals and answers without a body arrive intact (R17, R164)', async () => {
  const sandbox = intercepted();
  const refused = await list(through(sandbox), {}, { key: null });
  expect(refused.status).toBe(401);
  expect(refused.json).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
  const reset = await call(through(sandbox), 'POST', '/_sandbox/reset');
  expect(reset.status).toBe(204);
  expect(reset.text).toBe('');
});

test('the presigned upload is served on its own host (R107)', async () => {
  const sandbox = intercepted();
  const upload = await newUpload(through(sandbox));
  expect(new URL(upload.uploadUrl).origin).toBe(new URL(sandbox.uploadBaseUrl).origin);
  expect((await put(through(sandbox), upload)).status).toBe(200);
});

test('a lost connection looks like the platform’s own failure', async () => {
  const sandbox = intercepted();
  sandbox.faults.add({ operation: 'sendEmail', effect: { network: 'reset' } });
  await expect(send(through(sandbox))).rejects.toThrow(TypeError);
});

test('requests to other hosts pass through', async () => {
  const sandbox = intercepted();
  await using other = await serve({ port: 0 });
  const response = await call(servedAt(other.url), 'GET', '/_sandbox/health');
  expect(response.json).toMatchObject({ status: 'ok' });
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
