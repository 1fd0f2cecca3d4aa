import { expect, test } from 'vitest';
import { type TestResponse, conformance, type Service, start } from '../harness.ts';
import { emails, list, send } from './emails.ts';

/** One request for every kind of failure that needs no preparation. */
const failures: readonly [outcome: string, (service: Service) => Promise<TestResponse>][] = [
  ['401 UNAUTHORIZED', (service) => list(service, {}, { key: null })],
  ['404 NOT_FOUND', (service) => service.call('GET', '/api/v1/nowhere')],
  ['405 METHOD_NOT_ALLOWED', (service) => service.call('DELETE', emails)],
  [
    '415 UNSUPPORTED_MEDIA_TYPE',
    (service) => send(service, {}, { headers: { 'content-type': 'text/plain' } }),
  ],
  ['400 VALIDATION_ERROR', (service) => send(service, { from: undefined })],
  ['400 FROM_DOMAIN_MISMATCH', (service) => send(service, { from: 'ada@elsewhere.example' })],
];

conformance('envelope', (open) => {
  test('a success is { success: true, data, meta }, and meta has three strings (R3, R4, A5)', async () => {
    const service = await open();
    for (const response of [await send(service), await list(service)]) {
      expect(Object.keys(response.body).sort()).toEqual(['data', 'meta', 'success']);
      expect(response.body.success).toBe(true);
      expect(response.body.meta).toEqual({
        timestamp: expect.any(String),
        requestId: expect.any(String),
        path: emails,
      });
    }
  });

  test.each(failures)('%s is { success: false, error, meta } (R5, R6, A6)', async (outcome, provoke) => {
    const response = await provoke(await open());
    expect(response.outcome).toBe(outcome);
    expect(Object.keys(response.body).sort()).toEqual(['error', 'meta', 'success']);
    expect(response.body.success).toBe(false);
    expect(response.body.error.code).toEqual(expect.any(String));
    expect(response.body.error.message.trim()).not.toBe('');
    expect(response.body.meta).toMatchObject({
      timestamp: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test('the meta of an error also has the path (A7)', async () => {
    const service = await open();
    expect((await send(service, { from: 1 })).body.meta.path).toBe(emails);
    expect((await service.call('GET', '/api/v1/nowhere')).body.meta.path).toBe('/api/v1/nowhere');
  });

  test('meta.timestamp is the sandbox clock’s time in UTC with milliseconds (R7)', async () => {
    const service = await open();
    expect((await list(service)).body.meta.timestamp).toBe(start);
    service.sandbox.clock.advance(1_234);
    expect((await list(service)).body.meta.timestamp).toBe('2026-01-01T00:00:01.234Z');
    expect((await list(service, {}, { key: null })).body.meta.timestamp).toBe('2026-01-01T00:00:01.234Z');
  });

  test('meta.path is the path without query, host and trailing slash (R8, A9)', async () => {
    const service = await open();
    for (const path of [emails, `${emails}?page=1&limit=5`, `${emails}/`, `${emails}/?page=1`]) {
      expect((await service.call('GET', path)).body.meta.path, path).toBe(emails);
    }
  });

  test('meta.path keeps the request’s percent-encoding (A9)', async () => {
    const service = await open();
    const path = '/api/v1/no%20where%2Fat%C3%A9';
    expect((await service.call('GET', path)).body.meta.path).toBe(path);
  });

  test('every response has a unique request id, in meta and in X-Request-Id (R9, A8)', async () => {
    const service = await open();
    const responses = [await send(service), await list(service), await list(service)];
    for (const [, provoke] of failures) responses.push(await provoke(service));
    const ids = responses.map((response) => response.body.meta.requestId);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(responses.length);
    expect(responses.map((response) => response.headers.get('x-request-id'))).toEqual(ids);
  });

  test('answers without a body and rate limit refusals have X-Request-Id too (A8)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    const responses = [
      await service.call('OPTIONS', emails),
      await service.call('HEAD', emails),
      await list(service),
    ];
    expect(responses.map((response) => response.status)).toEqual([204, 200, 429]);
    for (const response of responses)
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  });

  test('an X-Request-Id from the client is ignored (A8)', async () => {
    const service = await open();
    const id = 'req_ffffffffffffffffffffffff';
    const response = await list(service, {}, { headers: { 'x-request-id': id } });
    expect(response.body.meta.requestId).not.toBe(id);
    expect(response.headers.get('x-request-id')).toBe(response.body.meta.requestId);
  });

  test('an injected failure is an enveloped 500 or 503, the requested number of times (A22)', async () => {
    const service = await open();
    for (const [status, code] of [
      [500, 'INTERNAL_ERROR'],
      [503, 'SERVICE_UNAVAILABLE'],
    ] as const) {
      service.sandbox.faults.failNext('sendEmail', status, 2);
      expect((await list(service)).outcome).toBe('200');
      for (let n = 0; n < 2; n++) {
        const response = await send(service);
        expect(response.outcome).toBe(`${status} ${code}`);
        expect(response.body).toMatchObject({ success: false, meta: { path: emails } });
      }
      expect((await send(service)).outcome).toBe('201');
    }
    expect((await list(service)).body.data.pagination.total).toBe(2);
  });
});
