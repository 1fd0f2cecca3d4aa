import { request } from 'node:http';
import { expect, test } from 'vitest';
import { command, start } from './command.ts';

/** Status of a health check with another Host header, which fetch cannot set. */
function statusUnder(port: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/_sandbox/health', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

test('on loopback, the control plane refuses host names that point to this machine', async () => {
  const { port } = await start();
  expect(await statusUnder(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusUnder(port, { host: `mail.example.net:${port}` })).toBe(403);
});

test('--host accepts every spelling of a loopback name', async () => {
  const { port } = await start('--host', 'LocalHost');
  expect(await statusUnder(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusUnder(port, { host: `mail.example.net:${port}` })).toBe(403);
});

test('on the network, it warns on stderr what is open and how to close it, and prints the same line (A127)', async () => {
  const { port, command } = await start('--host', '0.0.0.0');
  const { stdout, stderr } = await command.stop('SIGTERM');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toBe(
    `mailrig-sandbox: Warning: http://0.0.0.0:${port} is open to the network. Anyone who can reach it can read all captured email and every API key, and change everything, through the control plane and the inspector. To require a token for that, use --control-token TOKEN. To serve this machine only, use --host 127.0.0.1; in a container, publish the port as 127.0.0.1:4010:4010.\n`,
  );
});

test('on the network with a token, the warning says that only the API is open, even with --quiet (A127)', async () => {
  const { port, command } = await start(
    '--host',
    '0.0.0.0',
    '--control-token',
    'hush',
    '--no-inspector',
    '--quiet',
  );
  const { stderr } = await command.stop('SIGTERM');
  expect(stderr).toBe(
    `mailrig-sandbox: Warning: http://0.0.0.0:${port} is open to the network. Anyone with an API key can use the API; the control plane requires the token. To serve this machine only, use --host 127.0.0.1; in a container, publish the port as 127.0.0.1:4010:4010.\n`,
  );
});

test.each(['127.0.0.1', 'localhost', '::1'])(
  'on the loopback address %s there is no warning (A127)',
  async (host) => {
    const { command } = await start('--host', host);
    expect((await command.stop('SIGTERM')).stderr).toBe('');
  },
);

test('--allow-host and --cors may be repeated, and each names one more (A127)', async () => {
  const { port } = await start(
    '--allow-host',
    'mail.test',
    '--allow-host',
    'MAIL.example',
    '--cors',
    'https://app.example',
    '--cors',
    'https://shop.example',
  );
  for (const host of ['mail.test', 'mail.example', 'localhost']) {
    expect(await statusUnder(port, { host })).toBe(200);
  }
  expect(await statusUnder(port, { host: 'evil.example' })).toBe(403);
  const allowed = async (origin: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/emails`, { headers: { origin } });
    return response.headers.get('access-control-allow-origin');
  };
  expect(await allowed('https://app.example')).toBe('https://app.example');
  expect(await allowed('https://shop.example')).toBe('https://shop.example');
  expect(await allowed('https://evil.example')).toBeNull();
});

test('--host with --allow-host answers on the network to the named hosts as well (A127)', async () => {
  const { port } = await start('--host', '0.0.0.0', '--allow-host', 'mail.example.net');
  expect(await statusUnder(port, { host: 'mail.example.net' })).toBe(200);
  expect(await statusUnder(port, { host: 'evil.example' })).toBe(403);
});

test('--host opens the sandbox to the network: it accepts the name of a service but no page of another origin', async () => {
  const { port, url } = await start('--host', '0.0.0.0');
  const host = `mail:${port}`;
  expect(await statusUnder(port, { host: 'mail.example.net' })).toBe(403);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await statusUnder(port, { host })).toBe(200);
  expect(await statusUnder(port, { host, origin: `http://${host}` })).toBe(200);
  expect(await statusUnder(port, { host, origin: 'http://evil.example' })).toBe(403);
});

test('the welcome names the public URL, as the OpenAPI document does, and --json the address on this machine (A72)', async () => {
  const args = ['--port', '0', '--public-url', 'https://mail.test'];
  const forPeople = command([...args, '--text']);
  const welcome = await forPeople.printed(/curl .*\n\n/);
  expect(welcome).toMatch(
    /Inspector +https:\/\/mail\.test\/\n +Control plane +https:\/\/mail\.test\/_sandbox\n/,
  );
  expect(welcome).toContain('MAILRIG_BASE_URL=https://mail.test ');
  expect(welcome).toContain('curl https://mail.test/api/v1/emails ');
  expect(welcome).not.toContain('127.0.0.1');
  expect((await forPeople.stop('SIGTERM')).stderr).toBe('');
  const { url } = JSON.parse(await command([...args, '--json']).printed(/.*\n/)) as { readonly url: string };
  const document = await (await fetch(`${url}/_sandbox/openapi.json`)).json();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(document).toMatchObject({ servers: [{ url: 'https://mail.test' }] });
});
