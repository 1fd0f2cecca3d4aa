import { calibrate, compare, type CompareOptions, type Deployment, tiers } from '@mailrig/sandbox/deployment';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { deploy } from './deployment.ts';
import { type LookAlike, startLookAlike } from './look-alike.ts';

const changing = tiers.filter((tier) => tier !== 'burst');

test('a service of other shapes gives only the options that it really shows', async () => {
  await using other = await startLookAlike();
  const { wire, undetermined, contradictory } = await calibrate(deploymentAt(other), {
    tiers: changing,
  });

  expect(wire).toEqual({ nulls: 'omit', uploadToken: 'present', confirmResult: 'record' });
  expect(Object.keys(contradictory).toSorted()).toEqual([
    'authError',
    'ids',
    'listCounters',
    'listsContainer',
    'pageContainer',
    'replay',
    'successStatus',
    'verification',
    'verificationsContainer',
  ]);
  expect(Object.keys({ ...wire, ...undetermined, ...contradictory })).toHaveLength(25);
});

test('what it shows contradicts or supports the decisions of a sandbox that is made from it', async () => {
  await using other = await startLookAlike();
  const calibration = await calibrate(deploymentAt(other), { tiers: changing });
  const sandbox = createSandbox({ wire: calibration });

  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/decisions`);
  const { decisions } = (await response.json()) as { decisions: { id: string; standing: string }[] };
  const standings = Object.fromEntries(decisions.map(({ id, standing }) => [id, standing]));
  expect(standings).toMatchObject({
    A1: 'contradicted',
    A76: 'observed',
    A20: 'contradicted',
    A32: 'assumed',
  });
});

test('a send that was not simulated is the last request', async () => {
  await using other = await startLookAlike({ sendsForReal: true });
  const { undetermined } = await calibrate(deploymentAt(other), { tiers });

  expect(other.seen.at(-1)).toBe('POST /api/v1/emails');
  expect(other.seen).not.toContain('POST /api/v1/contact-lists/1/contacts');
  expect(undetermined['replay']).toBe('the deployment did not say that it only simulated the first send');
});

test('each difference has a verdict: what the document says is right, else what the deployment does', async () => {
  await using other = await startLookAlike();
  const { drift, known, stale, notMeasured } = await differencesOf(other);

  const verdicts = Object.fromEntries(drift.map(({ name, verdict }) => [name, verdict]));
  expect(verdicts).toMatchObject({
    'emails success': 'service moved',
    'emails container': 'sandbox is wrong',
  });
  expect(drift.find(({ name }) => name === 'emails header x-ratelimit-limit')).toMatchObject({
    verdict: 'service moved',
    deployment: '60 in all responses',
    sandbox: '100',
    request: `curl '${other.url}/api/v1/emails?limit=2' -H "Authorization: Bearer $MAILRIG_API_KEY"`,
    requirements: ['R29', 'R31'],
    decisions: [],
  });
  expect(notMeasured['ids']).toContain('no value of ids has the form of the response');
  expect([known, stale]).toEqual([[], []]);
});

test('a sandbox made from a calibration differs only in what no option can express', async () => {
  await using other = await startLookAlike();
  const calibration = await calibrate(deploymentAt(other), { tiers: changing });
  await using twin = await startLookAlike();
  const { drift } = await differencesOf(twin, { wire: calibration });

  expect(drift.length).toBeGreaterThan(0);
  expect(drift.filter(({ option }) => option !== undefined)).toEqual([]);
});

test('a difference to an earlier calibration means that the service moved', async () => {
  const before = deploy({ wire: 'reference' });
  const calibration = await calibrate(before.deployment, { tiers: changing, run: 'test' });
  const now = deploy({ wire: { ...calibration.wire, pageContainer: 'nested' } });
  const { drift } = await compare(now.deployment, { tiers: changing, run: 'test', wire: calibration });

  expect(drift).toMatchObject([
    { name: 'page-container', verdict: 'service moved', deployment: 'nested', sandbox: 'bare' },
  ]);
});

test.for([
  ['examples', 0],
  ['reference', 1],
] as const)(
  'a deployment that answers in two shapes by turns contradicts itself, whichever the sandbox has: %s',
  async ([wire, turn]) => {
    const [old, renewed] = [deploy(), deploy({ wire: 'reference' })];
    let calls = turn;
    const alternating: typeof fetch = (input, init) => {
      calls += 1;
      return (calls % 2 === 0 ? old : renewed).sandbox.fetch(input, init);
    };
    const { drift } = await compare({ ...old.deployment, fetch: alternating }, { run: 'test', wire });

    expect(drift.find(({ name }) => name.endsWith(' container'))).toMatchObject({
      verdict: 'contradicts itself',
      seen: expect.stringMatching(/asked twice more, it is data\S* and .* and then data/),
    });
  },
);

test('compare repeats only reads that show a difference', async () => {
  const { sandbox, deployment } = deploy({ wire: { listsContainer: 'nested' } });
  const reads: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    if (method === 'GET') reads.push(url.slice(sandbox.baseUrl.length));
    return sandbox.fetch(input, init);
  };
  await compare({ ...deployment, fetch });
  expect(reads.filter((path) => path === '/api/v1/contact-lists')).toHaveLength(3);
  expect(reads.filter((path) => path === '/api/v1/email-verification/stats')).toHaveLength(1);
});

test('a known difference is no failure until it is gone', async () => {
  await using other = await startLookAlike();
  const { drift } = await differencesOf(other, { tiers: ['observe'] });
  const entries = drift.map(({ name, deployment, sandbox }) => ({
    name,
    deployment,
    sandbox,
    reason: 'Ticket 1',
  }));
  const gone = {
    name: 'unknownEmail status',
    deployment: '200',
    sandbox: '404',
    reason: 'Ticket 2',
  };
  const unmeasured = {
    name: 'overTheLimit header retry-after',
    deployment: 'date',
    sandbox: 'seconds',
    reason: 'Ticket 3',
  };

  const report = await differencesOf(other, {
    tiers: ['observe'],
    known: [...entries, gone, unmeasured],
  });
  expect(report.drift).toEqual([]);
  expect(report.known).toHaveLength(entries.length);
  expect(report.stale).toEqual([gone]);
});

test.for([403, 500, 503] as const)('a response of %i is never a difference', async (failsWith) => {
  await using other = await startLookAlike({ failsWith });
  const { same, drift, notMeasured } = await differencesOf(other);

  // Only the first request was answered, so that all differences are in it.
  const answered = drift.filter(({ name, option }) => option === undefined && !name.startsWith('emails '));
  expect(answered).toEqual([]);
  expect(same).toEqual([]);
  expect(notMeasured['lists']).toBe(`GET /api/v1/contact-lists was answered with ${failsWith}`);
});

function deploymentAt({ url, apiKey }: LookAlike): Deployment {
  return { baseUrl: url, apiKey, from: 'ada@example.com', wait: () => Promise.resolve() };
}

function differencesOf(other: LookAlike, options: CompareOptions = {}) {
  return compare(deploymentAt(other), { tiers: changing, ...options });
}
