import { type WireOption, wireOptions } from '@mailrig/contract';
import { calibrate, type Tier, tiers } from '@mailrig/sandbox/deployment';
import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { deploy, deployFilled } from './deployment.ts';
import { pick, settings } from './settings.ts';

/** What each tier shows of a deployment without any data. */
const visible: Readonly<Record<Tier, readonly WireOption[]>> = {
  observe: [
    'authError',
    'pageContainer',
    'verificationsContainer',
    'listsContainer',
    'neighbours',
    'sendErrorStatus',
  ],
  simulate: [
    'nulls',
    'ids',
    'successStatus',
    'replay',
    'verification',
    'verificationId',
    'listedVerificationId',
    'batchImmediate',
    'batchResults',
    'analytics',
  ],
  create: [
    'nulls',
    'ids',
    'successStatus',
    'confirmResult',
    'uploadToken',
    'listCounters',
    'listFields',
    'contactListFields',
  ],
  burst: ['rateLimitCode'],
};

const choices: readonly (readonly Tier[])[] = few(2, [
  ['observe'],
  tiers,
  ['observe', 'simulate'],
  ['observe', 'create'],
]);

const options = Object.keys(wireOptions) as WireOption[];

describe.each(choices.map((chosen) => [chosen.join(', '), chosen] as const))(
  'the tiers %s',
  (_name, chosen) => {
    const seen = options.filter((option) => chosen.some((tier) => visible[tier].includes(option)));
    const unseen = options.filter((option) => !seen.includes(option));

    test.for(settings)('find %s, and say which options they cannot see', async ([, wires]) => {
      for (const wire of wires) {
        const { deployment } = deploy({ wire });
        const found = await calibrate(deployment, { tiers: chosen, run: 'test' });

        expect(found.wire).toEqual(pick(wire, seen));
        expect(Object.keys(found.undetermined).toSorted()).toEqual(unseen.toSorted());
        expect(found.contradictory).toEqual({});
      }
    });
  },
);

test.for(settings)('reads alone find %s, as far as the data of a deployment shows it', async ([, wires]) => {
  for (const wire of wires) {
    const { deployment } = await deployFilled({ wire });
    const found = await calibrate(deployment, { run: 'test' });

    const seen: WireOption[] = [
      ...visible.observe,
      'nulls',
      'ids',
      'emailContainer',
      'listedVerificationId',
      'listCounters',
      'listFields',
      'contactListFields',
      'analytics',
      // Only the counters by status show how contacts are counted.
      ...(wire.listCounters === 'contactCount' ? [] : (['listCounting'] as const)),
    ];
    expect(found.wire).toEqual(pick(wire, seen));
    expect(found.contradictory).toEqual({});
  }
});

test('a sandbox made from a calibration answers in the same shapes', async () => {
  const { deployment, sandbox } = deploy({ wire: 'reference' });
  const calibration = await calibrate(deployment, { tiers, run: 'test' });

  const copy = createSandbox({ wire: calibration });
  expect(copy.wire).toEqual({ ...sandbox.wire, sendResult: 'full' });
});

test('everything that is documented or decided is found as it is', async () => {
  const { deployment } = deploy();
  const { evidence } = await calibrate(deployment, { tiers, run: 'test' });
  const other = evidence.filter(({ expected, value }) => expected !== undefined && expected !== value);
  expect(other).toEqual([]);
  expect(evidence.length).toBeGreaterThan(70);
});
