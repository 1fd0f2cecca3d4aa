import {
  calibrate,
  type Deployment,
  UnavailableError,
  DeploymentError,
  type Tier,
  tiers,
  compare,
} from '@mailrig/sandbox/deployment';
import { expect, test, vi } from 'vitest';
import { deploy } from './deployment.ts';

const usual: Deployment = { baseUrl: 'https://mail.example.com', apiKey: 'sk_test_1' };

const refused: readonly (readonly [
  problem: string,
  deployment: Deployment,
  tiers: readonly Tier[],
  message: string,
])[] = [
  [
    'no address',
    { ...usual, baseUrl: 'mail' },
    [],
    'The base URL must be an http or https address, for example https://mail.example.com.',
  ],
  [
    'a file',
    { ...usual, baseUrl: 'file:///tmp' },
    [],
    'The base URL must be an http or https address, for example https://mail.example.com.',
  ],
  [
    'a password',
    { ...usual, baseUrl: 'https://a:b@mail.example.com' },
    [],
    'The base URL must have no query, fragment, user or password.',
  ],
  [
    'a key of two lines',
    { ...usual, apiKey: 'sk_test_1\nx' },
    [],
    'The API key must be visible ASCII characters, for example sk_test_….',
  ],
  [
    'a sender with a name',
    { ...usual, from: 'Ada <ada@example.com>' },
    [],
    'The sender must be a bare address at the domain of the key, for example probe@example.com.',
  ],
  [
    'a live key',
    { ...usual, apiKey: 'sk_live_1' },
    [],
    'This is not a test key (sk_test_…). Use one; or, to allow this key, name the host of the deployment a second time.',
  ],
  [
    'a key of no known kind',
    { ...usual, apiKey: 'secret' },
    [],
    'This is not a test key (sk_test_…). Use one; or, to allow this key, name the host of the deployment a second time.',
  ],
  [
    'a live key for another host',
    { ...usual, apiKey: 'sk_live_1', liveHost: 'example.com' },
    [],
    'The host that allows this key is example.com, but the deployment is at mail.example.com.',
  ],
  [
    'a send with a live key',
    { ...usual, apiKey: 'sk_live_1', liveHost: 'mail.example.com' },
    ['observe', 'simulate'],
    'With a key that is not a test key, a send is real and a verification costs credits: leave out the tier simulate.',
  ],
];

test.for(refused)('%s is refused before anything is sent', async ([, deployment, chosen, message]) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  await expect(calibrate({ ...deployment, fetch }, { tiers: chosen })).rejects.toThrow(
    new DeploymentError(message),
  );
  expect(fetch).not.toHaveBeenCalled();
});

test('a live key observes if the host is named twice', async () => {
  const { sandbox, deployment } = deploy();
  const { host } = new URL(sandbox.baseUrl);
  const { wire } = await calibrate({ ...deployment, apiKey: sandbox.liveApiKey, liveHost: host });
  expect(wire).toMatchObject({ pageContainer: 'named' });
});

test('a wrong key ends at the first request', async () => {
  const { deployment, sandbox } = deploy();
  await expect(calibrate({ ...deployment, apiKey: 'sk_test_wrong' })).rejects.toThrow(
    new UnavailableError('The deployment cannot be asked: GET /api/v1/emails?limit=2 was answered with 401.'),
  );
  expect(sandbox.requests.count()).toBe(1);
});

test.for([
  ['an address', new Error('connect ECONNREFUSED'), 'connect ECONNREFUSED'],
  ['several addresses', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
] as const)(
  'a deployment that cannot be reached at %s is named with the reason',
  async ([, cause, reason]) => {
    const fetch = vi.fn<typeof globalThis.fetch>(() =>
      Promise.reject(new TypeError('fetch failed', { cause })),
    );
    const wait = vi.fn<(milliseconds: number) => Promise<void>>(() => Promise.resolve());
    await expect(calibrate({ ...usual, fetch, wait })).rejects.toThrow(
      `The deployment cannot be asked: GET /api/v1/emails?limit=2 failed: ${reason}.`,
    );
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(wait.mock.calls).toEqual([[500], [1_000]]);
  },
);

test.for([
  ['a 500', { status: 500 }],
  ['a 503 that says when to come back', { status: 503, retryAfter: 3 }],
  ['a lost connection', { network: 'reset' }],
] as const)('%s twice in a row at any read changes nothing', async ([, effect]) => {
  const usually = deploy();
  const { wire } = await calibrate(usually.deployment, { tiers, run: 'test' });

  const { sandbox, deployment } = deploy();
  for (const operation of ['listEmails', 'listContactLists', 'getVerification'] as const)
    sandbox.faults.add({ operation, times: 2, effect });
  expect((await calibrate(deployment, { tiers, run: 'test' })).wire).toEqual(wire);
});

test('a request that writes is not repeated', async () => {
  const { sandbox, deployment } = deploy();
  sandbox.faults.add({ operation: 'createContactList', effect: { status: 500 } });
  const created: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST' && request.url.endsWith('/contact-lists'))
      created.push(await request.clone().text());
    return sandbox.fetch(request);
  };
  const { notMeasured } = await compare({ ...deployment, fetch });
  expect(notMeasured['createListWithoutName']).toBe('POST /api/v1/contact-lists was answered with 500');
  expect(created.filter((body) => body === '{}')).toHaveLength(1);
});

test.for([
  ['compare', tiers],
  ['calibrate', ['observe', 'create'] as const],
] as const)(
  '%s deletes the lists that it made, with their contacts, if that is possible',
  async ([how, chosen]) => {
    const { sandbox, deployment } = deploy({ endpoints: 'published' });
    if (how === 'calibrate') await calibrate(deployment, { tiers: chosen, run: 'test' });
    else await compare(deployment, { tiers: chosen, run: 'test', endpoints: 'published' });
    expect(sandbox.requests.count({ operation: 'createContactList', status: 201 })).toBeGreaterThan(0);
    expect(sandbox.contactLists.list()).toEqual([]);
  },
);

test('compare deletes no list to which a step of your own adds a contact', async () => {
  const accounts = [{ domain: { name: 'example.com' }, contactLists: [{ name: 'Readers' }] }];
  const { sandbox, deployment } = deploy({ endpoints: 'published', seed: { accounts } });
  const [{ id } = { id: '' }] = sandbox.contactLists.list();
  const path = `/api/v1/contact-lists/${id}/contacts`;
  const json = { email: 'grace@example.org' };
  const { left } = await compare(deployment, {
    endpoints: 'published',
    tiers: ['observe', 'create'],
    steps: [{ name: 'our reader', tier: 'create', method: 'POST', path, json }],
  });
  expect(sandbox.contactLists.list()).toMatchObject([{ id }]);
  expect(left['contacts']).toBe(1);
});

test('calibrations in a row stay below the rate limit of 100 a minute (R29)', async () => {
  const { sandbox, deployment } = deploy();
  for (const run of ['a', 'b', 'c', 'd']) {
    await calibrate(deployment, { tiers: tiers.slice(0, 3), run });
  }
  expect(sandbox.requests.count({ status: 429 })).toBe(0);
});

test('a request that meets the limit all the same is repeated in the next window', async () => {
  const { sandbox, deployment } = deploy({ rateLimit: { limit: 20 } });
  sandbox.faults.add({ operation: 'listContactLists', times: 1, effect: { status: 429, retryAfter: 5 } });
  const { wire } = await calibrate(deployment, { run: 'test' });
  expect(wire).toMatchObject({ listsContainer: 'bare' });
});

test('a burst that nothing refuses ends after 111 requests (R29)', async () => {
  const sentTo = async (chosen: readonly Tier[]) => {
    const { sandbox, deployment } = deploy({ rateLimit: false });
    await calibrate(deployment, { tiers: chosen, run: 'test' });
    return sandbox.requests.count();
  };
  expect((await sentTo(['observe', 'burst'])) - (await sentTo(['observe']))).toBe(111);
});

test('the key goes to the deployment only, and not with an upload', async () => {
  const { sandbox, deployment } = deploy();
  const uploads: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { url, headers } = new Request(input, init);
    if (url.startsWith(sandbox.uploadBaseUrl))
      uploads.push(headers.get('authorization'), headers.get('x-api-key'));
    return sandbox.fetch(input, init);
  };
  await compare({ ...deployment, fetch }, { tiers });
  expect(uploads).toEqual([null, null, null, null]);
});

test('a calibration holds neither the key nor the sender', async () => {
  const { deployment } = deploy();
  const text = JSON.stringify(await calibrate(deployment, { tiers, run: 'test' }));
  expect(text).not.toContain(deployment.apiKey);
  expect(text).not.toContain(deployment.from);
});

test('why a request has no response is said without ids and signatures', async () => {
  const { sandbox, deployment } = deploy();
  const fetch: typeof globalThis.fetch = (input, init) =>
    new Request(input, init).url.startsWith(sandbox.uploadBaseUrl)
      ? Promise.resolve(new Response('', { status: 403 }))
      : sandbox.fetch(input, init);
  const { notMeasured } = await compare({ ...deployment, fetch }, { tiers });
  expect(notMeasured['putUpload']).toBe('PUT {uploadUrl} was answered with 403');
});
