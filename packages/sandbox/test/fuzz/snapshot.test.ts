import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../../tooling/nightly.ts';
import { apiEndpoints } from './api-endpoints.ts';
import { controlEndpoints } from './control-endpoints.ts';
import { lineValues } from '../saved-state.ts';
import { mutated, mutation } from './mutations.ts';
import type { Endpoint } from './requests.ts';
import { secret } from './values.ts';
import {
  type Reaction,
  expectApiResponse,
  expectControlResponse,
  seed,
  send,
  type World,
  world,
} from './world.ts';

// These runs take longer than an ordinary test on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let rich: World;
let saved: unknown[];

beforeAll(async () => {
  rich = await richWorld();
  saved = lineValues(rich.sandbox.save());
});

test('a tampered snapshot is either refused and changes nothing, or fully works (A22)', async () => {
  let taken = 0;
  const tampering = fc.array(mutation, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(tampering, async (mutations) => {
      const place = { ...rich, sandbox: emptySandbox() };
      const response = await put(place, mutated(saved, branchesOf, mutations) as unknown[]);
      expectControlResponse(response);
      if (response.status === 204) {
        taken += 1;
        await expectUsable(place);
      } else {
        expect(response.status).toBe(400);
        expect(lasting(place)).toEqual(lasting({ ...rich, sandbox: emptySandbox() }));
        expect(place.sandbox.check()).toEqual([]);
      }
    }),
    { seed, numRuns: rounds(200) },
  );
  expect(taken).toBeGreaterThan(10);
});

test('an untouched snapshot is accepted and fully works', async () => {
  const place = { ...rich, sandbox: emptySandbox() };
  expect((await put(place, saved)).status).toBe(204);
  await expectUsable(place);
});

function emptySandbox(): World['sandbox'] {
  return createSandbox({ clock: 'manual', startAt: '2025-01-01T00:00:00Z', rateLimit: false });
}

/** The parts of a snapshot: all lines together, the parts of the header, and each line. */
function branchesOf(copy: object): object[] {
  const [header, ...lines] = Object.values(copy) as unknown[];
  const parts = [header, ...Object.values(isObject(header) ? header : {}), ...lines];
  return [copy, ...parts.filter(isObject)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function put(place: World, lines: readonly unknown[]): Promise<Reaction> {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return send(place, { method: 'PUT', path: '/_sandbox/snapshot', query: '', headers: [], body });
}

/** The state without the id generator, which every request advances, and the distance to the system clock. */
function lasting({ sandbox }: World): object {
  const [header, ...entries] = lineValues(sandbox.save()) as [{ readonly clock: object }, ...unknown[]];
  return [{ ...header, random: undefined, clock: { ...header.clock, offset: undefined } }, ...entries];
}

/** Fails unless every operation and every control verb answers and leaves consistent data. */
async function expectUsable(place: World): Promise<void> {
  const { sandbox } = place;
  expect(sandbox.check()).toEqual([]);
  // Restored faults could break any response.
  expectControlResponse(await sendJson(place, 'DELETE', '/_sandbox/faults'));
  // The contract’s schemas describe this preset.
  sandbox.setWire('examples');
  for (const round of [reads, writes, reads, removals]) {
    for (const endpoint of round) await expectAnswers(place, endpoint);
    expect(sandbox.check()).toEqual([]);
  }
  expectControlResponse(await sendJson(place, 'POST', '/_sandbox/clock', { runUntilIdle: true }));
  expect(sandbox.check()).toEqual([]);
  expect([...sandbox.save()].join('')).not.toContain('sandbox.error');
}

const all = [...apiEndpoints, ...controlEndpoints].filter(({ path }) => path !== '/_sandbox/reset');
const reads = all.filter(({ method }) => method === 'GET');
const removals = all.filter(({ method }) => method === 'DELETE');
const writes = all.filter(
  ({ method, path }) => !reads.concat(removals).some((other) => other.method === method) && !isLasting(path),
);

/** Whether a verb would break or reshape all later answers. */
function isLasting(path: string): boolean {
  return path === '/_sandbox/faults' || path === '/_sandbox/wire' || path.startsWith('/_sandbox/keys/');
}

async function expectAnswers(place: World, { method, path, bodies = [undefined], queries = [{}] }: Endpoint) {
  const isApi = path.startsWith('/api/');
  for (const query of method === 'GET' ? queries : [{}]) {
    for (const body of bodies) {
      const response = await sendJson(place, method, `${path}`, body, `?${new URLSearchParams(query)}`);
      if (isApi) expectApiResponse(response);
      else expectControlResponse(response);
    }
  }
}

function sendJson(place: World, method: string, path: string, body?: unknown, query = ''): Promise<Reaction> {
  return send(place, {
    method,
    path,
    query: query === '?' ? '' : query,
    headers: [
      ['authorization', `Bearer ${secret}`],
      ['content-type', 'application/json'],
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** A world with rows in every table and scheduled events. */
async function richWorld(): Promise<World> {
  const place = await world();
  const { sandbox } = place;
  const email = { from: 'ada@example.com', to: ['bob@example.net'], subject: 'Hello', text: 'Hi' };
  const done = async (method: string, path: string, body?: unknown) =>
    expect((await sendJson(place, method, path, body)).status, path).toBeLessThan(300);
  sandbox.templates.set('welcome', { subject: 'Welcome {{name}}', text: 'Hi {{name}}' });
  sandbox.suppressions.add({ email: 'eve@example.net' });
  sandbox.verifications.setResult('mallory@example.net', {
    result: 'risky',
    details: { isDisposable: true },
  });
  sandbox.credits.set(500);
  sandbox.accounts.create({ domain: { name: 'other.example' }, credits: 3 });
  sandbox.faults.add({ operation: 'listEmails', times: 2, effect: { status: 429, retryAfter: 'date' } });
  sandbox.keys.create({ environment: 'test', expiresAt: '2027-01-01T00:00:00Z' });
  await done('POST', '/api/v1/emails', { ...email, idempotencyKey: 'once', headers: { 'X-A': 'b' } });
  await done('POST', '/api/v1/emails', { ...email, to: 'bounce@example.net', cc: 'carol@example.net' });
  await done('POST', '/api/v1/email-verification/single', { email: 'grace@example.net' });
  await done('POST', '/api/v1/email-verification/batch', {
    emails: ['a@b.example', 'a@b.example', 'x@y.example'],
  });
  return place;
}
