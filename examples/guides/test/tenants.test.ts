import { test } from '@mailrig/sandbox/vitest';
import { tenants } from '../src/tenants.ts';

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
  const clientOf = tenants(options);
  await clientOf('acme').emails.list();
  expect(sandbox.requests.last()?.headers).toMatchObject({ 'x-app': 'billing', 'x-tenant': 'acme' });
  await clientOf('globex').emails.list();
  expect(sandbox.requests.last()?.headers).toMatchObject({ 'x-app': 'billing', 'x-tenant': 'globex' });

  await clientOf('acme').attachments.upload(new Blob(['a,b\n']), { filename: 'report.csv' });
  expect(puts).toEqual([['content-type']]);
});
