import { registerHooks } from 'node:module';
import { serve } from '@mailrig/sandbox/node';
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import {
  APIError,
  ConflictError,
  ConnectionError,
  errorCodes,
  isAPIError,
  isMailrigError,
  Mailrig,
  NotFoundError,
  PermissionError,
  SendError,
  UploadError,
  ValidationError,
} from '../src/index.ts';
import type * as client from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

describe('the class', () => {
  test.each(['400', 'semantic'] as const)(
    'follows the code, whatever the status (%s) (A60)',
    async (sendErrorStatus) => {
      const { mail, sandbox } = connect({}, { wire: { sendErrorStatus } });
      sandbox.suppressions.add({ email: 'bob@example.org' });
      const { from, to } = email;
      const failures = {
        RECIPIENT_SUPPRESSED: await failureOf(mail.emails.send(email)),
        TEMPLATE_NOT_FOUND: await failureOf(mail.emails.send({ from, to, templateId: 'none' })),
        TEMPLATE_RENDER_ERROR: await failureOf(mail.emails.send({ from, to, templateId: 'welcome' })),
      };
      for (const [code, error] of Object.entries(failures)) {
        expect(error).toBeInstanceOf(SendError);
        expect(error).toMatchObject({ code, name: 'SendError', operation: 'sendEmail', outcome: 'rejected' });
      }
    },
  );

  test.each(Object.entries(errorCodes).filter(([, { status }]) => status < 500))(
    '%s has the class of its family at any status (A60)',
    async (code, { family }) => {
      const { mail, sandbox } = connect({ maxRetries: 0 });
      sandbox.faults.add({ effect: { status: 418, code } });
      const error = await failureOf(mail.emails.list());
      expect(error).toHaveProperty('code', code);
      expect(error.name).toBe(family === 'other' ? 'APIError' : nameOf(family));
    },
  );

  test.each([
    [400, ValidationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [422, ValidationError],
    [418, APIError],
  ])(
    'a code that the service invents is UNKNOWN_ERROR with its own text as rawCode, and the status decides: %i',
    async (status, expected) => {
      const { mail, sandbox } = connect();
      sandbox.faults.add({ effect: { status, code: 'BRAND_NEW' } });
      const error = await failureOf(mail.emails.list());
      expect(error).toBeInstanceOf(expected);
      const codes = { code: 'UNKNOWN_ERROR', rawCode: 'BRAND_NEW' };
      expect(error).toMatchObject({ ...codes, status });
      expect(error.toJSON()).toMatchObject(codes);
      expect(error.message).toContain('listEmails: BRAND_NEW: ');
    },
  );
});

function nameOf(family: string): string {
  return `${family.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

describe('error details', () => {
  test('list the suppressed recipients (A51)', async () => {
    const { mail, sandbox } = connect();
    sandbox.suppressions.add({ email: 'bob@example.org' });
    const error = await failureOf(mail.emails.send({ ...email, to: ['cy@example.org', 'bob@example.org'] }));
    if (!isAPIError(error, 'RECIPIENT_SUPPRESSED')) throw error;
    expectTypeOf(error.code).toEqualTypeOf<'RECIPIENT_SUPPRESSED'>();
    expect(error.details?.suppressed).toEqual(['bob@example.org']);
    expect(error).toHaveProperty('suppressed', ['bob@example.org']);
    expect(error.fieldErrors()).toEqual([{ field: 'to[1]', message: 'is on the suppression list' }]);
  });

  test('list the missing variables (A55)', async () => {
    const { mail } = connect();
    const { from, to } = email;
    const error = await failureOf(
      mail.emails.send({ from, to, templateId: 'welcome', variables: { plan: 1 } }),
    );
    expect(error).toHaveProperty('missing', ['name']);
  });

  test('the message names operation, code, status and request', async () => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.send({ ...email, from: 'ada@elsewhere.org' }));
    if (!isAPIError(error)) throw error;
    expect(error.message).toMatch(/^sendEmail: FROM_DOMAIN_MISMATCH: .+ \(status 400, request req_\w+\)$/);
    expect(error.headers['x-request-id']).toBe(error.requestId);
  });

  test('the key is never shown, even if the service repeats it', async () => {
    const { mail, sandbox } = connectThrough(() =>
      Response.json({ error: { code: 'UNAUTHORIZED', message: 'bad key sk_live_sandbox' } }, { status: 401 }),
    );
    const error = await failureOf(mail.emails.list());
    expect(error.message).toContain('bad key [API key]');
    sandbox.faults.add({ effect: { network: 'reset' } });
    const other = await failureOf(
      new Mailrig({
        apiKey: 'sk_live_sandbox',
        baseUrl: sandbox.baseUrl,
        fetch: sandbox.fetch,
        maxRetries: 0,
      }).emails.list(),
    );
    expect(other).toBeInstanceOf(ConnectionError);
    const { inspect } = await import('node:util');
    expect(inspect([error, other, mail], { depth: 9, showHidden: true })).not.toContain('sk_live_sandbox');
  });

  test('the key is never shown, however the service writes it', async () => {
    const apiKey = 'sk_live_a/b"c';
    const error = { code: apiKey, message: apiKey, details: { [apiKey]: [{ key: apiKey }] } };
    const answers = [
      new Response(JSON.stringify({ error }).replaceAll('/', String.raw`\/`), { status: 400 }),
      new Response(`${'.'.repeat(195)}${apiKey}`),
      new Response(null, { status: 302, headers: { location: `https://example.org/${apiKey}` } }),
      new Response(null, { status: 400, statusText: `no ${apiKey}` }),
    ];
    for (const answer of answers) {
      const mail = new Mailrig({ apiKey, baseUrl: 'https://mail.example', fetch: async () => answer });
      const failure = await failureOf(mail.emails.send(email));
      const { inspect } = await import('node:util');
      const shown = `${inspect(failure, { depth: 9, showHidden: true })} ${JSON.stringify(failure)}`;
      expect(shown).not.toContain('sk_live_');
      expect(shown).toContain('[API');
    }
  });

  test('a short key does not spoil the code of a refusal', async () => {
    const { mail } = connectThrough(
      () => Response.json({ error: { code: 'LIST_NOT_FOUND', message: 'no error' } }, { status: 404 }),
      { apiKey: 'error' },
    );
    const error = await failureOf(mail.emails.list());
    expect(error).toMatchObject({ name: 'NotFoundError', code: 'LIST_NOT_FOUND' });
    expect(error.message).toContain('no error');
  });

  test.each([
    [{ errors: [{ field: 'to', message: 'is required' }, { message: 'no field' }] }],
    [{ errors: { to: 'is required' } }],
    [{ errors: { to: ['is required'] } }],
    [{ field: 'to' }],
  ])('fieldErrors() understands %o (A21)', async (details) => {
    const { mail } = connectThrough(() =>
      Response.json(
        { error: { code: 'VALIDATION_ERROR', message: 'is required', details } },
        { status: 400 },
      ),
    );
    const error = await failureOf(mail.emails.list());
    expect(isAPIError(error) && error.fieldErrors()).toEqual([{ field: 'to', message: 'is required' }]);
  });

  test('a connection that was never made is not-sent', async () => {
    const server = await serve({ port: 0 });
    await server.close();
    const { mail } = connect({ fetch: undefined, baseUrl: server.url, maxRetries: 0 });
    expect(await failureOf(mail.emails.send(email))).toMatchObject({
      code: 'NETWORK_ERROR',
      outcome: 'not-sent',
      idempotencyKey: expect.any(String),
    });
  });
});

test('a connection that Deno could not open is not-sent, although its error has no code', async () => {
  const text =
    'error sending request for url (https://mail.example/): client error (Connect): tcp connect error';
  const { mail } = connect({
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error(text) })),
    maxRetries: 0,
  });
  expect(await failureOf(mail.lists.create({ name: 'Customers' }))).toHaveProperty('outcome', 'not-sent');
});

describe('where it came from', () => {
  test.each<[string, (mail: Mailrig) => Promise<unknown>]>([
    ['a call', (mail) => mail.emails.send({ ...email, from: 'ada@elsewhere.org' })],
    ['withResponse()', (mail) => mail.verification.get('ver_none').withResponse()],
    ['an upload', (mail) => mail.attachments.upload(new Blob(['']))],
    ['a wait for a batch', (mail) => mail.verification.waitForBatch('ver_none')],
  ])('the stack of %s shows the line that made it', async (_, call) => {
    const { mail } = connect();
    const error = await failureOf(call(mail));
    expect(error.stack).toMatch(new RegExp(`^${error.name}: `));
    expect(error.stack).toContain('errors.test.ts');
  });
});

describe('where a call came from, although nobody awaits it there', () => {
  const wrong = { ...email, from: 'ada@elsewhere.org' };

  async function stackOf(failed: Promise<unknown>): Promise<string> {
    return (await failureOf(failed)).stack ?? '';
  }

  test.each<[string, (mail: Mailrig) => Promise<unknown>]>([
    ['a send in an array', (mail) => Promise.all([mail.emails.list(), mail.emails.send(wrong)])],
    ['a chain', (mail) => mail.emails.list().then(() => mail.emails.send(wrong))],
    ['the result of a chain', (mail) => mail.emails.send(wrong).then(({ messageId }) => messageId)],
    ['a list', (mail) => mail.emails.list({ limit: 0 }).finally(() => undefined)],
    ['withResponse()', (mail) => mail.emails.send(wrong).withResponse().then(String)],
    ['an upload', (mail) => mail.attachments.upload(new Blob([''])).then(({ id }) => id)],
    ['a wait', (mail) => mail.verification.waitForBatch('ver_none').then(String)],
    ['a loop', async (mail) => mail.emails.list({ to: 'nobody' }).toArray().then(String)],
  ])('the stack of %s shows the line', async (_, call) => {
    const { mail } = connect();
    const at = new Error('here').stack?.split('\n')[1] ?? '';
    expect(at).toContain('errors.test.ts');
    const pending = call(mail);
    pending.catch(() => undefined);
    // By now, no function of the test waits for the call.
    await new Promise((resolve) => setImmediate(resolve));
    const stack = await stackOf(Promise.resolve().then(() => pending));
    expect(stack).toMatch(/^\w+Error: .*\n {4}at /);
    expect(stack).toContain('errors.test.ts');
  });

  test.each<[string, (fault: () => never) => object]>([
    ['email', (fault) => Object.defineProperty({}, 'subject', { enumerable: true, get: fault })],
    [
      'attachment',
      (fault) => ({
        attachments: [Object.defineProperty({}, 'content', { enumerable: true, get: fault })],
      }),
    ],
  ])('an error of the caller’s own %s is the cause, and keeps its stack', async (_, faulty) => {
    const fault = new TypeError('here');
    const { stack } = fault;
    const { mail } = connect();
    const given = faulty(() => {
      throw fault;
    });
    const params = Object.defineProperties(
      {},
      {
        ...Object.getOwnPropertyDescriptors(wrong),
        ...Object.getOwnPropertyDescriptors(given),
      },
    );
    expect((await failureOf(mail.emails.send(params as never))).cause).toBe(fault);
    expect(fault.stack).toBe(stack);
  });
});

describe('as data', () => {
  test('toJSON() has everything that a log needs and nothing secret', async () => {
    const { mail, sandbox } = connect();
    sandbox.suppressions.add({ email: 'bob@example.org' });
    const error = await failureOf(mail.emails.send(email));
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'SendError',
      retryable: false,
      idempotencyKey: error.idempotencyKey,
      message: error.message,
      code: 'RECIPIENT_SUPPRESSED',
      operation: 'sendEmail',
      outcome: 'rejected',
      attempts: 1,
      status: 400,
      requestId: expect.stringMatching(/^req_/),
      details: expect.objectContaining({ suppressed: ['bob@example.org'] }),
    });
    expect(JSON.stringify(error)).not.toContain(sandbox.liveApiKey);
  });

  test.each([
    ['a refusal', { status: 400, code: 'VALIDATION_ERROR' }],
    ['a lost connection', { network: 'reset' }],
    ['an unreadable answer', { body: 'html' }],
  ] as const)('%s survives structuredClone with its message, stack and cause', async (_, effect) => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ effect });
    const error = await failureOf(mail.emails.list());
    const clone = structuredClone(error);
    expect(clone).toBeInstanceOf(Error);
    expect(clone.message).toBe(error.message);
    expect(clone.stack).toBe(error.stack);
    expect(clone.cause instanceof Error).toBe(error.cause instanceof Error);
  });

  test('an error that ends a worker thread keeps code, status and outcome', async () => {
    const { Worker } = await import('node:worker_threads');
    const worker = new Worker(new URL('errors/worker.ts', import.meta.url));
    const error = await new Promise<unknown>((resolve) => worker.once('error', resolve));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
      status: 400,
      outcome: 'rejected',
      attempts: 1,
    });
  });
});

test('the error does not contain a key that a response repeats in a header', async () => {
  const { mail, sandbox } = connectThrough((answer) => {
    const headers = {
      ...Object.fromEntries(answer.headers),
      'x-echo': 'key sk_live_sandbox',
      'x-request-id': 'sk_live_sandbox',
    };
    return new Response('{"error":{"code":"UNAUTHORIZED","message":"no"}}', { status: 401, headers });
  });
  const error = await failureOf(mail.emails.list());
  expect(error).toMatchObject({ headers: { 'x-echo': 'key [API key]' }, requestId: '[API key]' });
  const { inspect } = await import('node:util');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(sandbox.liveApiKey);
});

test('UPLOAD_FAILED is a known code of an UploadError', async () => {
  const { mail, sandbox } = connect();
  sandbox.faults.add({ operation: 'putUpload', effect: { status: 403, code: 'AccessDenied' as never } });
  const error = await failureOf(mail.attachments.upload(new Blob(['fox']), { filename: 'a.txt' }));
  if (!isAPIError(error, 'UPLOAD_FAILED')) throw error;
  expect(error).toBeInstanceOf(UploadError);
});

describe('the guards', () => {
  // The packaging checks prove the same with copies that a program really has: ESM and CommonJS.
  test('recognize errors of another copy of the package, where instanceof fails', async () => {
    const hooks = registerHooks({
      resolve: (name, context, next) => {
        const found = next(name, context);
        const isCopied = context.parentURL?.endsWith('?copy') && found.url.includes('/sdk/src/');
        return isCopied ? { ...found, url: `${found.url}?copy` } : found;
      },
    });
    onTestFinished(() => hooks.deregister());
    const address = `${import.meta.resolve('../src/index.ts')}?copy`;
    const copy = (await import(address)) as typeof client;
    const { sandbox } = connect();
    const mail = new copy.Mailrig({ apiKey: 'sk_live_no', baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const error: unknown = await mail.emails.list().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(copy.APIError);
    expect(error).not.toBeInstanceOf(APIError);
    expect(isMailrigError(error)).toBe(true);
    expect(isAPIError(error)).toBe(true);
    expect(isAPIError(error, 'NOT_FOUND', 'UNAUTHORIZED')).toBe(true);
    expect(isAPIError(error, 'NOT_FOUND')).toBe(false);
  });

  test('recognize nothing else', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [undefined, null, 'x', new Error('x'), { code: 'UNAUTHORIZED' }, proxy]) {
      expect([isMailrigError(value), isAPIError(value)]).toEqual([false, false]);
    }
  });
});
