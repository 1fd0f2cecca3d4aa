import { request } from 'node:http';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { addOther, read, send } from './control.ts';

/** Every path of the control plane with its methods. The ids do not exist. */
const paths: readonly (readonly [path: string, ...methods: string[]])[] = [
  ['/health', 'GET'],
  ['/reset', 'POST'],
  ['/clock', 'GET', 'POST'],
  ['/accounts', 'GET', 'POST'],
  ['/accounts/none', 'GET', 'PATCH'],
  ['/accounts/none/keys', 'POST'],
  ['/keys/none/revoke', 'POST'],
  ['/keys/none/expire', 'POST'],
  ['/templates', 'GET'],
  ['/templates/none', 'PUT', 'DELETE'],
  ['/messages', 'GET', 'DELETE'],
  ['/messages/none', 'GET', 'DELETE'],
  ['/messages/none/raw', 'GET'],
  ['/messages/none/html', 'GET'],
  ['/messages/none/attachments/0', 'GET'],
  ['/messages/none/events', 'POST'],
  ['/contacts', 'GET'],
  ['/contacts/none', 'GET'],
  ['/contacts/none/status', 'POST'],
  ['/suppressions', 'GET', 'POST'],
  ['/suppressions/none', 'DELETE'],
  ['/verification-results', 'GET'],
  ['/verification-results/none', 'PUT', 'DELETE'],
  ['/verifications', 'GET'],
  ['/verifications/none/complete', 'POST'],
  ['/verifications/none/fail', 'POST'],
  ['/faults', 'GET', 'POST', 'DELETE'],
  ['/faults/none', 'DELETE'],
  ['/requests', 'GET', 'DELETE'],
  ['/decisions', 'GET'],
  ['/wire', 'GET', 'PUT'],
];

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const envelope = {
  success: false,
  error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\S/) },
  meta: { timestamp: expect.any(String), requestId: expect.stringMatching(/\S/) },
};

controlPlane('paths, methods and origins', (open) => {
  test.each(paths)('%s: an unsupported method is 405', async (path, ...methods) => {
    const service = await open();
    for (const method of verbs.filter((verb) => !methods.includes(verb))) {
      const response = await service.call(method, `/_sandbox${path}`);
      expect(response.outcome, method).toBe('405 METHOD_NOT_ALLOWED');
      expect(response.json).toMatchObject(envelope);
    }
  });

  test('a 405 lists the supported methods in Allow (A10)', async () => {
    const service = await open();
    for (const [path, ...methods] of paths) {
      const wrong = verbs.find((verb) => !methods.includes(verb)) ?? '';
      const allowed = (await service.call(wrong, `/_sandbox${path}`)).headers.get('allow') ?? '';
      const own = allowed.split(/,\s*/).filter((name) => verbs.includes(name));
      expect(own.toSorted(), path).toEqual(methods.toSorted());
    }
  });

  test('an unknown path is 404 in the API’s envelope', async () => {
    const service = await open();
    for (const path of ['/nowhere', '/messages/1/2/3/4', '/clock/now', '/Health', '/keys', '/%zz']) {
      for (const method of ['GET', 'POST']) {
        const response = await service.call(method, `/_sandbox${path}`);
        expect(response.outcome, path).toBe('404 NOT_FOUND');
        expect(response.json).toMatchObject(envelope);
      }
    }
  });

  test('no API key is required, and calls do not count toward a key’s rate limit', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    for (let n = 0; n < 5; n++) expect((await service.call('GET', '/_sandbox/health')).outcome).toBe('200');
    const response = await service.call('GET', '/api/v1/emails');
    expect(response.outcome).toBe('200');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await service.call('GET', '/_sandbox/health')).headers.has('x-ratelimit-limit')).toBe(false);
  });

  test('HEAD has no body, and ends even on the event stream (A10)', async () => {
    const service = await open();
    for (const path of ['/health', '/events', '/nowhere']) {
      expect((await service.call('HEAD', `/_sandbox${path}`)).text).toBe('');
    }
  });

  test.each([
    ['PUT', '/wire', '{"preset":{"toString":1,"valueOf":1}}', 'preset'],
    ['POST', '/accounts/default/keys', '{"environment":"live","expiresAt":9007199254740991}', 'expiresAt'],
    ['POST', '/clock', '{"advanceTo":9007199254740991}', 'advanceTo'],
  ])('%s %s with %s is a 400 that names the field (A22)', async (method, path, body, field) => {
    const service = await open();
    const response = await service.call(method, `/_sandbox${path}`, { body });
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: { field } } });
  });

  test('a body that is not a JSON object is refused', async () => {
    const service = await open();
    for (const body of ['{', '', '[]', 'null', '"text"']) {
      const headers = { 'content-type': 'application/json' };
      const response = await service.call('POST', '/_sandbox/suppressions', { body, headers });
      expect(response.status, body).toBe(400);
      expect(response.json).toMatchObject(envelope);
    }
  });

  test('X-Sandbox-Account: an account is chosen by its id or by one of its keys', async () => {
    const service = await open();
    const id = await addOther(service);
    await send(service, { from: 'eve@other.example', subject: 'Theirs' }, 'sk_live_other');
    await send(service, { subject: 'Ours' });
    const standard = read<{ id: string }>(await service.call('GET', '/_sandbox/accounts/default')).id;
    for (const [account, subject] of [
      [id, 'Theirs'],
      ['sk_live_other', 'Theirs'],
      ['sk_test_other', 'Theirs'],
      [standard, 'Ours'],
      [service.sandbox.liveApiKey, 'Ours'],
      [service.sandbox.testApiKey, 'Ours'],
      ['default', 'Ours'],
    ] as const) {
      const header = { 'x-sandbox-account': account };
      expect(
        (await service.call('GET', '/_sandbox/messages', { headers: header })).json,
        account,
      ).toMatchObject({
        messages: [{ subject }],
        total: 1,
      });
    }
    expect((await service.call('GET', '/_sandbox/messages')).json).toMatchObject({
      messages: [{ subject: 'Ours' }],
    });
  });

  test('X-Sandbox-Account: an unknown account is 404, and its key is not in the message', async () => {
    const service = await open();
    for (const account of ['nobody', 'sk_live_nobody', '__proto__']) {
      const header = { 'x-sandbox-account': account };
      for (const [method, path] of [
        ['GET', '/messages'],
        ['DELETE', '/messages'],
        ['GET', '/templates'],
      ] as const) {
        const response = await service.call(method, `/_sandbox${path}`, { headers: header });
        expect(response.outcome, account).toBe('404 NOT_FOUND');
        expect(response.json).toMatchObject(envelope);
        expect(response.text).not.toContain('sk_live_nobody');
      }
    }
  });

  test('a page of another origin is refused for every request, and nothing happens', async () => {
    const service = await open();
    await send(service);
    for (const origin of ['https://evil.example', 'http://127.0.0.1.evil.example', 'null']) {
      for (const [method, path] of [
        ['GET', '/messages'],
        ['POST', '/reset'],
        ['DELETE', '/messages'],
        ['GET', '/nowhere'],
      ] as const) {
        const response = await service.call(method, `/_sandbox${path}`, { headers: { origin } });
        expect(response.status, `${origin} ${method} ${path}`).toBe(403);
        expect(response.json).toMatchObject(envelope);
        expect(response.headers.get('access-control-allow-origin')).not.toBe('*');
        expect(response.headers.get('access-control-allow-origin')).not.toBe(origin);
      }
    }
    expect((await service.call('GET', '/_sandbox/messages')).json).toMatchObject({ total: 1 });
  });

  test('a page of another site is refused even if it may not read the answer (A127)', async () => {
    const service = await open();
    await service.call('POST', '/_sandbox/suppressions', { json: { email: 'no@example.net' } });
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const [method, path] of [
      ['GET', '/snapshot'],
      ['GET', '/messages'],
      ['POST', '/reset'],
    ] as const) {
      const { status } = await service.call(method, `/_sandbox${path}`, { headers });
      expect(status, path).toBe(403);
    }
    const { text } = await service.call('GET', '/_sandbox/suppressions', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(text).toContain('no@example.net');
  });

  test('a page of the sandbox’s own origin is served', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/health', { headers: { origin: service.baseUrl } });
    expect(response.outcome).toBe('200');
  });
});

test('control plane: over HTTP a foreign Host is refused, and nothing happens', async () => {
  const sandbox = createSandbox();
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(() => server.close());
  const { hostname, port } = new URL(server.url);
  // fetch cannot set the Host header.
  const statusFor = (host: string, method: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ hostname, port, path: `/_sandbox${path}`, method, headers: { host } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });
  sandbox.suppressions.add({ email: 'no@example.net' });
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
    expect(await statusFor(host, 'GET', '/health'), host).toBe(403);
    expect(await statusFor(host, 'POST', '/reset'), host).toBe(403);
  }
  expect(sandbox.suppressions.list()).toHaveLength(1);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect(await statusFor(host, 'GET', '/health'), host).toBe(200);
  }
});
