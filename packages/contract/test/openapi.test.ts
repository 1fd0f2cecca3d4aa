import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  commonErrors,
  errorCodes,
  errorsOf,
  limits,
  type Operation,
  operations,
  operationsOf,
  wirePresets,
} from '../src/index.ts';
import { type JsonSchema, openApiDocument, type OpenApiOperation } from '../src/openapi.ts';

const rows: [string, Operation][] = Object.entries(operations);
const document = openApiDocument({
  baseUrl: 'https://mail.example.com',
  uploadBaseUrl: 'https://files.example.com',
  version: '1.2.3',
  endpoints: 'published',
});

/** The document after a round trip through JSON, as readers get it. */
const plain = (): Record<string, unknown> => JSON.parse(JSON.stringify(document));

/** All values of `enum` and `$ref` in a part of the document. */
function textsUnder(part: unknown, key: 'enum' | '$ref'): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === key ? [value].flat() : []),
    ...textsUnder(value, key),
  ]);
}

function described({ path, method }: Operation): OpenApiOperation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
}

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(plain());
  expect(result).toEqual({ valid: true });
});

test('every reference in the document resolves to a component', () => {
  for (const reference of new Set(textsUnder(document, '$ref'))) {
    const [, kind, section, name] = reference.split('/');
    expect(document).toHaveProperty([kind, section, name].map(String));
  }
});

test.each(['documented', 'published'] as const)(
  'the document describes exactly the %s operations of the table (R1, A126)',
  (endpoints) => {
    const ids = Object.values(openApiDocument({ endpoints }).paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(
      operationsOf(endpoints)
        .map(({ name }) => name)
        .toSorted(),
    );
  },
);

test('without options, the document describes the documented operations only (R1, A126)', () => {
  expect(openApiDocument().paths).toEqual(openApiDocument({ endpoints: 'documented' }).paths);
});

describe.each(rows.filter(([name]) => name !== 'putUpload'))('%s', (_name, row) => {
  test('the operation lists its own status, and every code of the table under that code’s status (R207)', () => {
    const { responses } = described(row);
    const expected: Record<string, string[]> = {};
    for (const code of [...errorsOf(row), ...commonErrors]) {
      (expected[errorCodes[code].status] ??= []).push(code);
    }
    expect(responses).toHaveProperty(String(row.status));
    for (const [status, codes] of Object.entries(expected)) {
      expect(textsUnder(responses[status], 'enum')).toEqual(expect.arrayContaining(codes));
    }
  });

  test('every response has the rate headers, and a 429 also has Retry-After (R34, R35)', () => {
    for (const [status, { headers }] of Object.entries(described(row).responses)) {
      expect(Object.keys(headers ?? {})).toEqual(
        expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
      if (status === '429') expect(headers).toHaveProperty('Retry-After');
    }
  });

  test('the operation names every parameter of its path and its query', () => {
    const names = (described(row).parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    expect(names).toEqual(expect.arrayContaining(inPath));
    expect(names.some((name) => name.startsWith('query '))).toBe(row.query !== undefined);
  });

  test('a success is in the envelope or has no body (R3, R15)', () => {
    const content = described(row).responses[String(row.status)]?.content;
    expect(content === undefined).toBe(row.response === undefined);
    if (content) expect(textsUnder(content, '$ref')[0]).toBe('#/components/schemas/SuccessEnvelope');
  });
});

test('the meta of a success has a path, that of an error may lack it (R4, R6)', () => {
  const { ResponseMeta, SuccessEnvelope } = document.components.schemas;
  expect(SuccessEnvelope).toMatchObject({ properties: { meta: { required: ['path'] } } });
  expect(ResponseMeta).toMatchObject({ required: ['timestamp', 'requestId'] });
});

test('without wire options, the document describes every documented shape; with some, the others are defaults', () => {
  const required = (wire?: object) =>
    openApiDocument(wire && { wire }).components.schemas['LiveSendReceipt']?.required;
  expect(required()).toEqual(['messageId']);
  expect(required({})).toEqual(expect.arrayContaining(['id', 'status', 'createdAt', 'skipped']));
  expect(required({ nulls: 'explicit' })).toEqual(required({}));
  expect(required({ sendResult: 'minimal' })?.toSorted()).toEqual(['messageId', 'skipped']);
});

test.each(Object.entries(wirePresets))(
  'the document for %s responses is valid OpenAPI 3.1',
  async (_, wire) => {
    const described = JSON.parse(
      JSON.stringify(openApiDocument({ wire, endpoints: 'published', strict: true })),
    );
    expect(await new Validator().validate(described)).toEqual({ valid: true });
    for (const reference of new Set(textsUnder(described, '$ref'))) {
      expect(described).toHaveProperty(reference.split('/').slice(1));
    }
  },
);

test('either header carries the API key (R19, R20)', () => {
  expect(document.components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
    apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  });
  expect(document.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
});

test('the presigned upload is on its own host, and accepts any bytes without an API key (R107)', () => {
  const upload = described(operations.putUpload);
  expect(document.servers).toEqual([{ url: 'https://mail.example.com' }]);
  expect(upload.servers?.[0]?.url).toBe('https://files.example.com');
  expect(upload.security).toEqual([]);
  expect(Object.keys(upload.requestBody?.content ?? {})).toEqual(['application/octet-stream']);
});

test('the schemas contain the limits of lengths and numbers (R53, R66, R74)', () => {
  const properties = document.components.schemas['SendEmailBody']?.properties as Record<string, JsonSchema>;
  expect(properties['subject']).toMatchObject({ minLength: 1, maxLength: limits.subjectLength });
  expect(properties['idempotencyKey']).toMatchObject({ maxLength: limits.idempotencyKeyLength });
  expect(properties['attachmentIds']).toMatchObject({ maxItems: limits.attachmentsPerEmail });
});

test('a send also accepts its idempotency key in two headers (A41)', () => {
  const names = (described(operations.sendEmail).parameters ?? []).map(({ name }) => name);
  expect(names).toEqual(['X-Idempotency-Key', 'Idempotency-Key']);
});

test('openapi-typescript generates types without complaint, and they compile', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const warn = vi.spyOn(console, 'warn');
  const error = vi.spyOn(console, 'error');
  const types = astToString(await openapiTS(JSON.stringify(document)));
  expect(warn).not.toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();

  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const use = `
    import type { components, operations } from './types.ts';
    type Send = operations['sendEmail'];
    export const body: Send['requestBody']['content']['application/json'] =
      { from: 'ada@example.com', to: ['bob@example.org'], subject: 'Hi', text: 'Hi' };
    export const email = (list: components['schemas']['EmailList']): string | undefined => list.emails[0]?.subject;
    type Refused = Send['responses']['400']['content']['application/json'];
    export const code: Refused['error']['code'] = 'RECIPIENT_SUPPRESSED';
    // @ts-expect-error: the sender is required.
    export const wrong: Send['requestBody']['content']['application/json'] = { to: 'bob@example.org' };
    // @ts-expect-error: a send never answers with this code.
    export const foreign: Refused['error']['code'] = 'BATCH_TOO_LARGE';
  `;
  writeFileSync(join(folder, 'types.ts'), types);
  writeFileSync(join(folder, 'use.ts'), use);
  const program = ts.createProgram([join(folder, 'use.ts')], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(problems).toEqual([]);
});
