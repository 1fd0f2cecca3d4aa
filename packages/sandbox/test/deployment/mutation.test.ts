import { type DeploymentResponse, tiers } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { ask } from '../../src/deployment/ask.ts';
import { compareTranscripts } from '../../src/deployment/differences.ts';
import { misfitsIn } from '../../src/deployment/schema-misfits.ts';
import { Normaliser } from '../../src/deployment/normalise.ts';
import { contradictionsIn } from '../../src/deployment/contradictions.ts';
import { requestsOf } from '../../src/deployment/script.ts';
import { operationOf, type StepRequest } from '../../src/deployment/step.ts';
import { deploy } from './deployment.ts';

/** What no comparison with a sandbox can see, by the path that was changed, and why. */
const unseen: readonly (readonly [path: RegExp, why: string])[] = [
  [/(^|\.)message$/, 'a message is free text: only whether there is one is compared'],
  [/requestId$|header x-request-id/, 'the id of a request is arbitrary, as long as body and header agree'],
  [/uploadUrl$/, 'the address of an upload is the storage’s business, as long as a PUT to it works'],
  [/(\.id|Id|Token)$/, 'an id is arbitrary if no later answer repeats it'],
  [/x-ratelimit-remaining/, 'other programs may use the same key'],
  [/timestamp$|At$/, 'a moment may be a second earlier or later'],
  [/Total|total|hasNext|hasPrev|validPercentage/, 'counts of the whole account move while others use it'],
  [
    /riskScore|reason|details\.|status$|result$|isValid$|analytics|results/,
    'the verdict on an address is the world’s',
  ],
];

const headers = ['content-type', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-reset', 'x-request-id'];

type Change = readonly [
  path: string,
  how: string,
  change: (response: DeploymentResponse) => DeploymentResponse,
];

test('compare sees nearly every single change of a response, and says what it cannot see', async () => {
  const { deployment } = deploy();
  const { responses } = await ask(deployment, { tiers, run: 'test' });
  const steps = requestsOf(tiers);
  const kinds = new Map<string, number>();
  const changes: [change: string, StepRequest, DeploymentResponse, isSeen: boolean][] = [];
  const normalisers = [new Normaliser(), new Normaliser()] as const;
  expect(compareTranscripts(steps, responses, responses, normalisers).found).toEqual([]);
  // Each step by itself: a change may also show in later steps, which is not counted.
  for (const [name, request] of steps) {
    const response = responses[name];
    if (response === undefined) continue;
    // Responses of one operation with the same members are alike: the first two stand for the others, by day the first.
    const kind = [operationOf(request), response.status, ...pathsIn(response.json)].join();
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if ((kinds.get(kind) ?? 0) > (nightly ? 2 : 1)) continue;
    // By day every fourth change.
    for (const [path, how, change] of changesOf(response).filter((_, at) => nightly || at % 4 === 0)) {
      const changed = change(response);
      const { found } = compareTranscripts(
        [[name, request]],
        { [name]: changed },
        { [name]: response },
        normalisers,
      );
      const isSeen = found.length > 0 || contradictionsIn(changed).length > 0;
      changes.push([`${path}: ${how}`, request, changed, isSeen]);
    }
  }
  const keyed = changes.map(([, request], at) => [String(at), request] as const);
  const changed = Object.fromEntries(changes.map(([, , response], at) => [String(at), response]));
  const misfits = new Set(misfitsIn(keyed, changed, {}).map(({ step }) => Number(step)));
  const missed = changes.flatMap(([change, , , isSeen], at) => (isSeen || misfits.has(at) ? [] : [change]));
  const unexplained = [...new Set(missed)].filter(
    (path) => !unseen.some(([known]) => known.test(path.split(': ')[0] ?? '')),
  );
  const seen = changes.length - missed.length;
  console.info(`Of ${changes.length} single changes to the responses, compare sees ${seen}.`);
  expect(unexplained).toEqual([]);
  expect(seen / changes.length).toBeGreaterThan(0.9);
});

function changesOf(response: DeploymentResponse): readonly Change[] {
  return [
    ...[200, 204, 400, 404, 409, 422]
      .filter((status) => status !== response.status)
      .map((status): Change => ['status', String(status), (one) => ({ ...one, status })]),
    ...headers
      .filter((name) => response.headers.has(name))
      .flatMap((name): Change[] => [
        [`header ${name}`, 'dropped', (one) => withHeader(one, name)],
        [`header ${name}`, 'other', (one) => withHeader(one, name, 'x-other')],
      ]),
    ...pathsIn(response.json).flatMap((path) => changesAt(path, response.json)),
  ];
}

function withHeader(response: DeploymentResponse, name: string, value?: string): DeploymentResponse {
  const changed = new Headers(response.headers);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return { ...response, headers: changed };
}

function changesAt(path: readonly string[], json: unknown): readonly Change[] {
  const value = path.reduce<unknown>((whole, key) => Reflect.get(Object(whole), key), json);
  const text = path.join('.');
  const to = (how: string, other: unknown): Change => [
    text,
    how,
    (response) => ({ ...response, json: replaced(response.json, path, other) }),
  ];
  return [
    to('dropped', undefined),
    ...(value === null ? [] : [to('null', null)]),
    to('of another type', typeof value === 'string' ? 7 : 'x'),
    ...(typeof value === 'number' ? [to('one more', value + 1), to('one less', value - 1)] : []),
    ...(typeof value === 'boolean' ? [to('negated', !value)] : []),
    ...(typeof value === 'string'
      ? [to('other', `x${value}`), ...(value === '' ? [] : [to('empty', '')])]
      : []),
    ...(Array.isArray(value) && value.length > 1 && JSON.stringify(value[0]) !== JSON.stringify(value[1])
      ? [to('swapped', [value[1], value[0], ...value.slice(2)])]
      : []),
    ...(Array.isArray(value) && value.length > 0 ? [to('one less', value.slice(1))] : []),
  ];
}

function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  // Items are alike: the first two of a list stand for the others.
  const inside = Object.entries(value)
    .slice(0, Array.isArray(value) ? 2 : undefined)
    .flatMap(([key, item]) => pathsIn(item, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

function replaced(json: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy: unknown = Array.isArray(json) ? [...json] : { ...Object(json) };
  const next = rest.length === 0 ? value : replaced(Reflect.get(Object(json), key), rest, value);
  if (next === undefined) Reflect.deleteProperty(Object(copy), key);
  else Reflect.set(Object(copy), key, next);
  return copy;
}
