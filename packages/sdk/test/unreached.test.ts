import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServer as createHTTP, type Server } from 'node:http';
import { createServer as createHTTPS } from 'node:https';
import { type AddressInfo, createServer as createTCP, type Server as Listener } from 'node:net';
import { promisify } from 'node:util';
import nodeFetch from 'node-fetch';
import { Agent, ProxyAgent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { type FetchFunction, Mailrig } from '../src/index.ts';
import { email, failureOf } from './client.ts';

/** A self-signed certificate of localhost, until the year 2126. */
const cert = new X509Certificate(
  Buffer.from(
    'MIIBlTCCATugAwIBAgIUOxOqj3koK6SfVxSNaUyZ1jOjPe0wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAzMDIwMVoYDzIxMjYxMTAyMDMwMjAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARt98AwLwYIrwdkWQjYOBr+9KdOyy2ruG4Z2c/HduLPwPSc3lhshuNXkwP+gzl+XQas12BPLXyaNeha3Hn8wahio2kwZzAdBgNVHQ4EFgQUOzgSrgmEvj39/0GPZtyvTnRi6qkwHwYDVR0jBBgwFoAUOzgSrgmEvj39/0GPZtyvTnRi6qkwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhAPjtzQCp/RL77KWe0O5LMaDRj1NVKqC0JNLJOYnWU7rdAiANM0exMK5Zw+kv7JthW6n78ZkOkzkssdCQ/HK84SAnmg==',
    'base64',
  ),
).toString();
const key = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtIHwC1ZZaXskyXTh86p9VJUcX8kzfmocSK/lM/ECknmhRANCAARt98AwLwYIrwdkWQjYOBr+9KdOyy2ruG4Z2c/HduLPwPSc3lhshuNXkwP+gzl+XQas12BPLXyaNeha3Hn8wahi',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' });

const open: (Listener | Agent | ProxyAgent)[] = [];

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) {
    if ('destroy' in one) await one.destroy();
    else one.close();
  }
});

/** Starts a server on a free port, until the test ends. */
async function portOf(server: Listener): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTCP();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A proxy that opens no tunnel. */
function refusingProxy(status: string): Server {
  const proxy = createHTTP((_, response) => response.writeHead(Number.parseInt(status, 10)).end());
  return proxy.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status}\r\n\r\n`));
}

function through(dispatcher: Agent | ProxyAgent): FetchFunction {
  open.push(dispatcher);
  return (url, init) => fetch(url, { ...init, dispatcher } as RequestInit);
}

function failureAt(baseUrl: string, fetch?: FetchFunction) {
  const mail = new Mailrig({ apiKey: 'sk_test_0123456789', baseUrl, fetch, maxRetries: 0 });
  return failureOf(mail.emails.send(email));
}

const refusals = ['407 Proxy Authentication Required', '403 Forbidden', '502 Bad Gateway'];

describe('an email is not-sent, in the words of the deepest cause,', () => {
  test.each(refusals)('if a ProxyAgent gets no tunnel: %s', async (status) => {
    const proxy = `http://127.0.0.1:${await portOf(refusingProxy(status))}`;
    const error = await failureAt('https://mail.example.org', through(new ProxyAgent(proxy)));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'not-sent' });
    expect(error.message).toContain(`Proxy response (${status.slice(0, 3)})`);
    expect(error.message).not.toContain('UND_ERR_ABORTED');
  });

  const readsProxies = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  test.runIf(readsProxies).each(refusals)(
    'if the proxy of HTTPS_PROXY opens no tunnel: %s',
    async (status) => {
      const port = await portOf(refusingProxy(status));
      const client = new URL('../src/index.ts', import.meta.url).href;
      const program = `
      const { Mailrig } = await import(${JSON.stringify(client)});
      const mail = new Mailrig({ apiKey: 'sk_test_0123456789', baseUrl: 'https://mail.example.org', maxRetries: 0 });
      const { error } = await mail.emails.send(${JSON.stringify(email)}).settle();
      console.log(error.outcome, error.message);`;
      const proxy = `http://127.0.0.1:${port}`;
      const env = {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTPS_PROXY: proxy,
        https_proxy: proxy,
        NO_PROXY: '',
        no_proxy: '',
      };
      const args = ['--input-type=module', '-e', program];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      expect(stdout).toMatch(/^not-sent /);
      expect(stdout).toContain(`Proxy response (${status.slice(0, 3)})`);
    },
  );

  test('if a proxy without a tunnel wants a password', async () => {
    const proxy = `http://127.0.0.1:${await portOf(refusingProxy(refusals[0] ?? ''))}`;
    const error = await failureAt(
      'http://mail.example.org',
      through(new ProxyAgent({ uri: proxy, proxyTunnel: false })),
    );
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('Proxy Authentication Required');
  });

  test('if the certificate is self-signed, or for another name', async () => {
    const port = await portOf(createHTTPS({ key, cert }, (_, response) => response.end('{}')));
    const own = await failureAt(`https://localhost:${port}`);
    expect(own.outcome).toBe('not-sent');
    expect(own.message).toContain('self-signed certificate');
    const trusting = new Agent({ connect: { ca: cert } });
    const other = await failureAt(`https://127.0.0.1:${port}`, through(trusting));
    expect(other.outcome).toBe('not-sent');
    expect(other.message).toContain("does not match certificate's altnames");
  });

  test('if the two have no version of TLS in common', async () => {
    const port = await portOf(createHTTPS({ key, cert, minVersion: 'TLSv1.3' }));
    const old = new Agent({ connect: { ca: cert, maxVersion: 'TLSv1.2' } });
    expect((await failureAt(`https://localhost:${port}`, through(old))).outcome).toBe('not-sent');
  });

  test.each<[string, FetchFunction | undefined]>([
    ['fetch', undefined],
    ['node-fetch', nodeFetch as unknown as FetchFunction],
  ])('if %s speaks https to an http port', async (_, own) => {
    const port = await portOf(createHTTP((_request, response) => response.end('{}')));
    const error = await failureAt(`https://127.0.0.1:${port}`, own);
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toMatch(/: (?:.* )?wrong version number(?: \(ERR_SSL_WRONG_VERSION_NUMBER\))?$/);
  });

  test('if the server closes before the handshake is over', async () => {
    const port = await portOf(createTCP((socket) => socket.once('data', () => socket.destroy())));
    const error = await failureAt(`https://127.0.0.1:${port}`);
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('before secure TLS connection was established');
  });

  test('if the connection is reset before the handshake is over', async () => {
    const port = await portOf(createTCP((socket) => socket.once('data', () => socket.resetAndDestroy())));
    const error = await failureAt(`https://127.0.0.1:${port}`);
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('ECONNRESET');
  });

  test('if all addresses of a host refuse the connection', async () => {
    const port = await closedPort();
    const addresses = [1, 2].map((last) => ({ address: `127.0.0.${last}`, family: 4 }));
    const dispatcher = new Agent({
      connect: {
        autoSelectFamily: true,
        lookup: (_host, _options, found) => found(null, addresses),
      },
    });
    const error = await failureAt(`http://mail.example.org:${port}`, through(dispatcher));
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain(`: connect ECONNREFUSED 127.0.0.1:${port}`);
  });

  test('if the handshake takes longer than a connection may take', async () => {
    const port = await portOf(createTCP((socket) => socket.on('error', () => undefined)));
    const hasty = new Agent({ connect: { timeout: 100 } });
    const error = await failureAt(`https://127.0.0.1:${port}`, through(hasty));
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('Connect Timeout Error');
  });

  test('if fetch refuses the port', async () => {
    const error = await failureAt('http://127.0.0.1:6000');
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('bad port');
  });

  test.each([
    ['tunneling socket could not be established, statusCode=407', 'ECONNRESET'],
    ['Socks5 proxy rejected connection - ConnectionRefused', undefined],
    ['other side closed', 'UND_ERR_PRX_CONN'],
    ['SOCKS5 connection failed: Connection refused', 'UND_ERR_SOCKS5_REPLY_5'],
    ['Proxy connection ended before receiving CONNECT response', undefined],
    ['Bad response: 407', undefined],
  ])('if an agent for proxies says: %s (%s)', async (words, code) => {
    const lost = Object.assign(new Error(words), { code });
    expect((await failureAt('https://a.test', () => Promise.reject(lost))).outcome).toBe('not-sent');
  });

  test.each([
    ['final_renegotiate', 'unsafe legacy renegotiation disabled'],
    ['tls_process_ske_dhe', 'dh key too small'],
    ['ssl_choose_client_version', 'unsupported protocol'],
    ['ssl3_read_bytes', 'tlsv1 unrecognized name'],
  ])('if OpenSSL fails in %s: %s', async (place, reason) => {
    const words = `write EPROTO 80FB:error:0A000152:SSL routines:${place}:${reason}:../ssl/a.c:894:\n`;
    const lost = Object.assign(new Error(words), { code: 'EPROTO', syscall: 'write' });
    const error = await failureAt('https://a.test', () => Promise.reject(lost));
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toMatch(new RegExp(`: write EPROTO ${reason}$`));
  });

  test('if a connect of node-fetch times out, whose error has no system call', async () => {
    const words = 'request to https://a.test/x failed, reason: connect ETIMEDOUT 10.0.0.1:443';
    const lost = Object.assign(new Error(words), { type: 'system', errno: 'ETIMEDOUT', code: 'ETIMEDOUT' });
    const error = await failureAt('https://a.test', () => Promise.reject(lost));
    expect(error.outcome).toBe('not-sent');
    expect(error.message).toContain('connect ETIMEDOUT 10.0.0.1:443');
  });
});

test('an email is unknown if the server closes the connection after the handshake', async () => {
  const port = await portOf(createHTTPS({ key, cert }, ({ socket }) => socket.destroy()));
  const error = await failureAt(`https://localhost:${port}`, through(new Agent({ connect: { ca: cert } })));
  expect(error.outcome).toBe('unknown');
});

test('an email is unknown if fetch rejects with an error that cannot be read', async () => {
  const lost = Object.defineProperty(new Error('lost'), 'cause', {
    get() {
      throw new Error('unreadable');
    },
  });
  expect(await failureAt('https://a.test', () => Promise.reject(lost))).toMatchObject({
    code: 'NETWORK_ERROR',
    outcome: 'unknown',
  });
});

test('an email is unknown if the server resets a connection that was made', async () => {
  const port = await portOf(createHTTP(({ socket }) => socket.resetAndDestroy()));
  expect((await failureAt(`http://127.0.0.1:${port}`)).outcome).toBe('unknown');
});

test('an email is unknown if one address of a host got it', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  const cause = new AggregateError([refused, reset]);
  const error = await failureAt('https://a.test', () =>
    Promise.reject(new TypeError('fetch failed', { cause })),
  );
  expect(error.outcome).toBe('unknown');
});

test('the address of an upload, which holds a secret, is in no message, whatever fetch says', async () => {
  const port = await closedPort();
  const mail = new Mailrig({
    apiKey: 'sk_test_0123456789',
    baseUrl: 'https://a.test',
    maxRetries: 0,
    fetch: (url, init) => {
      if (init?.method === 'PUT') return (nodeFetch as unknown as typeof fetch)(url, init);
      const data = {
        attachmentId: 'att_1',
        uploadUrl: `http://127.0.0.1:${port}/put?signature=s3cr3t`,
        expiresAt: '2030-01-01T00:00:00.000Z',
      };
      return Promise.resolve(Response.json({ success: true, data }));
    },
  });
  const error = await failureOf(mail.attachments.upload(new Blob(['a']), { filename: 'a.txt' }));
  expect(error.message).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`);
  expect(error.message).not.toContain('s3cr3t');
});
