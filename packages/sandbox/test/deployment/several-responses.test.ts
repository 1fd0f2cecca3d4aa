import { tiers, compare } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { deploy } from './deployment.ts';

/** An object in a response, with its names and values. */
type Fields = Record<string, unknown>;

const hour = 3_600_000;

/** Deviations of which no response by itself is wrong, and what shows them. */
const deviations: readonly (readonly [
  name: string,
  change: (fields: Fields, headers: Headers) => void,
  name: RegExp,
])[] = [
  [
    'a change that does not move the time of the last change (R157)',
    (fields) => {
      if ('updatedAt' in fields) fields['updatedAt'] = fields['createdAt'];
    },
    /^updateAda data.updatedAt$/,
  ],
  [
    'one id for all responses (R4)',
    (fields, headers) => {
      if ('requestId' in fields) fields['requestId'] = 'req_always';
      headers.set('x-request-id', 'req_always');
    },
    /^withoutKey meta.requestId$/,
  ],
  [
    'local times that are written as UTC (R7)',
    (fields) => {
      const { createdAt } = fields;
      if (typeof createdAt === 'string')
        fields['createdAt'] = new Date(Date.parse(createdAt) - 5 * hour).toISOString();
    },
    /^createList data.createdAt$/,
  ],
  [
    'statistics that count a repeated verification once (R204)',
    (fields) => {
      if ('totalVerifications' in fields) fields['totalVerifications'] = fields['totalVerified'];
    },
    /^statsAfterVerifying data.totalVerifications$/,
  ],
  [
    'a count of requests that never falls (R31)',
    (_fields, headers) => {
      if (headers.has('x-ratelimit-remaining')) headers.set('x-ratelimit-remaining', '99');
    },
    /header x-ratelimit-remaining$/,
  ],
];

test.for(deviations)('compare sees %s', async ([, change, name]) => {
  const { deployment, sandbox } = deploy();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { status, headers, body } = await sandbox.fetch(input, init);
    const text = await new Response(body).text();
    const changed = (_key: string, value: unknown) => {
      if (typeof value === 'object' && value !== null) change(value as Fields, headers);
      return value;
    };
    return new Response(text && JSON.stringify(JSON.parse(text, changed)), { status, headers });
  };
  const { drift } = await compare({ ...deployment, fetch }, { tiers, run: 'test' });
  expect(drift.map((one) => one.name)).toContainEqual(expect.stringMatching(name));
});
