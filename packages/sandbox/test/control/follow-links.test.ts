import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';

/** A server that counts its requests. */
async function target(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '', method = '' }, response) => {
    asked.push(`${method} ${url}`);
    if (url === '/hang') return;
    const status = url === '/gone' ? 404 : url.startsWith('/to/') ? 302 : 200;
    response.writeHead(status, url.startsWith('/to/') ? { location: url.slice(3) } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Sends an email with links, and returns the function that follows them. */
async function mailWith(links: readonly string[]) {
  const sandbox = createSandbox();
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(() => server.close());
  const html = links.map((link) => `<a href="${link}">link</a>`).join('');
  const sent = await fetch(`${server.url}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', html }),
  });
  expect(sent.status).toBe(201);
  const [message] = sandbox.mailbox.list();
  return async (body: object) => {
    const response = await fetch(`${server.url}/_sandbox/messages/${message?.id}/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { links?: readonly object[] }) };
  };
}

test('POST /messages/{id}/links: each link says where it leads, redirects included, within its time', async () => {
  vi.stubEnv('CI', '');
  const { url, asked } = await target();
  const refused = 'http://127.0.0.1:1/';
  const follow = await mailWith([
    `${url}/`,
    `${url}/gone`,
    `${url}/to/gone`,
    `${url}/hang`,
    refused,
    'mailto:a@b.example',
  ]);
  expect(await follow({ allowPrivate: true, timeout: '300ms' })).toEqual({
    status: 200,
    links: [
      { url: `${url}/`, status: 200 },
      { url: `${url}/gone`, status: 404, problem: '404' },
      { url: `${url}/to/gone`, status: 404, problem: '404' },
      { url: `${url}/hang`, problem: 'no response in time' },
      { url: refused, problem: 'refused' },
    ],
  });
  expect(asked.toSorted()).toEqual(['HEAD /', 'HEAD /gone', 'HEAD /gone', 'HEAD /hang', 'HEAD /to/gone']);
  vi.unstubAllEnvs();
});

test.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '10.0.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '2130706433',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
])('POST /messages/{id}/links: %s is private and is never called unless allowed', async (host) => {
  vi.stubEnv('CI', '');
  const { url, asked } = await target();
  const follow = await mailWith([`http://${host}:${new URL(url).port}/`]);
  const { links } = await follow({});
  expect(links).toMatchObject([{ problem: expect.stringMatching(/^private address .*: not followed$/) }]);
  expect(asked).toEqual([]);
  vi.unstubAllEnvs();
});

test('POST /messages/{id}/links: nothing is followed in CI unless it is asked for', async () => {
  vi.stubEnv('CI', 'true');
  const { url, asked } = await target();
  const follow = await mailWith([url]);
  expect((await follow({ allowPrivate: true })).status).toBe(409);
  expect(asked).toEqual([]);
  expect((await follow({ allowPrivate: true, inCi: true })).links).toMatchObject([{ status: 200 }]);
  vi.unstubAllEnvs();
});
