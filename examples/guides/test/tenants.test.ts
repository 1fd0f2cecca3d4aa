import { test } from '@mailrig/sandbox/vitest';
import { clientOf } from '../src/tenants.ts';

test('each tenant has its own header, and uploads have none', async ({ sandbox, expect }) => {
  const { liveApiKey: apiKey, baseUrl, fetch } = sandbox;
  const puts: string[][] = [];
  const options = {
    apiKey,
    baseUrl,
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.method === 'PUT') puts.push([...request.headers.keys()]);
      return fetch(request);
    },
  };
  await clientOf('acme', options).emails.list();
  expect(sandbox.requests.last()?.headers).toMatchObject({ 'x-app': 'billing', 'x-tenant': 'acme' });
  await clientOf('globex', options).emails.list();
  expect(sandbox.requests.last()?.headers).toMatchObject({ 'x-app': 'billing', 'x-tenant': 'globex' });

  await clientOf('acme', options).attachments.upload(new Blob(['a,b\n']), { filename: 'report.csv' });
  expect(puts).toEqual([['content-type']]);
});
