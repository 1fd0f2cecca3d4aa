import { controlVerbs } from '../../src/control/verbs.ts';
import type { Endpoint } from './requests.ts';

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
  '/requests': [
    { operation: 'sendEmail', status: '201', limit: '3' },
    { outcome: 'error', method: 'POST', status: '4xx', cursor: '5', whole: 'true' },
  ],
  '/contacts': [{ status: 'active', q: 'ada', limit: '2', whole: 'true' }],
  '/events': [{ since: '1' }],
  '/credits/ledger': [{ limit: '3' }],
};

/** Every verb except the one that restores a whole state. */
export const controlEndpoints: readonly Endpoint[] = Object.values(controlVerbs)
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
