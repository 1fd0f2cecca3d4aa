import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isMailrigError, Mailrig, type MailrigOptions } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const apiKey = 'sk_live_secret';
const baseUrl = 'https://mail.example.com';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function messageOf(options: MailrigOptions): string {
  try {
    new Mailrig(options);
  } catch (error) {
    if (isMailrigError(error) && error.code === 'INVALID_OPTIONS') return error.message;
    throw error;
  }
  throw new Error('the options were accepted');
}

describe('key and address', () => {
  test('come from the environment if no option gives them', () => {
    vi.stubEnv('MAILRIG_API_KEY', 'sk_test_env');
    vi.stubEnv('MAILRIG_BASE_URL', baseUrl);
    expect(new Mailrig().environment).toBe('test');
    expect(new Mailrig({ apiKey }).environment).toBe('live');
  });

  test('are enough if the environment may not be read, as in Deno without --allow-env', () => {
    const { env } = process;
    const refuse = () => {
      throw new Error('Requires env access');
    };
    Object.defineProperty(process, 'env', {
      value: new Proxy(env, { get: refuse }),
      configurable: true,
      writable: true,
    });
    try {
      expect(new Mailrig({ apiKey, baseUrl }).environment).toBe('live');
      expect(() => new Mailrig()).toThrow(/MAILRIG_API_KEY/);
    } finally {
      process.env = env;
    }
  });

  test('are reported by option and environment variable if missing', () => {
    vi.stubEnv('MAILRIG_API_KEY', '');
    vi.stubEnv('MAILRIG_BASE_URL', '');
    expect(messageOf({ baseUrl })).toMatch(/apiKey.*MAILRIG_API_KEY/);
    vi.stubEnv('MAILRIG_APIKEY', 'sk_test_env');
    expect(messageOf({ baseUrl })).toContain('MAILRIG_APIKEY is set: did you mean MAILRIG_API_KEY?');
    expect(messageOf({ apiKey })).toMatch(/baseUrl.*MAILRIG_BASE_URL/);
  });

  test.each(['sk_live_a b', 'sk_live_a\n', 'sk_live_ä'])('a malformed key is never repeated (%j)', (key) => {
    const message = messageOf({ apiKey: key, baseUrl });
    expect(message).toMatch(/apiKey.*MAILRIG_API_KEY/);
    expect(message).not.toContain('sk_live');
  });

  test.each([
    ['mail.example.com', 'absolute'],
    ['ftp://mail.example.com', 'http'],
    ['https://ada:pw@mail.example.com', 'password'],
    ['https://mail.example.com/?a=1', 'query'],
    ['https://mail.example.com/api/v1', '/api/v1'],
  ])('the base URL %s is refused', (url, words) => {
    expect(messageOf({ apiKey, baseUrl: url })).toContain(words);
  });

  test('a base URL may have a path and a trailing slash', async () => {
    const { sandbox } = connect();
    const paths: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      paths.push(request.url);
      return sandbox.fetch(new Request(request.url.replace('/proxy', ''), request));
    };
    const mail = new Mailrig({ apiKey: sandbox.testApiKey, baseUrl: `${baseUrl}/proxy/`, fetch });
    await mail.emails.list({ page: 1 });
    expect(paths).toEqual([`${baseUrl}/proxy/api/v1/emails?page=1`]);
  });

  test.each([
    ['sk_live_x', 'live'],
    ['sk_test_x', 'test'],
    ['other', 'unknown'],
  ])('the environment of %s is %s (R24)', (key, environment) => {
    expect(new Mailrig({ apiKey: key, baseUrl }).environment).toBe(environment);
  });
});

describe('requireTestKey', () => {
  test.each(['sk_live_secret', 'other_secret', 'SK_TEST_secret', 'xsk_test_secret'])(
    'refuses %s without showing it, and names the option and the fix (R24)',
    (key) => {
      const message = messageOf({ apiKey: key, baseUrl, requireTestKey: true });
      expect(message).toMatch(/requireTestKey.*sk_test_.*apiKey.*MAILRIG_API_KEY/);
      expect(message).not.toContain('secret');
      expect(new Mailrig({ apiKey: key, baseUrl, requireTestKey: false })).toBeInstanceOf(Mailrig);
    },
  );

  test('also refuses a live key from the environment (R24)', () => {
    vi.stubEnv('MAILRIG_API_KEY', apiKey);
    expect(messageOf({ baseUrl, requireTestKey: true })).toContain('requireTestKey');
  });

  test('accepts a test key, which sends nothing (R24, R28)', async () => {
    const { mail } = connect({ apiKey: 'sk_test_sandbox', requireTestKey: true });
    expect(mail.environment).toBe('test');
    expect(await mail.emails.send(email)).toHaveProperty('sandbox', true);
  });
});

describe('other options', () => {
  test.each([
    ['timeout', { timeout: 0 }],
    ['totalTimeout', { totalTimeout: Number.NaN }],
    ['maxRetries', { maxRetries: -1 }],
    ['maxRetryAfter', { maxRetryAfter: Infinity }],
    ['maxResponseBytes', { maxResponseBytes: 0 }],
    ['ky', { ky: {} as never }],
    ['ky', { ky: (() => undefined) as never }],
    ['headers', { headers: { 'a b': 'x' } }],
  ] satisfies [string, MailrigOptions][])('an invalid %s is refused by name', (name, options) => {
    expect(messageOf({ apiKey, baseUrl, ...options })).toContain(name);
  });

  test.each(['Authorization', 'X-API-Key', 'Content-Type', 'Idempotency-Key', 'X-Idempotency-Key'])(
    'a client cannot be given the header %s, and the error says what to do instead (A1, A13, A41)',
    (name) => {
      const message = messageOf({ apiKey, baseUrl, headers: { [name]: 'secret' } });
      expect(message).toContain(`headers must not hold ${name}: `);
      expect(message).not.toContain('secret');
    },
  );

  test.each([
    ['Headers', new Headers({ 'X-Tenant': 'acme' })],
    ['Map', new Map([['X-Tenant', 'acme']])],
  ])('headers may be a %s as well', async (_, headers) => {
    const { mail, sandbox } = connect({ headers: headers as never });
    await mail.emails.list();
    expect(sandbox.requests.last()?.headers).toHaveProperty('x-tenant', 'acme');
  });

  test('a call cannot replace the header of the key (A1)', async () => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.emails.list({}, { headers: { authorization: 'Bearer other' } }));
    expect(error).toMatchObject({ code: 'INVALID_OPTIONS', outcome: 'not-sent' });
    expect(sandbox.requests.count()).toBe(0);
  });

  test('the value of a malformed header is not shown', async () => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.send(email, { headers: { 'X-Token': 'secret\n' } }));
    expect(error).toMatchObject({ code: 'INVALID_OPTIONS', outcome: 'not-sent' });
    expect(error.message).toContain('X-Token');
    expect(error.message).not.toContain('secret');
  });

  test('a page in a browser may not have the key unless allowed', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    expect(messageOf({ apiKey, baseUrl })).toContain('dangerouslyAllowBrowser');
    expect(new Mailrig({ apiKey, baseUrl, dangerouslyAllowBrowser: true }).environment).toBe('live');
  });

  test('the global fetch is looked up for each request, so that it can be replaced later', async () => {
    const { mail, sandbox } = connect({ fetch: undefined });
    vi.stubGlobal('fetch', sandbox.fetch);
    await mail.emails.send(email);
    expect(sandbox.requests.count()).toBe(1);
  });
});

test('the table of options in the README has every option, and no other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n## Options\n(.*?)\n## /s.exec(readme) ?? [];
  const documented = [...table.matchAll(/^\| (`.*?)\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  let refusal = '';
  try {
    new Mailrig({ misspelt: 1 } as MailrigOptions);
  } catch (error) {
    refusal = String(error);
  }
  const [, options = ''] = /choose from: (.*)$/.exec(refusal) ?? [];
  expect(new Set(documented)).toEqual(new Set(options.split(', ')));
});
