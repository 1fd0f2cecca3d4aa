import { decisions } from '@mailrig/contract/decisions';
import { calibrate } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { options } from '../../src/deployment/options.ts';
import { script } from '../../src/deployment/script.ts';
import { statements } from '../../src/deployment/statements.ts';
import { deployFilled } from './deployment.ts';

/** Why no step can show the other decisions. */
const hidden: readonly (readonly [because: string, sources: string])[] = [
  ['a deployment cannot be made to fail on request', 'A6 A22 A47 A108'],
  ['it takes hours, days, or more batches than a run may pay for', 'A24 A79 A110 A111 A128'],
  ['it takes bodies of megabytes', 'A14 A58'],
  ['it takes a live send, and no real email is sent', 'A62 A64 A67 A68'],
  [
    'it takes listed emails with known times and recipients, and those of a test key are not listed',
    'A35 A36',
  ],
  ['it takes requests at the same moment, or two accounts', 'A43 A46'],
  ['it takes a sender or templates that a deployment may not have', 'A56 A63 A133'],
  ['it takes a web page of another origin', 'A11 A127'],
  ['it is what a client does', 'A23 A117'],
  ['it is about a file that is uploaded twice, which costs storage for seven days', 'A132'],
];

test('each decision is shown by an option or a step, or there is a reason why none can', () => {
  const visible = [
    ...options.flatMap((option) => option.decisions),
    ...statements.flatMap(({ sources }) => sources.split(' ')),
  ];
  for (const { id } of decisions) {
    const isHidden = hidden.some(([, sources]) => sources.split(' ').includes(id));
    expect(visible.includes(id), id).toBe(!isHidden);
  }
});

test('each step that shows a statement or decision is in the script', () => {
  const steps = new Set(script.map(([name]) => name));
  expect(statements.flatMap((row) => row.steps).filter((name) => !steps.has(name))).toEqual([]);
});

test('whatever a step shows are statements or decisions that exist', () => {
  const known = new Set<string>(decisions.map(({ id }) => id));
  for (const id of statements.flatMap(({ sources }) => sources.split(' '))) {
    expect(known.has(id) || /^R([1-9]\d?|1\d\d|20\d|210)$/.test(id), id).toBe(true);
  }
});

test('no request reaches the control plane', () => {
  const paths = script.map(([, { path }]) => path);
  expect(paths.filter((path) => !/^(\/api\/v1\/|\{(upload|longer|late)Url\}$)/.test(path))).toEqual([]);
});

test('observing changes nothing, not even with a live key', async () => {
  const { deployment, sandbox } = await deployFilled({ rateLimit: false });
  sandbox.requests.clear();
  const before = { credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length };
  await calibrate(deployment);
  const accepted = sandbox.requests
    .list({ limit: 1_000 })
    .filter(({ method, status = 0 }) => method !== 'GET' && status < 400);
  expect(accepted).toEqual([]);
  expect({ credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length }).toEqual(before);
});
