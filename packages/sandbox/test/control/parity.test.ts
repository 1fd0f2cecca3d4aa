import { ScopedControls } from '../../src/control/context.ts';
import { readFileSync } from 'node:fs';
import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { controlVerbs } from '../../src/control/verbs.ts';

/** Every member of the TypeScript API, with the verb that does the same over HTTP. */
const overHttp: Readonly<Record<string, string>> = {
  testApiKey: 'GET /accounts/{id}',
  liveApiKey: 'GET /accounts/{id}',
  info: 'GET /accounts/{id}',
  'accounts.list': 'GET /accounts',
  'accounts.create': 'POST /accounts',
  'keys.list': 'GET /accounts/{id}',
  'keys.create': 'POST /accounts/{id}/keys',
  'keys.revoke': 'POST /keys/{key}/revoke',
  'keys.expire': 'POST /keys/{key}/expire',
  'keys.rotate': 'POST /keys/{key}/rotate',
  'rateWindows.list': 'GET /rate-windows',
  'domains.update': 'PATCH /accounts/{id}',
  'clock.now': 'GET /clock',
  'clock.advance': 'POST /clock',
  'clock.advanceTo': 'POST /clock',
  'clock.runUntilIdle': 'POST /clock',
  'clock.freeze': 'POST /clock',
  'clock.resume': 'POST /clock',
  'mailbox.list': 'GET /messages',
  'mailbox.latest': 'GET /messages/latest',
  'mailbox.waitFor': 'GET /messages',
  'mailbox.count': 'GET /messages',
  'mailbox.get': 'GET /messages/{id}',
  'mailbox.story': 'GET /messages/{id}/story',
  'mailbox.remove': 'DELETE /messages/{id}',
  'mailbox.clear': 'DELETE /messages',
  'message.html': 'GET /messages/{id}/html',
  'message.links': 'GET /messages/latest',
  'message.codes': 'GET /messages/latest',
  'message.raw': 'GET /messages/{id}/raw',
  'message.attachments': 'GET /messages/{id}/attachments/{n}',
  'message.check': 'GET /messages/{id}/check',
  'emails.deliver': 'POST /messages/{id}/events',
  'emails.bounce': 'POST /messages/{id}/events',
  'emails.fail': 'POST /messages/{id}/events',
  'emails.open': 'POST /messages/{id}/events',
  'emails.click': 'POST /messages/{id}/events',
  'attachments.list': 'GET /attachments',
  'contactLists.list': 'GET /contact-lists',
  'contacts.list': 'GET /contacts',
  'contacts.get': 'GET /contacts/{id}',
  'contacts.setStatus': 'POST /contacts/{id}/status',
  'templates.list': 'GET /templates',
  'templates.set': 'PUT /templates/{id}',
  'templates.preview': 'POST /template-preview',
  'templates.remove': 'DELETE /templates/{id}',
  'suppressions.list': 'GET /suppressions',
  'suppressions.add': 'POST /suppressions',
  'suppressions.remove': 'DELETE /suppressions/{email}',
  'verifications.list': 'GET /verifications',
  'verifications.addresses': 'GET /verifications/{id}/addresses',
  'verifications.results': 'GET /verification-results',
  'verifications.setResult': 'PUT /verification-results/{email}',
  'verifications.removeResult': 'DELETE /verification-results/{email}',
  'verifications.complete': 'POST /verifications/{id}/complete',
  'verifications.fail': 'POST /verifications/{id}/fail',
  'verifications.clearCache': 'DELETE /verification-cache',
  'credits.balance': 'GET /accounts/{id}',
  'credits.set': 'PATCH /accounts/{id}',
  'credits.ledger': 'GET /credits/ledger',
  'faults.add': 'POST /faults',
  'faults.failNext': 'POST /faults',
  'faults.list': 'GET /faults',
  'faults.remove': 'DELETE /faults/{id}',
  'faults.clear': 'DELETE /faults',
  'requests.list': 'GET /requests',
  'requests.get': 'GET /requests/{id}',
  'requests.count': 'GET /requests',
  'requests.last': 'GET /requests',
  'requests.subscribe': 'GET /events',
  'requests.clear': 'DELETE /requests',
  storedBytes: 'GET /health',
  wire: 'GET /wire',
  setWire: 'PUT /wire',
  history: 'GET /events',
  rewind: 'POST /rewind',
  snapshot: 'GET /snapshot',
  save: 'GET /snapshot',
  restore: 'PUT /snapshot',
  load: 'PUT /snapshot',
  reset: 'POST /reset',
  check: 'GET /check',
};

/** Members that make sense in one process only, and why. */
const inProcess: Readonly<Record<string, string>> = {
  clientOptions: 'an HTTP caller has the key and the address',
  baseUrl: 'an HTTP caller already knows it',
  publicUrl: 'whoever starts the server gives it',
  uploadBaseUrl: 'the response to a new upload has the whole URL',
  endpoints: 'GET /openapi.json has them',
  fetch: 'HTTP itself replaces it',
  handle: 'HTTP itself replaces it',
  at: 'every GET takes the query parameter at',
  fork: 'another process can load a snapshot',
  'clock.runUntil': 'a promise and the waits of clients are in one process',
  account: 'the header X-Sandbox-Account selects the account',
};

/** Verbs that need no member in the TypeScript API, and why. */
const httpOnly: Readonly<Record<string, string>> = {
  'GET /decisions': 'exported by @mailrig/contract/decisions',
  'GET /backup': 'the command mailrig-sandbox backup, for the server that has the file open',
  'POST /undo': 'in one process, restore() takes any snapshot',
  'POST /recording': 'for the fixtures of test runners, which write the file themselves',
  'GET /summary': 'for pages: in one process, each part is at hand',
  'GET /openapi.json': 'exported by @mailrig/contract/openapi',
};

/** The names of all members of a sandbox and of its groups of controls. */
function membersOf(owner: object, prefix = ''): string[] {
  const names = new Set<string>();
  for (let level: object | null = owner; level && level !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
    level = Object.getPrototypeOf(level);
  }
  return [...names]
    .filter((name) => !['constructor', 'context'].includes(name))
    .flatMap((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value;
      return value instanceof ScopedControls ? membersOf(value, `${name}.`) : [`${prefix}${name}`];
    });
}

const verbs = Object.values(controlVerbs).map(({ method, path }) => `${method} ${path}`);

describe('HTTP can do everything that the TypeScript API can do', () => {
  test('every member of the sandbox has a verb, or a reason to have none', () => {
    const members = membersOf(createSandbox());
    const known = [...Object.keys(overHttp), ...Object.keys(inProcess)];
    expect(known.filter((name) => !name.startsWith('message.')).toSorted()).toEqual(members.toSorted());
  });

  test('every function of a message has a verb, or a reason to have none', async () => {
    const sandbox = createSandbox();
    await send(sandbox);
    const functions = Object.entries(sandbox.mailbox.latest() ?? {}).flatMap(([name, value]) =>
      typeof value === 'function' ? [`message.${name}`] : [],
    );
    expect(functions.length).toBeGreaterThan(0);
    expect({ ...overHttp, ...inProcess }).toEqual(
      expect.objectContaining(Object.fromEntries(functions.map((name) => [name, expect.any(String)]))),
    );
  });

  test('every verb belongs to a member, or has a reason not to', () => {
    const mapped = new Set([...Object.values(overHttp), ...Object.keys(httpOnly)]);
    expect([...mapped].toSorted()).toEqual(verbs.toSorted());
  });

  test('the curl example uses every verb', () => {
    const script = readFileSync(new URL('../../../../examples/curl/drive.sh', import.meta.url), 'utf8');
    const calls = [
      ...[...script.matchAll(/\bcontrol ([A-Z]+) ["']?(\/[^\s"'?)]*)/g)].map(
        ([, method, path]) => `${method} ${path}`,
      ),
      ...[...script.matchAll(/_sandbox(\/[a-z]+)/g)].map(([, path]) => `GET ${path}`),
    ];
    const unused = verbs.filter((verb) => {
      const form = new RegExp(`^${verb.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !calls.some((call) => form.test(call));
    });
    expect(unused).toEqual([]);
  });
});
