import { networkInterfaces } from 'node:os';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { call, servedAt } from '../harness.ts';
import { request, start } from './raw.ts';

/** An address of this machine that counts as the network. */
const outward = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.internal === false && one.family === 'IPv4')?.address;

const [path, lines] = ['/_sandbox/snapshot', [...createSandbox().save()].join('')];

/** The statuses of reading and replacing the whole state at a URL. */
async function statuses(url: string, token?: string): Promise<number[]> {
  const served = servedAt(url);
  const read = await call(served, 'GET', path, { key: token });
  const replaced = await call(served, 'PUT', path, { key: token, body: lines });
  return [read.status, replaced.status];
}

test.runIf(outward)(
  'without a token, only callers on the same machine read and replace the whole state (A127)',
  async () => {
    const server = await serve({ port: 0, hostname: '0.0.0.0' });
    onTestFinished(server.close);
    expect(await statuses(`http://127.0.0.1:${server.port}`)).toEqual([200, 204]);
    expect(await statuses(`http://localhost:${server.port}`)).toEqual([200, 204]);
    const url = `http://${outward}:${server.port}`;
    expect(await statuses(url)).toEqual([403, 403]);
    expect((await call(servedAt(url), 'GET', '/_sandbox/messages')).status).toBe(200);
    const { text } = await call(servedAt(url), 'GET', path);
    expect(JSON.parse(text).error.message).toContain('start the sandbox with --control-token TOKEN');
  },
);

test.runIf(outward)(
  'with a token, callers from anywhere read and replace the whole state with it (A127)',
  async () => {
    const sandbox = createSandbox({ controlToken: 'hush' });
    const server = await serve({ sandbox, port: 0, hostname: '0.0.0.0' });
    onTestFinished(server.close);
    for (const host of ['127.0.0.1', outward]) {
      expect(await statuses(`http://${host}:${server.port}`)).toEqual([401, 401]);
      expect(await statuses(`http://${host}:${server.port}`, 'hush')).toEqual([200, 204]);
    }
  },
);

test('a foreign name for this machine does not open the whole state, even if it is allowed (A127)', async () => {
  const server = await start({}, { allowHosts: ['*'] });
  const status = async (headers: Record<string, string>) => {
    const [response] = await (await server.open(request('GET', path, { headers }))).responses(1);
    return response?.status;
  };
  const host = `localhost:${server.port}`;
  expect(await status({ host })).toBe(200);
  expect(await status({ host, origin: `http://${host}` })).toBe(200);
  expect(await status({ host, origin: 'http://localhost:3000' })).toBe(403);
  expect(await status({ host: 'mail.example.net' })).toBe(403);
  expect(await status({ host: 'mail.example.net', origin: 'http://mail.example.net' })).toBe(403);
});

test('the whole state is sent in parts, while other callers are answered', async () => {
  const sandbox = createSandbox({ rateLimit: false });
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(server.close);
  const served = servedAt(server.url);
  const body = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'x'.repeat(1_000_000) };
  for (let n = 0; n < 20; n++) await call(served, 'POST', '/api/v1/emails', { json: body });
  const state = await fetch(`${server.url}${path}`);
  const reader = state.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  expect(bytes).toBeLessThan(3_000_000);
  // The state is that of the request, whatever happens later.
  sandbox.mailbox.clear();
  expect((await call(served, 'GET', '/_sandbox/health')).status).toBe(200);
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) bytes += part.value.length;
  expect(bytes).toBeGreaterThan(20_000_000);
});
