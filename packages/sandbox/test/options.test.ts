import { createSandbox, sweep } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { openRemoteAccount } from '@mailrig/sandbox/playwright';
import { handlers } from '@mailrig/sandbox/msw';
import { expect, test } from 'vitest';
import { list } from './conformance/emails.ts';

test.each([
  ['eventLogSize', { eventLogSize: Number.NaN }],
  ['journalSize', { journalSize: -1 }],
  ['rateLimit.limit', { rateLimit: { limit: 1.5 } }],
  ['rateLimit.windowMs', { rateLimit: { windowMs: Number.POSITIVE_INFINITY } }],
  ['limits.emailBytes', { limits: { emailBytes: -5 } }],
])('%s must be a whole number, and the error names it', (option, options) => {
  expect(() => createSandbox(options)).toThrow(`${option} must be a whole number of 0 or more`);
});

test.each(['baseUrl', 'uploadBaseUrl'])('%s must be an origin, and the error names it', (option) => {
  for (const url of [
    'nope',
    'localhost:4010',
    'ftp://api.test',
    'http://api.test/mail',
    'http://api.test?key=1',
    'http://api.test/#top',
    'http://ada:secret@api.test',
  ]) {
    expect(() => createSandbox({ [option]: url }), url).toThrow(
      `${option} must be an http or https address without a path, for example https://mail.example.com`,
    );
  }
});

test('trailing slashes of addresses are ignored', () => {
  const sandbox = createSandbox({ baseUrl: 'https://api.test/', uploadBaseUrl: 'http://files.test:81//' });
  expect([sandbox.baseUrl, sandbox.uploadBaseUrl]).toEqual(['https://api.test', 'http://files.test:81']);
});

test.each([
  ['a Date without a time', new Date(Number.NaN)],
  ['a Date after year 9999', new Date(8.64e15)],
  ['a number after year 9999', 8.64e15],
  ['a text whose time is after year 9999', '9999-12-31T23:59:59-10:00'],
])('startAt as %s is refused by name', (_, startAt) => {
  expect(() => createSandbox({ startAt })).toThrow('startAt must be an ISO 8601 time');
});

test('a sandbox without a journal and an event log answers as usual', async () => {
  const sandbox = createSandbox({ eventLogSize: 0, journalSize: 0 });
  const answer = await list(sandbox, {}, { key: sandbox.testApiKey });
  expect(answer.status).toBe(200);
  expect(sandbox.requests.list()).toEqual([]);
});

// Wider types, because a compiler refuses them too.
const misspelt: readonly (readonly [options: object, message: string])[] = [
  [{ ratelimit: false }, 'ratelimit is unknown: did you mean rateLimit?'],
  [{ auto_provision: true }, 'auto_provision is unknown: did you mean autoProvision?'],
  [{ url: 'http://api.test' }, 'url is unknown: did you mean baseUrl?'],
  [{ rateLimit: { window: 1 } }, 'rateLimit.window is unknown: did you mean windowMs?'],
  [{ limits: { emailByte: 1 } }, 'limits.emailByte is unknown: did you mean emailBytes?'],
  [{ timing: { mail: {} } }, 'timing.mail is unknown: did you mean email?'],
  [{ timing: { email: { send: 0 } } }, 'timing.email.send is unknown: did you mean sent?'],
  [{ colour: 'red' }, 'colour is unknown: choose from: baseUrl, uploadBaseUrl, clock, '],
];

test.for(misspelt)('%j is refused, and the error suggests the right name', ([options, message]) => {
  expect(() => createSandbox(options)).toThrow(message);
});

test('so are the options of everything else that takes some', async () => {
  const sandbox = createSandbox();
  const wrong: object = { onyl: [], prot: 0, hosts: [], failon: 'error', craches: true };
  const one = (name: string): object => ({ [name]: Reflect.get(wrong, name) });
  expect(() => handlers(sandbox, one('onyl'))).toThrow('onyl is unknown: did you mean only?');
  await expect(serve(one('prot'))).rejects.toThrow('prot is unknown: did you mean port?');
  await expect(serve(one('hosts'))).rejects.toThrow('hosts is unknown: did you mean allowHosts?');
  await expect(sweep(sandbox, () => 1, one('craches'))).rejects.toThrow('did you mean crashes?');
  const account: object = { url: 'http://127.0.0.1:1', domain: 'a.example', token: 'x' };
  await expect(openRemoteAccount(account as Parameters<typeof openRemoteAccount>[0])).rejects.toThrow(
    'token is unknown: did you mean controlToken?',
  );
});
