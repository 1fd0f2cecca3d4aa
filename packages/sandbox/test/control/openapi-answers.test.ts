import { type WireOption, type WireOptions, wireOptions, wirePresets } from '@mailrig/contract';
import { openApiDocument } from '@mailrig/contract/openapi';
import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { DescribedApi } from '../described-api.ts';
import { type TestResponse, call } from '../harness.ts';
import { customFields, mistakesIn, rows, travel } from './journey.ts';

// A journey makes some 700 requests.
vi.setConfig({ testTimeout: 60_000 });

const singles = Object.entries(wireOptions).flatMap(([option, values]) =>
  values
    .slice(1)
    .map((value): readonly [string, Partial<WireOptions>] => [`${option}: ${value}`, { [option]: value }]),
);
const anyWire: fc.Arbitrary<Partial<WireOptions>> = fc.record(
  Object.fromEntries(
    Object.entries(wireOptions).map(([option, values]) => [option, fc.constantFrom<string>(...values)]),
  ) as { readonly [Option in WireOption]: fc.Arbitrary<WireOptions[Option]> },
);
const random = fc
  .sample(anyWire, { seed: 20_260_101, numRuns: 5 })
  .map((wire, index): readonly [string, Partial<WireOptions>] => [`random ${index + 1}`, wire]);

const byDefault = new DescribedApi(openApiDocument({ wire: {}, endpoints: 'published' }));

/** Options whose responses the default document describes as well: they change values only, or leave some out. */
const compatible = new Set([
  'ids: unprefixed',
  'listCounting: active-or-suppressed',
  'replay: verbatim',
  'replay: conflict',
]);
const same = singles.filter(([name]) => compatible.has(name));
const different = singles.filter(([name]) => !compatible.has(name));

test.each([...Object.entries(wirePresets), ...same, ...random])(
  'every response under %s is as the sandbox describes it (R207, A121)',
  async (_name, wire) => {
    const { responses, api } = await travel(wire);
    expect(mistakesIn(responses, api)).toEqual([]);
  },
);

test.each(few(8, different))(
  'every response under %s is as the sandbox describes it, and the default document describes others (R207, A121)',
  async (_name, wire) => {
    const { responses, api } = await travel(wire);
    expect(mistakesIn(responses, api)).toEqual([]);
    expect(mistakesIn(responses, byDefault)).not.toEqual([]);
  },
);

test('a response with a missing or a further member, or a foreign error code, is not as described', async () => {
  const sandbox = createSandbox();
  const api = await DescribedApi.of(sandbox);
  const request = { json: { name: 'Readers', description: 'Who reads', customFields } };
  const created = await call(sandbox, 'POST', '/api/v1/contact-lists', request);
  const refused = await call(sandbox, 'POST', '/api/v1/contact-lists', { json: {} });
  const changed = (response: TestResponse, change: (body: TestResponse['body']) => object) =>
    api.mistakes('createContactList', { ...response, text: JSON.stringify(change(response.body)) });
  expect(changed(created, (body) => body)).toEqual([]);
  const optional = ['description'];
  for (const name of Object.keys(created.body.data)) {
    const left = changed(created, (body) => ({ ...body, data: { ...body.data, [name]: undefined } }));
    expect(left.length > 0, name).toBe(!optional.includes(name));
  }
  expect(changed(created, (body) => ({ ...body, data: { ...body.data, owner: 'ada' } }))).not.toEqual([]);
  expect(changed(created, (body) => ({ ...body, pagination: {} }))).not.toEqual([]);
  const coded = (code: string) =>
    changed(refused, (body) => ({ ...body, error: { ...body.error, code } })).length === 0;
  expect(coded('VALIDATION_ERROR')).toBe(true);
  expect(coded('BATCH_TOO_LARGE')).toBe(false);
});

test('the compared answers have every status that is described', async () => {
  const { responses } = await travel({});
  const seen = new Set(responses.map(([name, { status }]) => `${name} ${status}`));
  const described = byDefault.operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
  const missing = described.filter((outcome) => !seen.has(outcome));
  // Every operation may refuse what it reads, but these read nothing.
  const readNothing = rows.filter(
    (row) => !('body' in row || 'query' in row) || row.name === 'listContactLists',
  );
  expect(missing.toSorted()).toEqual(
    readNothing
      .filter(({ name }) => name !== 'confirmUpload')
      .map(({ name }) => `${name} 400`)
      .toSorted(),
  );
});
