import { createSandbox, type Sandbox, type SandboxOptions, sweep } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { assertSentEmail } from '@mailrig/sandbox/node-test';
import { openRemoteAccount } from '@mailrig/sandbox/playwright';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sandboxRows } from '../src/control/start.ts';
import { controlVerbs } from '../src/control/verbs.ts';
import { handlersRows } from '../src/mounts/msw.ts';
import { serveRows } from '../src/mounts/node.ts';
import { sweepRows } from '../src/sweep/options.ts';
import { expectedEmail } from '../src/testing/expected-email.ts';
import { remoteRows } from '../src/testing/remote-account.ts';
import { misspelt, mistyped } from './wrong-options.ts';

/*
 * Every set of options is one table of rows. These tests are made from the rows: each name misspelt, and each value of
 * another type, passed as a caller passes it.
 */

const remote = { url: 'http://127.0.0.1:1', domain: 'shop.test' };

/** What takes the options, and the options that it needs. */
const sets = {
  createSandbox: [sandboxRows, (given: object) => createSandbox(given as SandboxOptions)],
  serve: [serveRows, async (given: object) => (await serve({ port: 0, ...given })).close()],
  handlers: [handlersRows, (given: object) => handlers(createSandbox(), given)],
  sweep: [sweepRows, (given: object) => sweep(createSandbox(), () => undefined, given)],
  openRemoteAccount: [remoteRows, (given: object) => openRemoteAccount({ ...remote, ...given })],
  toHaveSentEmail: [expectedEmail, (given: object) => assertSentEmail(createSandbox(), given)],
} as const satisfies Record<string, readonly [z.ZodMiniObject, (given: object) => unknown]>;

const failureOf = async (call: () => unknown) =>
  new Promise((resolve) => resolve(call())).then(
    () => 'nothing failed',
    (error: unknown) => String(error),
  );

describe.each(Object.entries(sets))('%s', (_, [rows, call]) => {
  test.each(misspelt(rows))('refuses a misspelt $name, and suggests it', async ({ name, given }) => {
    const failure = await failureOf(() => call(given));
    expect(failure).toContain(`${Object.keys(given)[0]} is unknown: did you mean`);
    expect(failure).toContain(`${name}?`);
  });

  test.each(mistyped(rows))(
    'refuses $name with a value of another type, and says what is right',
    async ({ name, given }) => {
      expect(await failureOf(() => call(given))).toMatch(
        new RegExp(`\\b${name}(?:[.[]\\S+)? (?:must|is unknown)`),
      );
    },
  );

  test.each(['text', 1, null, ['a']])('refuses %j instead of the options', async (given) => {
    const wrong: unknown = given;
    if (_ === 'serve' || _ === 'openRemoteAccount') return;
    expect(await failureOf(() => call(wrong as object))).toMatch(/must be an object/);
  });
});

describe('the control plane', () => {
  const sandbox = createSandbox();
  const call = async (method: string, path: string, given: object) => {
    const isRead = method === 'GET' || method === 'DELETE';
    const query = isRead
      ? `?${new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))}`
      : '';
    const url = `${sandbox.baseUrl}/_sandbox${path.replaceAll(/\{\w+\}/g, 'x')}${query}`;
    const body = isRead
      ? {}
      : { body: JSON.stringify(given), headers: { 'content-type': 'application/json' } };
    const response = await sandbox.fetch(url, { method, ...body });
    return `${response.status} ${await response.text()}`;
  };
  const verbs = Object.entries(controlVerbs).filter(([, verb]) => !('readsBody' in verb));

  test.each(verbs)('%s refuses a name that it does not know', async (_, { method, path }) => {
    if (path === '/events') return;
    const response = await call(method, path, { nobodyKnows: 1 });
    expect(response).toMatch(/^400 .*nobodyKnows is (?:unknown|not a wire option)/);
  });

  test.each(
    verbs.flatMap(([name, verb]) => {
      const { shape } = (verb.input ?? z.object({})) as z.ZodMiniObject;
      const names = Object.keys(shape ?? {}).filter((one) => !verb.path.includes(`{${one}}`));
      return names.map((one) => ({ verb: name, name: one, method: verb.method, path: verb.path }));
    }),
  )('$verb suggests $name for a misspelt one', async ({ name, method, path }) => {
    const wrong = `${name}${name.at(-1)}`;
    expect(await call(method, path, { [wrong]: 'x' })).toMatch(
      new RegExp(`^400 .*${wrong} is unknown: did you mean`),
    );
  });
});

const send = (sandbox: Sandbox, to: string) =>
  sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'a@example.com', to, subject: 'A', text: 'A' }),
  });

test.each([
  ['/messages?wait=5', {}, "wait must be a duration such as '250ms'"],
  [
    '/messages',
    { 'X-Sandbox-Acount': 'acc_1' },
    'x-sandbox-acount is unknown: did you mean x-sandbox-account?',
  ],
  ['/mesages', {}, 'no endpoint /mesages: did you mean /messages?'],
])('a call to %s with the headers %j says what is wrong', async (path, headers, words) => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox${path}`, { headers });
  expect(await response.text()).toContain(words);
});

test('nothing is deleted, counted or found by a misspelt filter', async () => {
  const sandbox = createSandbox();
  await send(sandbox, 'b@example.org');
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/messages?too=nobody`, {
    method: 'DELETE',
  });
  expect(response.status).toBe(400);
  expect(sandbox.mailbox.list()).toHaveLength(1);
  const wrong: unknown = 'grace@c.org';
  expect(() => sandbox.mailbox.latest(wrong as object)).toThrow(
    'The input must be an object such as { to: … }',
  );
  expect(() => sandbox.mailbox.list({ two: 'b' } as object)).toThrow('two is unknown: did you mean to?');
  expect(() => sandbox.requests.count({ operaton: 'sendEmail' } as object)).toThrow(
    'did you mean operation?',
  );
});

test('the mailbox empties only what a filter matches, and refuses one that it does not know', async () => {
  const sandbox = createSandbox();
  for (const to of ['bob@example.org', 'eve@example.org']) await send(sandbox, to);
  expect(() => sandbox.mailbox.clear({ too: 'bob@example.org' } as object)).toThrow('did you mean to?');
  expect(sandbox.mailbox.list()).toHaveLength(2);
  sandbox.mailbox.clear({ to: 'bob@example.org' });
  expect(sandbox.mailbox.list().map(({ to }) => to)).toEqual([['eve@example.org']]);
  sandbox.mailbox.clear();
  expect(sandbox.mailbox.list()).toEqual([]);
});

describe('what takes a plain filter, or nothing', () => {
  const sandbox = createSandbox();
  const wrong = (value: unknown) => value as never;
  test.each<[string, () => unknown, string]>([
    ['mailbox.list with a limit', () => sandbox.mailbox.list(wrong({ limit: 1 })), 'limit is unknown'],
    [
      'mailbox.latest with a Map',
      () => sandbox.mailbox.latest(wrong(new Map())),
      'such as { to: … }, not an instance of Map',
    ],
    ['requests.last with null', () => sandbox.requests.last(wrong(null)), 'such as { operation: … }'],
    ['requests.last with a text', () => sandbox.requests.last(wrong('x')), 'such as { operation: … }'],
    [
      'requests.count with a limit in words',
      () => sandbox.requests.count(wrong({ limit: 'x' })),
      'limit must be',
    ],
    [
      'requests.subscribe without a listener',
      () => sandbox.requests.subscribe(wrong('x')),
      'listener must be a function',
    ],
    [
      'requests.clear with a filter',
      () => Reflect.apply(sandbox.requests.clear, sandbox.requests, [{ status: 400 }]),
      'status is unknown: leave it out',
    ],
    [
      'faults.clear with an operation',
      () => Reflect.apply(sandbox.faults.clear, sandbox.faults, ['sendEmail']),
      'must be an object',
    ],
    [
      'reset with a seed',
      () => Reflect.apply(sandbox.reset, sandbox, [{ seed: {} }]),
      'seed is unknown: leave it out',
    ],
    [
      'fork with a clock',
      () => Reflect.apply(sandbox.fork, sandbox, [{ clock: 'manual' }]),
      'clock is unknown: leave it out',
    ],
    [
      'restore with something else',
      () => sandbox.restore(wrong({})),
      'snapshot must be what snapshot() returned',
    ],
    ['account without an id', () => sandbox.account(wrong(undefined)), 'account must be a string'],
    ['mailbox.get without an id', () => sandbox.mailbox.get(wrong(null)), 'id must be a string'],
    ['templates.set with a text', () => sandbox.templates.set('x', wrong('Hi')), 'such as { subject: … }'],
    ['handlers without a sandbox', () => handlers(wrong({ rateLimit: false })), 'handlers(createSandbox())'],
    ['assertSentEmail without a sandbox', () => assertSentEmail(wrong({}), {}), 'is for a sandbox'],
  ])('%s is refused in words', (_, call, words) => {
    expect(call).toThrow(words);
  });

  test.each<[unknown, string]>([
    ['down', 'faults[0] must be an object'],
    [{ name: 'down', effect: { staus: 503 } }, 'faults[0].effect.staus is unknown: did you mean status?'],
    [{ name: 'down', effect: { status: '503' } }, 'faults[0].effect.status must be a whole number'],
    [
      { name: 'down', effect: { status: 503 }, phase: ['after'] },
      'faults[0].phase is unknown: did you mean phases?',
    ],
  ])('a fault of a sweep such as %j is refused in words', async (fault, words) => {
    await expect(sweep(sandbox, () => undefined, { faults: [wrong(fault)] })).rejects.toThrow(words);
  });

  test('a member that is undefined counts as left out, at any depth', () => {
    const effect: object = { status: 503, code: undefined };
    expect(sandbox.faults.add({ operation: undefined, effect }).effect).toEqual({ status: 503 });
  });
});
