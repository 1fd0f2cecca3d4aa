import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { describe, expect, test } from 'vitest';
import { email, type RawResponse, request, type Server, start } from './raw.ts';

/** A send, as a program or a page makes it. */
function send(headers: Record<string, string>): string {
  return request('POST', '/api/v1/emails', { body: email, headers });
}

/** Sends one request and waits for its response. */
async function answerTo(server: Server, text: string): Promise<RawResponse> {
  const [response] = await (await server.open(text)).responses(1);
  if (!response) throw new Error('There was no response.');
  return response;
}

/** The question that a browser asks before a page may send. */
function preflight(origin: string, headers: Record<string, string> = {}, path = '/api/v1/emails'): string {
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  return request('OPTIONS', path, { headers: { origin, ...asks, ...headers } });
}

function expectNoCors({ headers }: RawResponse): void {
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

/** A presigned URL of the server, without its origin. */
async function uploadTarget(server: Server): Promise<string> {
  const body = JSON.stringify({ filename: 'a.txt', contentType: 'text/plain', size: 2 });
  const { body: response } = await answerTo(
    server,
    request('POST', '/api/v1/attachments/presigned-url', { body }),
  );
  const { uploadUrl } = JSON.parse(response).data as { readonly uploadUrl: string };
  const { pathname, search } = new URL(uploadUrl);
  return pathname + search;
}

describe('Host', () => {
  test.each(['localhost', 'LOCALHOST:80', 'app.localhost:4010', '127.0.0.1', '127.9.9.9:1', '[::1]:4010'])(
    'the API answers to the loopback name %s (A127)',
    async (host) => {
      const server = await start();
      expect((await answerTo(server, send({ host }))).status).toBe(201);
    },
  );

  test.each([
    'evil.example',
    'evil.example:4010',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
  ])('the API refuses the host name %s, and nothing happens (A127)', async (host) => {
    const server = await start();
    const response = await answerTo(server, send({ host }));
    expect(response.status).toBe(403);
    expect(JSON.parse(response.body)).toMatchObject({
      success: false,
      error: { code: 'FORBIDDEN', message: expect.stringContaining('--allow-host') },
      meta: { path: '/api/v1/emails' },
    });
    await server.expectUntouched();
  });

  test('a request with two Host headers is a 400, and nothing happens (A127)', async () => {
    const server = await start();
    const twice = send({ host: 'localhost' }).replace(/host: localhost/i, '$&\r\nHost: evil.example');
    const response = await answerTo(server, twice);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('one Host header') },
      meta: { requestId: expect.stringMatching(/^req_/) },
    });
    await server.expectUntouched();
  });

  test('an upload URL refuses a foreign host name in the format of object stores (A73, A127)', async () => {
    const server = await start();
    const target = await uploadTarget(server);
    const put = (host: string) =>
      answerTo(
        server,
        request('PUT', target, { body: 'hi', headers: { host, 'content-type': 'text/plain' } }),
      );
    const refused = await put('evil.example');
    expect(refused.status).toBe(403);
    expect(refused.headers['content-type']).toBe('application/xml');
    expect(refused.body).toContain('<Code>AccessDenied</Code>');
    expect((await put('localhost')).status).toBe(200);
  });

  test('allowHosts adds names in any spelling, for the API and the control plane alike (A127)', async () => {
    const server = await start({}, { allowHosts: ['Mail.Test', '::2'] });
    for (const host of ['mail.test:4010', 'MAIL.TEST', '[::2]:80']) {
      expect((await answerTo(server, send({ host }))).status, host).toBe(201);
      expect((await answerTo(server, request('GET', '/_sandbox/health', { headers: { host } }))).status).toBe(
        200,
      );
    }
    expect((await answerTo(server, send({ host: 'other.test' }))).status).toBe(403);
  });

  test('the host name of baseUrl is allowed (A127)', async () => {
    const server = await start({ baseUrl: 'https://mail.example.net' });
    expect((await answerTo(server, send({ host: 'mail.example.net' }))).status).toBe(201);
  });

  test.each([
    'mail',
    'MAIL:4010',
    '10.0.0.1:80',
    '[fd00::1]',
    'host.docker.internal',
    'mail.svc.local',
    'a.test',
  ])('a server on the network answers to %s, which no stranger can register (A127)', async (host) => {
    const server = await start({}, { hostname: '0.0.0.0' });
    expect((await answerTo(server, send({ host }))).status).toBe(201);
  });

  test.each(['evil.example', 'mail.', 'internal.evil.example', '10.0.0.1.evil.example', '1.2.3.example'])(
    'a page that points its name %s at a server on the network changes nothing (A127)',
    async (host) => {
      const server = await start({}, { hostname: '0.0.0.0' });
      expect((await answerTo(server, send({}))).status).toBe(201);
      const headers = { host, origin: `http://${host}` };
      expect((await answerTo(server, request('POST', '/_sandbox/reset', { headers }))).status).toBe(403);
      expect((await answerTo(server, send(headers))).status).toBe(403);
      expect(server.sandbox.mailbox.list()).toHaveLength(1);
    },
  );

  test('on the network, allowHosts adds names, and * stands for all (A127)', async () => {
    const listed = await start({}, { hostname: '0.0.0.0', allowHosts: ['mail.example'] });
    const statuses = async (server: Server) =>
      Promise.all(
        ['mail.example', 'mail', 'evil.example'].map(
          async (host) => (await answerTo(server, send({ host }))).status,
        ),
      );
    expect(await statuses(listed)).toEqual([201, 201, 403]);
    expect(await statuses(await start({}, { hostname: '0.0.0.0', allowHosts: ['*'] }))).toEqual([
      201, 201, 201,
    ]);
  });
});

describe('CORS', () => {
  test.each(['http://localhost:3000', 'https://127.0.0.1', 'http://app.localhost', 'http://[::1]:5173'])(
    'a page of %s may call the API and read its responses (A11, A127)',
    async (origin) => {
      const server = await start();
      const asked = await answerTo(server, preflight(origin));
      expect(asked.status).toBe(204);
      expect(asked.headers['access-control-allow-methods']).toContain('POST');
      const sent = await answerTo(server, send({ origin }));
      expect(sent.status).toBe(201);
      for (const { headers } of [asked, sent]) {
        expect(headers['access-control-allow-origin']).toBe(origin);
        expect(headers['access-control-allow-headers']).toContain('Authorization');
        expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
        expect(headers['vary']).toBe('Origin');
      }
    },
  );

  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example:3000',
    'chrome-extension://localhost',
    'null',
  ])(
    'a page of %s is refused, before its preflight and its call, and nothing happens (A127)',
    async (origin) => {
      const server = await start();
      for (const text of [preflight(origin), send({ origin }), preflight(origin, {}, '/uploads/att_1')]) {
        const response = await answerTo(server, text);
        expect(response.status).toBe(403);
        expect(response.body).toContain(`--cors ${origin}`);
        expect(response.headers['vary']).toBe('Origin');
        expectNoCors(response);
      }
      await server.expectUntouched();
    },
  );

  test('a refused preflight is in the request log, so that the reason can be found (A127)', async () => {
    const server = await start();
    await answerTo(server, preflight('https://evil.example'));
    await answerTo(server, preflight('http://localhost:3000'));
    expect(server.sandbox.requests.list()).toMatchObject([
      { method: 'OPTIONS', path: '/api/v1/emails', status: 403, code: 'FORBIDDEN' },
    ]);
  });

  test('a program that sends no Origin is answered without CORS headers (A127)', async () => {
    const server = await start();
    const response = await answerTo(server, send({}));
    expect(response.status).toBe(201);
    expectNoCors(response);
  });

  test('cors adds origins, of which each is named alone in the response (A127)', async () => {
    const server = await start({}, { cors: ['https://app.example', 'http://Other.example:80/'] });
    for (const origin of ['https://app.example', 'http://other.example']) {
      const response = await answerTo(server, send({ origin }));
      expect(response.status).toBe(201);
      expect(response.headers['access-control-allow-origin']).toBe(origin);
    }
    for (const origin of ['http://app.example', 'https://app.example:444', 'https://sub.app.example']) {
      expect((await answerTo(server, send({ origin }))).status, origin).toBe(403);
    }
  });

  test('cors * lets every page call, but not under every host name (A127)', async () => {
    const server = await start({}, { cors: ['*'] });
    const response = await answerTo(server, send({ origin: 'https://app.example' }));
    expect(response.status).toBe(201);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(
      (await answerTo(server, send({ origin: 'https://app.example', host: 'evil.example' }))).status,
    ).toBe(403);
  });

  test('cors opens the uploads, and their ETag may be read (A72, A127)', async () => {
    const server = await start({}, { cors: ['https://app.example'] });
    const headers = { origin: 'https://app.example', 'content-type': 'text/plain' };
    const response = await answerTo(
      server,
      request('PUT', await uploadTarget(server), { body: 'hi', headers }),
    );
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(response.headers['access-control-expose-headers']).toBe('ETag');
  });

  test('cors does not open the control plane: it serves only its own pages (A127)', async () => {
    const server = await start({}, { cors: ['*'] });
    const health = (origin: string) =>
      answerTo(
        server,
        request('GET', '/_sandbox/health', { headers: { origin, host: `localhost:${server.port}` } }),
      );
    for (const origin of ['https://app.example', 'http://localhost:3000']) {
      expect((await health(origin)).status, origin).toBe(403);
    }
    expect((await health(`http://localhost:${server.port}`)).status).toBe(200);
  });

  test('createSandbox({ cors: false }) leaves the CORS headers out over HTTP too (A11)', async () => {
    const server = await start({ cors: false });
    expectNoCors(await answerTo(server, send({ origin: 'http://localhost:3000' })));
  });

  test('in process, every page and every host name may call as before (A11, A127)', async () => {
    const { fetch, liveApiKey } = createSandbox();
    const headers = { authorization: `Bearer ${liveApiKey}`, origin: 'https://app.example' };
    const response = await fetch('https://anywhere.example/api/v1/emails', { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

test.each([
  [{ cors: ['https://app.example/path'] }, 'cors[0] must be an origin such as https://app.example'],
  [{ cors: ['*', 'app.example'] }, 'cors[1] must be an origin such as https://app.example'],
  [{ allowHosts: ['mail.test:80'] }, 'allowHosts[0] must be a host name without a port'],
  [{ allowHosts: [''] }, 'allowHosts[0] must be a host name without a port'],
])('serve refuses %j by name (A127)', async (options, message) => {
  await expect(serve({ port: 0, ...options })).rejects.toThrow(message);
});

describe('the control token', () => {
  const token = 'open-sesame';

  test.each(['', 'open', 'open-sesamf', 'open-sesame!', 'open-sesameopen-sesame', 'OPEN-SESAME', '\u00ff'])(
    'the token %j is refused (A127)',
    async (wrong) => {
      const server = await start({ controlToken: token });
      const headers = { authorization: `Bearer ${wrong}` };
      expect((await answerTo(server, request('GET', '/_sandbox/messages', { headers }))).status).toBe(401);
      expect((await answerTo(server, request('POST', '/_sandbox/reset', { headers }))).status).toBe(401);
    },
  );

  test('the right token is accepted, and /health needs none (A127)', async () => {
    const server = await start({ controlToken: token });
    const right = { authorization: `Bearer ${token}` };
    expect((await answerTo(server, request('GET', '/_sandbox/messages', { headers: right }))).status).toBe(
      200,
    );
    const [response] = await (
      await server.open('GET /_sandbox/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    ).responses(1);
    expect(response?.status).toBe(200);
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ status: 'ok' });
  });

  test('/health is refused to foreign host names and pages even so (A127)', async () => {
    const server = await start({ controlToken: token });
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }]) {
      expect((await answerTo(server, request('GET', '/_sandbox/health', { headers }))).status).toBe(403);
    }
  });
});
