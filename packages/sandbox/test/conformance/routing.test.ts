import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { endpoints } from './endpoints.ts';
import { emails, list, send, total } from './emails.ts';

const words = (header: string | null) => (header ?? '').toLowerCase().split(/[\s,]+/);

conformance('routing', (open) => {
  test('every documented path answers a wrong method with 405 and lists its methods in Allow (R1, R12, A10)', async () => {
    const service = await open();
    for (const [method, path] of endpoints) {
      const response = await service.call('PATCH', path);
      expect(response.outcome, path).toBe('405 METHOD_NOT_ALLOWED');
      expect(words(response.headers.get('allow')), path).toContain(method.toLowerCase());
    }
  });

  test('only the documented methods are allowed on emails (R12, A10)', async () => {
    const service = await open();
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await service.call(method, emails, { json: {} });
      expect(response.outcome, method).toBe('405 METHOD_NOT_ALLOWED');
      const allowed = words(response.headers.get('allow')).filter(
        (name) => !['head', 'options'].includes(name),
      );
      expect(allowed.sort()).toEqual(['get', 'post']);
    }
  });

  test('v1 is the only version (R16)', async () => {
    const service = await open();
    for (const path of ['/api/v2/emails', '/api/emails', '/api/v10/emails', '/v1/emails']) {
      expect((await service.call('GET', path)).status, path).toBe(404);
    }
  });

  test('an unknown path is 404 NOT_FOUND (A10)', async () => {
    const service = await open();
    for (const path of [
      '/api/v1/nowhere',
      '/api/v1/emails/msg_1',
      '/api/v1/emails/a/b',
      '/api/v1/contact-lists/x/y/z',
    ]) {
      expect((await service.call('GET', path)).outcome, path).toBe('404 NOT_FOUND');
    }
  });

  test('HEAD never has a body, and every response has the date of the sandbox’s clock (A10)', async () => {
    const service = await open();
    for (const path of [emails, '/uploads/none', '/nowhere', '/_sandbox/health', '/_sandbox/nothing']) {
      const response = await service.call('HEAD', path);
      expect(response.text, path).toBe('');
      expect(response.headers.get('date'), path).toBe(new Date(service.sandbox.clock.now()).toUTCString());
    }
  });

  test('one trailing slash is accepted, a second one is not (A10)', async () => {
    const service = await open();
    expect((await service.call('GET', `${emails}/`)).outcome).toBe('200');
    expect((await service.call('GET', `${emails}//`)).outcome).toBe('404 NOT_FOUND');
  });

  test('paths are case-sensitive (A10)', async () => {
    const service = await open();
    expect((await service.call('GET', '/api/v1/Emails')).outcome).toBe('404 NOT_FOUND');
    expect((await service.call('GET', '/API/V1/emails')).status).toBe(404);
  });

  test('an invalid percent-encoding is 404 (A10)', async () => {
    const service = await open();
    for (const part of ['%zz', '%', '%E0%A4%A', 'x%ff']) {
      expect((await service.call('GET', `/api/v1/email-verification/${part}`)).outcome, part).toBe(
        '404 NOT_FOUND',
      );
      expect((await service.call('GET', `/api/v1/${part}`)).outcome, part).toBe('404 NOT_FOUND');
    }
  });

  test('HEAD is answered like GET, without the body (A10)', async () => {
    const service = await open();
    await send(service);
    const head = await service.call('HEAD', emails);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('x-ratelimit-remaining')).toBe('98');
    expect(await service.call('HEAD', `${emails}?page=x`)).toMatchObject({ status: 400, text: '' });
    expect(await service.call('HEAD', emails, { key: null })).toMatchObject({ status: 401, text: '' });
    expect(await service.call('HEAD', '/api/v1/nowhere')).toMatchObject({ status: 404, text: '' });
    expect(await total(service)).toBe(1);
  });

  test('OPTIONS is 204 with Allow and without a body, and does not count (R15, A10)', async () => {
    const service = await open();
    const response = await service.call('OPTIONS', emails);
    expect(response).toMatchObject({ status: 204, text: '' });
    expect([null, '0']).toContain(response.headers.get('content-length'));
    expect(words(response.headers.get('allow'))).toEqual(expect.arrayContaining(['get', 'post']));
    expect((await list(service)).headers.get('x-ratelimit-remaining')).toBe('99');
  });

  test('a preflight allows the headers that clients send from every origin (A11)', async () => {
    const service = await open();
    const { headers } = await service.call('OPTIONS', '/api/v1/contact-lists/lst_none', {
      key: null,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(words(headers.get('access-control-allow-methods'))).toContain('put');
    expect(words(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining([
        'authorization',
        'x-api-key',
        'content-type',
        'x-idempotency-key',
        'idempotency-key',
        'user-agent',
      ]),
    );
  });

  test('every origin may read every response and its rate headers (A11)', async () => {
    const service = await open({ rateLimit: { limit: 3 } });
    const responses = [
      await list(service),
      await list(service, { page: '0' }),
      await service.call('GET', '/api/v1/nowhere'),
      await list(service),
      await list(service, {}, { key: null }),
    ];
    expect(responses.map((response) => response.status)).toEqual([200, 400, 404, 429, 401]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(words(headers.get('access-control-expose-headers'))).toEqual(
        expect.arrayContaining([
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
          'retry-after',
          'x-request-id',
        ]),
      );
    }
  });
});
