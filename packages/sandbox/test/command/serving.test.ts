import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { list, send, total } from '../conformance/emails.ts';
import { call, servedAt } from '../harness.ts';
import { announced, command, start } from './command.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('--json prints one line with the URLs, keys, version and port', async () => {
  const { command: running, ...announcement } = await start();
  const { port } = announcement;
  expect(announcement).toEqual({
    url: `http://127.0.0.1:${port}`,
    testApiKey: 'sk_test_sandbox',
    liveApiKey: 'sk_live_sandbox',
    domain: 'example.com',
    controlUrl: `http://127.0.0.1:${port}/_sandbox`,
    inspectorUrl: `http://127.0.0.1:${port}/`,
    version: manifest.version,
    port,
  });
  const { stdout, stderr } = await running.stop('SIGTERM');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toBe('');
});

test('--no-inspector serves nothing at / and announces no inspector', async () => {
  const { command: _running, ...announcement } = await start('--no-inspector');
  expect(announcement).not.toHaveProperty('inspectorUrl');
  expect((await fetch(announcement.url)).status).toBe(404);
});

test('the announced sandbox accepts the announced keys', async () => {
  const { url, testApiKey, liveApiKey } = await start();
  const served = servedAt(url, liveApiKey);
  expect((await send(served)).status).toBe(201);
  expect((await send(served, {}, { key: testApiKey })).json).toMatchObject({ data: { sandbox: true } });
  expect((await send(served, {}, { key: 'sk_live_unknown' })).status).toBe(401);
});

test('--json --quiet still prints the line, --quiet alone prints nothing', async () => {
  const { url, command: machine } = await start('--quiet');
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  expect((await machine.stop('SIGTERM')).stdout).toMatch(/^\{.*\}\n$/);

  const port = await freePort();
  const quiet = command(['--quiet', '--port', String(port)]);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}`), { timeout: 60_000 });
  expect(await quiet.stop('SIGTERM')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('--text prints the URL, the keys and a curl line also if stdout is not a terminal', async () => {
  const running = command(['--text', '--port', '0']);
  const text = await running.printed(/curl .*\n/);
  const url = /URL +(\S+)/.exec(text)?.[1];
  expect(text).toContain(`curl ${url}/api/v1/emails`);
  expect(text).toMatch(/Inspector +http:\S+\/\n/);
  expect(text).toMatch(/Control plane +http:\S+\/_sandbox\n/);
  expect(text).toMatch(/Test key +sk_test_sandbox {3}only simulates/);
  expect(text).toMatch(/Live key +sk_live_sandbox {3}behaves/);
});

test('without a terminal, the line of --json comes first, and a line for each email follows', async () => {
  const { url, command: running } = await announced(command(['--port', '0']));
  await send(servedAt(url), { subject: 'Your receipt' });
  const { stdout } = await running.stop('SIGTERM');
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^\{.*\}$/),
    expect.stringMatching(/^\d.* {2}Your receipt {2}http/),
    '',
  ]);
});

test('a sandbox keeps serving after the reader of its output is gone', async () => {
  const { command: running, url } = await announced(command(['--port', '0', '--clock', 'manual']));
  running.leave();
  for (let time = 0; time < 3; time++) expect((await send(servedAt(url))).status).toBe(201);
  expect(await running.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a leading -- is skipped, because package managers pass theirs on', async () => {
  const running = command(['--', '--json', '--port', '0']);
  expect(JSON.parse(await running.printed(/\n/))).toMatchObject({ testApiKey: 'sk_test_sandbox' });
});

test('everything can be set in the environment, as in a container, and the command line wins', async () => {
  const environment = {
    MAILRIG_SANDBOX_PORT: 'nonsense',
    MAILRIG_SANDBOX_HOST: '0.0.0.0',
    MAILRIG_SANDBOX_CONTROL_TOKEN: 'hush',
    MAILRIG_SANDBOX_JSON: 'true',
    MAILRIG_SANDBOX_NO_INSPECTOR: '1',
  };
  const {
    url,
    port,
    inspectorUrl,
    command: running,
  } = await announced(command(['--port', '0'], environment));
  expect(port).toBeGreaterThan(0);
  expect(inspectorUrl).toBeUndefined();
  expect((await fetch(`${url}/_sandbox/messages`)).status).toBe(401);
  expect((await running.stop('SIGTERM')).stderr).toContain(`http://0.0.0.0:${port} is open to the network`);
});

test('PORT and HOST, which belong to the app under test, change nothing', async () => {
  const environment = { MAILRIG_SANDBOX_PORT: '0', PORT: 'nonsense', HOST: '0.0.0.0' };
  const { command: running } = await announced(command(['--json'], environment));
  expect((await running.stop('SIGTERM')).stderr).toBe('');
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} ends waits with what there is, closes all connections, and exits with code 0`, async () => {
    const { url, controlUrl, command: running } = await start();
    const waiting = fetch(`${controlUrl}/messages?wait=60s`);
    await fetch(url);
    expect(await running.stop(signal)).toMatchObject({ code: 0, stderr: '' });
    expect(await (await waiting).json()).toMatchObject({ messages: [], total: 0 });
  });
}

test('--clock manual --start-at freezes the clock at that time', async () => {
  const { url } = await start('--clock', 'manual', '--start-at', '2030-05-06T07:08:09Z');
  expect((await call(servedAt(url), 'GET', '/_sandbox/clock')).json).toEqual({
    now: '2030-05-06T07:08:09.000Z',
    frozen: true,
    nextDueAt: null,
  });
});

test('the limit is 100 requests a minute, another with --rate-limit, or none with --no-rate-limit (R29)', async () => {
  const limited = await start('--clock', 'manual');
  const higher = await start('--clock', 'manual', '--rate-limit', '101');
  const lower = await start('--clock', 'manual', '--rate-limit=40');
  const unlimited = await start('--no-rate-limit', '--rate-limit', '1');
  const statuses = async ({ url, liveApiKey }: typeof limited) => {
    const responses = await Promise.all(Array.from({ length: 101 }, () => list(servedAt(url, liveApiKey))));
    return responses.filter(({ status }) => status === 429).length;
  };
  expect(await statuses(limited)).toBe(1);
  expect(await statuses(higher)).toBe(0);
  expect(await statuses(lower)).toBe(61);
  expect(await statuses(unlimited)).toBe(0);
});

test('--max-stored forgets the oldest emails (A128)', async () => {
  const { url, liveApiKey } = await start('--max-stored', '1000', '--quiet');
  const target = servedAt(url, liveApiKey);
  for (let n = 0; n < 5; n++) await send(target, { html: 'x'.repeat(400) });
  expect(await total(target)).toBe(2);
  const health = (await call(target, 'GET', '/_sandbox/health')).json;
  expect(health).toMatchObject({ status: 'ok', storedBytes: 810 });
});

test('--wire selects the shapes of the responses', async () => {
  const { url, liveApiKey } = await start('--wire', 'sparse');
  const response = await send(servedAt(url, liveApiKey));
  expect(response.status).toBe(200);
  expect(Object.keys(response.body.data)).toEqual(['messageId', 'skipped']);
});

test('--endpoints published serves the endpoints that the document lacks (A126)', async () => {
  const [documented, published] = [await start(), await start('--endpoints', 'published')];
  const stats = async ({ url, liveApiKey }: typeof documented) =>
    (await call(servedAt(url, liveApiKey), 'GET', '/api/v1/emails/stats')).status;
  expect(await stats(documented)).toBe(404);
  expect(await stats(published)).toBe(200);
});

test('--strict refuses a field that the service does not know (A122)', async () => {
  const { url, liveApiKey } = await start('--strict');
  const response = await send(servedAt(url, liveApiKey), { reply_to: 'ada@example.com' });
  expect(response.outcome).toBe('400 VALIDATION_ERROR');
  expect(response.body.error.message).toContain('did you mean replyTo?');
});

test('--limits provokes errors that need large content (R68)', async () => {
  const { url, liveApiKey } = await start('--limits', '{"emailBytes":10}');
  expect((await send(servedAt(url, liveApiKey))).outcome).toBe('400 EMAIL_TOO_LARGE');
});

test('--limits with a limit that does not exist is refused by name', async () => {
  await expect(start('--limits', '{"mailBytes":10}')).rejects.toThrow('limits.mailBytes is unknown');
});

test('--auto-provision lets an unknown key open its own account', async () => {
  const { url } = await start('--auto-provision');
  expect((await list(servedAt(url, 'sk_live_mine'))).status).toBe(200);
});

test('--control-token protects the control plane, but neither its health check nor the API', async () => {
  const { url, liveApiKey } = await start('--control-token', 'hush');
  const served = servedAt(url, liveApiKey);
  const status = async (path: string, key?: string) =>
    (await call(served, 'GET', `/_sandbox${path}`, { key })).status;
  expect(await status('/messages')).toBe(401);
  expect(await status('/messages', 'wrong')).toBe(401);
  expect(await status('/messages', 'hush')).toBe(200);
  expect(await status('/health')).toBe(200);
  expect(await status('/health', 'wrong')).toBe(200);
  expect((await list(served)).status).toBe(200);
});
