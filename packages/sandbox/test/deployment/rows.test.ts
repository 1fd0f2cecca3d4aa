import { compare, type DriftReport, tiers } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import { noReason, rows } from '../../src/deployment/rows.ts';
import { operationOf } from '../../src/deployment/step.ts';
import { deploy } from './deployment.ts';

const day = 24 * 60 * 60_000;

/** Changes the body of a request before it is sent, or that of a response before it is read. */
interface Change {
  readonly query?: (query: URLSearchParams) => void;
  readonly request?: (body: object) => void;
  readonly response?: (body: object) => void;
}

/** Compares a deployment that behaves like the sandbox but for a change in one operation with the sandbox. */
async function reportOf(operation: string, change: Change, waitFor = 0): Promise<DriftReport> {
  const { sandbox, deployment } = deploy();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const method = (init?.method ?? 'GET') as 'GET';
    if (operationOf({ tier: 'observe', method, path: url.pathname }) !== operation)
      return sandbox.fetch(input, init);
    change.query?.(url.searchParams);
    const body = typeof init?.body === 'string' ? changed(init.body, change.request) : init?.body;
    const response = await sandbox.fetch(url, { ...init, body: body ?? null });
    if (response.status === 204) return response;
    const text = changed(await response.text(), change.response);
    return new Response(text, { status: response.status, headers: response.headers });
  };
  return compare({ ...deployment, fetch }, { tiers, waitFor });
}

/** A JSON text after a change; any other text stays as it is. */
function changed(text: string, change: ((body: object) => void) | undefined): string {
  if (change === undefined || !text.startsWith('{') || !text.endsWith('}')) return text;
  const body = JSON.parse(text) as object;
  change(body);
  return JSON.stringify(body);
}

/** Removes every field of this name. */
function without(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  Reflect.deleteProperty(value, name);
  for (const item of Object.values(value)) without(item, name);
}

const named = rows.map(({ name }) => name);
/** Operation and name of the option or field, of the rows with this sign. */
const of = (sign: '?' | '.' | ':') =>
  named.flatMap((row): (readonly [row: string, operation: string, field: string])[] => {
    const [, operation, own, path = ''] = /^(\w+)([?.:])([\w.[\]]+)$/.exec(row) ?? [];
    const field = path.slice(path.lastIndexOf('.') + 1);
    return operation && own === sign && !/^[A-Z_]+$/.test(field) ? [[row, operation, field]] : [];
  });

/** All rows at night, by day some of them. */
function some<R>(all: readonly R[]): readonly R[] {
  return nightly ? all : all.filter((_, at) => at % 50 === 7);
}

function expectSeen({ drift, notMeasured }: DriftReport, row: string): void {
  expect({ row, isSeen: drift.length > 0 || row in notMeasured }).toEqual({ row, isSeen: true });
}

test.for(['documented', 'published'] as const)(
  'every row of the contract is compared, or listed with its reason: %s endpoints',
  async (endpoints) => {
    const { notMeasured, drift } = await compare(deploy({ endpoints }).deployment, { tiers, endpoints });

    expect(drift).toEqual([]);
    expect(named.filter((name) => notMeasured[name] === noReason)).toEqual([]);
  },
);

test('with enough time, no row is listed for want of it', async () => {
  const { notMeasured } = await compare(deploy().deployment, { tiers, waitFor: 8 * day });

  expect(Object.values(notMeasured).filter((reason) => /--wait|the tier/.test(reason))).toEqual([]);
});

test.for(some(of('?')))(
  'a deployment that ignores %s is seen, or it is listed',
  async ([row, operation, option]) => {
    expectSeen(await reportOf(operation, { query: (query) => query.delete(option) }), row);
  },
);

test.for(some(of('.')))(
  'a deployment that ignores %s is seen, or it is listed',
  async ([row, operation, field]) => {
    expectSeen(await reportOf(operation, { request: (body) => without(body, field) }), row);
  },
);

test.for(some(of(':')))(
  'a deployment that lacks %s is seen, or it is listed',
  async ([row, operation, field]) => {
    expectSeen(await reportOf(operation, { response: (body) => without(body, field) }), row);
  },
);

test.for([
  ['forgets keys after an hour', { idempotencyLifetime: 60 * 60_000 }],
  ['never forgets a key', { idempotencyLifetime: 9 * day }],
  ['verifies an address anew after a minute', { verificationLifetime: 60_000 }],
  ['confirms an upload after two hours', { uploadLifetime: 2 * 60 * 60_000 }],
] as const)('a deployment that %s is seen with enough time', async ([, limits]) => {
  const { drift } = await compare(deploy({ limits }).deployment, { tiers, waitFor: 8 * day });

  expect(drift).not.toEqual([]);
});
