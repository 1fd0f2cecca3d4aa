import { expect, test, vi } from 'vitest';
import { controlVerbs } from '../../src/control/plane.ts';
import { type Endpoint, requestTo } from './requests.ts';
import { type Answer, assertSequences, expectEnvelope, expectSound, type World } from './world.ts';
import { secret } from './values.ts';

// So much takes longer than one ordinary test where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const bodies: Readonly<Record<string, readonly unknown[]>> = {
  'POST /clock': [
    { advance: '1h' },
    { advanceTo: '2026-02-01T00:00:00Z' },
    { freeze: true },
    { runUntilIdle: true },
  ],
  'POST /accounts': [
    {
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 5,
      keys: [
        { key: 'sk_live_other', environment: 'live', expiresAt: '2027-01-01' },
        { environment: 'test', expiresAt: 1_800_000_000_000 },
      ],
    },
  ],
  'PATCH /accounts/{id}': [{ credits: 7, domain: { dnsVerified: false, active: false } }],
  'POST /accounts/{id}/keys': [
    { environment: 'test', expiresAt: '2027-01-01T00:00:00Z' },
    { key: 'sk_test_more', environment: 'test' },
  ],
  'PUT /templates/{id}': [{ subject: 'Hello {{name}}', html: '<p>{{name}}</p>', text: '{{name}}' }],
  'POST /messages/{id}/events': [{ type: 'sent' }, { type: 'clicked', url: 'https://example.com/' }],
  'POST /contacts/{id}/status': [{ status: 'unsubscribed' }],
  'POST /suppressions': [{ email: 'eve@example.net', reason: 'manual' }],
  'PUT /verification-results/{email}': [
    {
      result: 'risky',
      reason: 'because',
      riskScore: 70,
      details: { isDisposable: true, isRoleAccount: false },
    },
  ],
  'PUT /credits': [{ balance: 12 }],
  'POST /faults': [
    {
      operation: 'sendEmail',
      times: 2,
      skip: 1,
      phase: 'after',
      effect: { status: 503, code: 'SERVICE_UNAVAILABLE', headers: { 'x-a': 'b' } },
    },
    { effect: { network: 'reset', delay: '1s' } },
  ],
  'PUT /wire': [{ preset: 'examples' }, { ids: 'unprefixed', nulls: 'explicit' }],
};

const queries: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  '/messages': [
    {
      to: 'bob',
      from: 'ada@example.com',
      subject: 'Hello',
      status: 'queued',
      environment: 'live',
      q: 'hello',
      limit: '2',
    },
    { limit: '5' },
  ],
  '/requests': [{ operation: 'sendEmail', status: '201', limit: '3' }],
  '/events': [{ since: '1' }],
  '/credits/ledger': [{ limit: '3' }],
};

/** Every verb but the one that puts a whole state back. */
const endpoints: readonly Endpoint[] = controlVerbs
  .filter(({ method, path }) => `${method} ${path}` !== 'PUT /snapshot')
  .map(({ method, path }) => {
    const good = bodies[`${method} ${path}`];
    const query = queries[path];
    return {
      method,
      path: `/_sandbox${path}`,
      ...(good && { bodies: good }),
      ...(query && { queries: query }),
    };
  });

function expectControlAnswer(answer: Answer): void {
  const { headers, status, text, request } = answer;
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expectEnvelope(answer, 'x-request-id');
  if (status === 204 || request.method === 'HEAD') expect(text).toBe('');
  else if (headers.get('content-type')?.includes('json')) JSON.parse(text);
}

/** After any control calls the sandbox still agrees with itself, and goes back to its start. */
async function expectResettable(world: World): Promise<void> {
  const { sandbox } = world;
  await expectSound(world);
  sandbox.reset();
  expect(sandbox.check()).toEqual([]);
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(await response.json()).toMatchObject({ success: true, data: { emails: [] } });
}

test('A22: whatever any control verb is sent, it answers in the envelope, and never with a 500', async () => {
  await assertSequences(requestTo(endpoints, []), expectControlAnswer, {
    runs: 60,
    maxLength: 25,
    after: expectResettable,
  });
});

test.each(endpoints.filter(({ method }) => method !== 'GET'))(
  'A22: $method $path answers anything in the envelope, and never with a 500',
  async (endpoint) => {
    await assertSequences(requestTo([endpoint], []), expectControlAnswer, {
      runs: endpoint.bodies ? 30 : 5,
      maxLength: 5,
      after: expectResettable,
    });
  },
);
