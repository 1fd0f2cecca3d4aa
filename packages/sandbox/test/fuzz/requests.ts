import fc from 'fast-check';
import { change, changed, hostile, hostileName, hostileText } from './values.ts';

/** An endpoint and valid inputs for it. */
export interface Endpoint {
  readonly method: string;
  /** Whole path, with `{parameters}`. */
  readonly path: string;
  /** Valid bodies. */
  readonly bodies?: readonly unknown[];
  /** Valid queries. */
  readonly queries?: readonly Readonly<Record<string, string>>[];
}

/** A request to send. `{parameters}` in `path` are filled in when it is sent. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

const raw = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    '"text"',
    'null',
    '0',
    '{"a":1,"a":2}',
    '{"to":"a@b.co","to":7}',
    '\ufeff{}',
    '{}{}',
    '{"a":1e999}',
    '{"a":-0}',
    `{"a":${'9'.repeat(400)}}`,
    '{"a":"\\ud800"}',
    '{"__proto__":{"polluted":true}}',
    '['.repeat(100_000),
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    '{"constructor":{"prototype":{"polluted":true}}}',
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)),
  fc.constantFrom([0xff, 0xfe], [0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]).map((bytes) => Uint8Array.from(bytes)),
);

function bodyOf(endpoint: Endpoint): fc.Arbitrary<FuzzedRequest['body']> {
  if (!endpoint.bodies) return fc.option(raw, { nil: undefined, freq: 5 });
  const good = fc.constantFrom(...endpoint.bodies);
  const json = (value: unknown) => JSON.stringify(value);
  return fc.oneof(
    { weight: 2, arbitrary: good.map(json) },
    { weight: 8, arbitrary: fc.tuple(good, change).map(([value, one]) => json(changed(value, one))) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(good, change, change)
        .map(([value, one, two]) => json(changed(changed(value, one), two))),
    },
    { weight: 1, arbitrary: hostile.map(json) },
    { weight: 1, arbitrary: raw },
  );
}

function pathOf({ path }: Endpoint): fc.Arbitrary<string> {
  const broken = fc.constantFrom(
    '%',
    '%zz',
    '%c3%28',
    '%00',
    '%2e%2e',
    '%2F',
    '%ED%A0%80',
    '__proto__',
    'x'.repeat(9_000),
  );
  const parameter = fc.oneof(broken, hostileText.map(encoded));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(path) },
    {
      weight: 2,
      arbitrary: parameter.map((text) => path.replace(/\{\w+\}/, () => text)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(parameter, fc.constantFrom('', '/')).map(([text, end]) => `${path}/${text}${end}`),
    },
  );
}

function queryOf({ queries = [{}] }: Endpoint): fc.Arbitrary<string> {
  const good = fc.constantFrom(...queries);
  // A waiting search would wait in real time.
  const name = hostileName.filter((text) => text !== 'wait');
  const entries = fc.tuple(good, fc.array(fc.tuple(name, hostileText), { maxLength: 2 }));
  return fc.oneof(
    { weight: 4, arbitrary: good.map((query) => search(Object.entries(query))) },
    { weight: 2, arbitrary: entries.map(([query, more]) => search([...Object.entries(query), ...more])) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(good, fc.nat(9), hostileText)
        .map(([query, place, text]) => search(replaceValue(query, place, text))),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('?', '?%', '?=&&=', '?page=1&page=2', '?__proto__[x]=1', '?%ff=%fe'),
    },
  );
}

function replaceValue(
  query: Readonly<Record<string, string>>,
  place: number,
  text: string,
): [string, string][] {
  const entries = Object.entries(query).filter(([name]) => name !== 'wait');
  return entries.map(([name, value], index) => [name, index === place % entries.length ? text : value]);
}

/** Header values that a client can send: bytes without line breaks. */
const headerValue = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
const header = fc.tuple(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'x-idempotency-key',
        'idempotency-key',
        'content-type',
        'accept',
        'x-request-id',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor',
        'content-length',
        'cookie',
        'x-sandbox-account',
        'origin',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('authorization', 'x-api-key') },
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom('application/json; charset=utf-16', 'application/problem+json', 'text/plain'),
  ),
);

/** A request to one of the endpoints, usually almost valid. */
export function requestTo(
  endpoints: readonly Endpoint[],
  auth: FuzzedRequest['headers'],
): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...endpoints).chain((endpoint) =>
    fc.record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(endpoint.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
        },
      ),
      path: pathOf(endpoint),
      query: queryOf(endpoint),
      headers: fc
        .array(header, { maxLength: 2, size: 'small' })
        .chain((more) =>
          fc
            .boolean()
            .map((bare) => [...auth, ['content-type', 'application/json'] as const, ...(bare ? [] : more)]),
        ),
      body: bodyOf(endpoint),
    }),
  );
}

function search(entries: readonly (readonly [string, string])[]): string {
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, value]))}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2e');
}
