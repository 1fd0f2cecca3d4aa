import type { WireOption } from '@mailrig/contract';
import { calibrate, type Deployment, UnavailableError, tiers, compare } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { deploy, deployFilled } from './deployment.ts';

type Body = { data: Record<string, unknown>; error?: Record<string, unknown> };

/** Changes the responses of one path. */
type Change = readonly [path: RegExp, change: (body: Body) => unknown];

const odd: readonly (readonly [what: string, option: WireOption, change: Change])[] = [
  ['a confirmation in HTML', 'confirmResult', [/confirm$/, () => '<html>']],
  ['a confirmation that says true', 'confirmResult', [/confirm$/, (body) => ({ ...body, data: true })]],
  ['a confirmation that says that it failed', 'confirmResult', [/confirm$/, () => ({ success: false })]],
  [
    'an upload in a container',
    'uploadToken',
    [/presigned/, ({ data }) => ({ success: true, data: { upload: data } })],
  ],
  ['a batch with a number as id', 'batchImmediate', [/batch$/, (body) => numbered(body)]],
  ['emails at data.items', 'pageContainer', [/emails\?/, ({ data }) => paged({ items: data['emails'] })]],
  [
    'emails at two places',
    'pageContainer',
    [/emails\?/, ({ data }) => paged({ ...data, data: data['emails'] })],
  ],
  [
    'a creation without an id',
    'successStatus',
    [/(emails|lists|contacts|url|batch)$/, () => ({ success: true })],
  ],
  ['creations in HTML', 'successStatus', [/(emails|lists|contacts|url|batch)$/, () => '<html>']],
  ['a rate limit in HTML', 'rateLimitCode', [/limit=1$/, (body) => (body.error ? '<html>' : body)]],
  ['ids with another prefix', 'ids', [/verification/, ({ data }) => withOtherIds(data)]],
];

test.for(odd)('%s does not show the option %s', async ([, option, change]) => {
  const { deployment } = deploy();
  const { wire } = await calibrate(changed(deployment, change), { tiers, run: 'test' });
  expect(wire).not.toHaveProperty(option);
});

const uncounted: readonly (readonly [what: string, change: Change])[] = [
  [
    'a list without suppressedContacts',
    [/contact-lists(\?|$)/, (body) => without(body, 'suppressedContacts')],
  ],
  ['a filter that is ignored', [/status=suppressed/, (body) => unfiltered(body)]],
];

test.for(uncounted)('%s does not show how contacts are counted', async ([, change]) => {
  const { deployment } = await deployFilled({ wire: { listCounting: 'active-or-suppressed' } });
  const { wire } = await calibrate(changed(deployment, change), { run: 'test' });
  expect(wire).not.toHaveProperty('listCounting');
});

test.for([
  ['HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['nothing', () => new Response(null, { status: 204 })],
  ['a redirect', () => new Response(null, { status: 301, headers: { location: 'https://example.com' } })],
] as const)('a deployment that answers with %s cannot be asked', async ([, response]) => {
  const { deployment } = deploy();
  await expect(calibrate({ ...deployment, fetch: () => Promise.resolve(response()) })).rejects.toThrow(
    UnavailableError,
  );
});

const first = '/api/v1/emails?limit=2';
const moved: readonly (readonly [location: string, says: string])[] = [
  [
    `https://new.example.com${first}`,
    'redirected to https://new.example.com/api/v1/emails (308): try the base URL https://new.example.com.',
  ],
  [
    `https://me:secret@new.example.com:8443/mail${first}&token=secret#secret`,
    'redirected to https://new.example.com:8443/mail/api/v1/emails (308): try the base URL https://new.example.com:8443/mail.',
  ],
  [`/mail${first}`, 'redirected to {base}/mail/api/v1/emails (308): try the base URL {base}/mail.'],
  ['/login?to=secret', 'redirected to {base}/login (308).'],
  [`${first}&again`, 'redirected to {base}/api/v1/emails (308).'],
  ['', 'answered with 308.'],
  ['mailto:secret', 'answered with 308.'],
  ['http://', 'answered with 308.'],
];

test.for(moved)('a redirect to %s names the target, and the base URL to try', async ([location, says]) => {
  const { deployment } = deploy();
  const fetch = () => Promise.resolve(new Response(null, { status: 308, headers: { location } }));
  await expect(calibrate({ ...deployment, fetch })).rejects.toThrow(
    new UnavailableError(
      `The deployment cannot be asked: GET ${first} was ${says.replaceAll('{base}', deployment.baseUrl)}`,
    ),
  );
});

test('a redirect of a single record names no id', async () => {
  const { deployment } = await deployFilled();
  const proxy: typeof fetch = async (input, init) => {
    const { url } = new Request(input, init);
    const path = url.slice(deployment.baseUrl.length);
    const location = `https://new.example.com${path.replace('/contacts?', '/secret?')}`;
    if (/emails\/(?!stats)|contacts\?/.test(path))
      return new Response(null, { status: 302, headers: { location } });
    return (await deployment.fetch?.(input, init)) ?? Response.error();
  };
  const { notMeasured } = await compare({ ...deployment, fetch: proxy });
  expect(notMeasured).toMatchObject({
    email:
      'GET /api/v1/emails/{email} was redirected to https://new.example.com/api/v1/emails/{email} (302): try the base URL https://new.example.com',
    contacts:
      'GET /api/v1/contact-lists/{list}/contacts?limit=2 was redirected to https://new.example.com (302)',
  });
});

test('what a deployment repeats of a key or an address stays out of the calibration', async () => {
  const { deployment } = deploy();
  const leaking: typeof fetch = async (input, init) => {
    const response = await deployment.fetch?.(input, init);
    const headers = new Headers(response?.headers);
    headers.set('x-ratelimit-limit', `100 for ${deployment.apiKey}`);
    const text = (await response?.text()) ?? '';
    const echo = text.replaceAll(/"(code|source)":"\w+"/g, `"$1":"${deployment.apiKey} eve@example.org"`);
    return new Response(echo === '' ? null : echo, { status: response?.status ?? 500, headers });
  };
  const text = JSON.stringify(await calibrate({ ...deployment, fetch: leaking }, { tiers, run: 'test' }));
  expect(text).not.toContain(deployment.apiKey);
  expect(text).not.toContain('eve@');
});

/** The same deployment, of which a proxy changes some answers. */
function changed(deployment: Deployment, [path, change]: Change): Deployment {
  const proxy: typeof fetch = async (input, init) => {
    const { url } = new Request(input, init);
    const response = (await deployment.fetch?.(input, init)) ?? Response.error();
    if (!path.test(url) || response.status === 204) return response;
    const { status, headers } = response;
    const body = change((await response.json()) as Body);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  return { ...deployment, fetch: proxy };
}

function paged(data: object): object {
  return { success: true, data };
}

function numbered(body: Body): Body {
  return body.error ? body : { ...body, data: { ...body.data, verificationId: 42 } };
}

function withOtherIds(data: unknown): object {
  return JSON.parse(JSON.stringify({ success: true, data }).replaceAll('"ver_', '"check_')) as object;
}

function without({ data, ...body }: Body, name: string): object {
  const lists = data as unknown as readonly Record<string, unknown>[];
  return { ...body, data: lists.map(({ [name]: _left, ...list }) => list) };
}

function unfiltered({ data, ...body }: Body): object {
  return { ...body, data: { ...data, contacts: [{ status: 'active' }], pagination: { total: 5 } } };
}
