import { calibrate, type Deployment, compare } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { deploy } from './deployment.ts';

const years = 365 * 24 * 60 * 60_000;
const minute = 60_000;
const reset = 'emails header x-ratelimit-reset';

const clocks: readonly (readonly [off: number, value: string])[] = [
  [4 * years, 'ahead of the clock here'],
  [-4 * years, 'behind the clock here'],
  [5 * minute + 1_000, 'ahead of the clock here'],
  [-3 * 60 * minute, 'behind the clock here'],
  [5 * minute, 'now'],
  [-5 * minute, 'now'],
];

test.for(clocks)(
  'a clock that is more than 5 minutes off is a difference: by %i ms it is %s (R7)',
  async ([off, value]) => {
    const { sandbox, deployment } = deploy();
    const now = () => new Date(sandbox.clock.now().getTime() - off);
    const { evidence } = await calibrate({ ...deployment, now }, { run: 'test' });
    expect(evidence.find(({ name }) => name === 'emails meta.timestamp')).toEqual({
      name: 'emails meta.timestamp',
      value: value,
      expected: 'now',
      seen: `emails meta.timestamp is ${value}`,
      requirements: ['R7'],
      decisions: [],
    });
  },
);

test('compare reports a deployment whose clock is years off (R7)', async () => {
  const { deployment } = deploy({ startAt: '2030-01-01T00:00:00Z' });
  const now = () => deploy().sandbox.clock.now();
  const { drift } = await compare({ ...deployment, now }, { run: 'test' });
  expect(drift).toMatchObject([
    {
      name: 'emails meta.timestamp',
      verdict: 'service moved',
      deployment: expect.stringContaining('ahead of the clock here'),
    },
  ]);
});

const resets: readonly (readonly [after: number, value: string])[] = [
  [0, 'within a minute'],
  [60_000, 'within a minute'],
  [4 * years, 'later than a minute'],
  [62_000, 'later than a minute'],
  [-3_000, 'past'],
];

test.for(resets)('a reset %i milliseconds after the response is seen as %s (R33)', async ([after, value]) => {
  const { deployment } = deploy();
  const { evidence } = await calibrate(withReset(deployment, after), { run: 'test' });
  expect(evidence.find(({ name }) => name === reset)).toMatchObject({
    value: value,
    expected: 'within a minute',
    requirements: ['R33'],
  });
});

test('a clock that is off says nothing about the reset, nor a response without times (R7, R33)', async () => {
  const { deployment } = deploy();
  const { evidence } = await calibrate({ ...deployment, now: () => new Date(0) }, { run: 'test' });
  expect(evidence.find(({ name }) => name === reset)).toMatchObject({
    value: 'within a minute',
  });
  const without = await calibrate(
    changed(deployment, () => ({ meta: {} })),
    { run: 'test' },
  );
  expect(without.evidence.find(({ name }) => name === 'emails meta.timestamp')?.value).toBe('absent');
});

function withReset(deployment: Deployment, after: number): Deployment {
  return changed(deployment, ({ meta: { timestamp } }) => ({
    reset: new Date(Date.parse(timestamp) + after).toISOString(),
  }));
}

type Body = { readonly meta: { readonly timestamp: string } };

/** The same deployment behind a proxy that changes `meta` or the reset of responses. */
function changed(
  deployment: Deployment,
  change: (body: Body) => { readonly meta?: object; readonly reset?: string },
): Deployment {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = (await deployment.fetch?.(input, init)) ?? Response.error();
    const body = (await response.json()) as Body;
    if (body.meta === undefined) return Response.json(body, { status: response.status });
    const { meta = body.meta, reset } = change(body);
    const headers = new Headers(response.headers);
    if (reset !== undefined) headers.set('x-ratelimit-reset', reset);
    return Response.json({ ...body, meta }, { status: response.status, headers });
  };
  return { ...deployment, fetch };
}
