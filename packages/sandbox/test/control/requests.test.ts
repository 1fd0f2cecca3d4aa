import { expect, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { controlPlane, payload, type Service, start } from '../harness.ts';
import { stateOf } from '../saved-state.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

interface Journal {
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly operation?: string;
  }[];
  readonly total: number;
}

/** A request with its response. */
interface Exchange {
  readonly status?: number;
  readonly field?: string;
  readonly sentId?: string;
  readonly response?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly isCut?: true;
  };
}

const responseOf = (entry: unknown) => (entry as [number, Exchange])[1].response;

const journal = async (service: Service, query = '', headers: Record<string, string> = {}) =>
  read<Journal>(await service.call('GET', `/_sandbox/requests${query || '?'}&whole=true`, { headers }));

controlPlane('requests', (open) => {
  test('GET /requests: every API request is listed newest first, and no control plane request', async () => {
    const service = await open();
    await send(service, { subject: 'Recorded' });
    await service.call('GET', '/_sandbox/health');
    await service.call('POST', '/_sandbox/clock', { json: { advance: 1_000 } });
    await service.call('GET', '/api/v1/emails?page=0');
    expect(await journal(service)).toMatchObject({
      requests: [
        {
          at: '2026-01-01T00:00:01.000Z',
          method: 'GET',
          path: '/api/v1/emails',
          operation: 'listEmails',
          status: 400,
        },
        {
          at: start,
          method: 'POST',
          path: '/api/v1/emails',
          operation: 'sendEmail',
          status: 201,
          body: { subject: 'Recorded' },
        },
      ],
      total: 2,
    });
  });

  test('GET /requests: keys are redacted', async () => {
    const service = await open();
    await send(service);
    await service.call('GET', emails, { key: service.sandbox.testApiKey, auth: 'x-api-key' });
    await service.call('GET', emails, { key: 'sk_live_mistyped' });
    const response = await service.call('GET', '/_sandbox/requests?whole=true');
    expect(response.outcome).toBe('200');
    expect(response.text.match(/"authorization"/g)).toHaveLength(2);
    expect(response.text).toContain('"x-api-key"');
    for (const key of [service.sandbox.liveApiKey, service.sandbox.testApiKey, 'sk_live_mistyped']) {
      expect(response.text).not.toContain(key);
    }
  });

  test('GET /snapshot: the request log has no key, even from a header, a path or a query', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const headers = { 'x-trace': key };
    await service.call('GET', `${emails}/${key}`, { key, auth: 'x-api-key', headers, query: { key } });
    const { requests } = stateOf(service.sandbox).sections;
    expect(requests?.entries).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain(key);
  });

  test('GET /requests: authentication shows only its scheme, and upload URLs show no token', async () => {
    const service = await open();
    const encoded = btoa(`${service.sandbox.liveApiKey}:`);
    await service.call('GET', emails, { headers: { authorization: `Basic ${encoded}` } });
    await service.call('GET', emails, { key: encoded, auth: 'x-api-key' });
    await service.sandbox.fetch('http://uploads.mailrig.test/uploads/none?token=first&token=second', {
      method: 'PUT',
      body: 'x',
    });
    const { text } = await service.call('GET', '/_sandbox/requests?whole=true');
    expect(text).toContain('"Basic ***"');
    for (const secret of [encoded, 'first', 'second']) expect(text).not.toContain(secret);
  });

  test('GET /requests/{id}: a request has the status, headers and body of its response', async () => {
    const service = await open();
    const sent = await service.call('GET', '/api/v1/emails?page=0');
    const id = sent.headers.get('x-request-id') ?? '';
    const { response, status, field } = read<Exchange>(await service.call('GET', `/_sandbox/requests/${id}`));
    expect([status, field]).toEqual([400, 'page']);
    expect(response).toMatchObject({ body: sent.text, headers: { 'x-request-id': id } });
    expect(response?.headers['content-type']).toBe(sent.headers.get('content-type'));
    expect((await service.call('GET', '/_sandbox/requests/req_none')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /requests/{id}: the message that a request sent is named, also when it is replayed (A44)', async () => {
    const service = await open();
    const { id } = await send(service, { idempotencyKey: 'once' });
    await send(service, { idempotencyKey: 'once' });
    await service.call('GET', emails);
    const { requests } = read<{ requests: readonly Exchange[] }>(
      await service.call('GET', '/_sandbox/requests?whole=true'),
    );
    expect(requests.map(({ sentId }) => sentId)).toEqual([undefined, id, id]);
  });

  test('GET /requests/{id}: of a long answer the beginning is kept', async () => {
    const service = await open();
    for (let number = 0; number < 20; number++) await send(service, { subject: 'Grüße '.repeat(150) });
    const sent = await service.call('GET', emails);
    const id = sent.headers.get('x-request-id') ?? '';
    const { response } = read<Exchange>(await service.call('GET', `/_sandbox/requests/${id}`));
    expect(sent.text.length).toBeGreaterThan(16_384);
    expect(response).toMatchObject({ isCut: true, body: sent.text.slice(0, 16_384) });
  });

  test('GET /requests/{id}: a request whose connection broke has no response', async () => {
    const service = await open();
    service.sandbox.faults.add({ effect: { network: 'reset' } });
    await service.call('GET', emails).catch(() => {});
    const entry = service.sandbox.requests.last();
    expect(entry?.fault).toBeDefined();
    expect(entry).not.toHaveProperty('answer');
  });

  test('GET /requests and a snapshot show no upload token and no key of a response', async () => {
    const service = await open();
    const json = { filename: 'a.txt', contentType: 'text/plain', size: 1 };
    const response = await service.call('POST', '/api/v1/attachments/presigned-url', { json });
    const { uploadUrl } = payload<{ uploadUrl: string }>(response);
    const token = new URL(uploadUrl).searchParams.get('token') ?? '';
    await send(service, { subject: service.sandbox.liveApiKey });
    await service.call('GET', emails);
    const { requests: kept } = stateOf(service.sandbox).sections;
    const journalled = JSON.stringify(kept?.entries.map(responseOf));
    const listed = (await service.call('GET', '/_sandbox/requests?whole=true')).text;
    expect(token).not.toBe('');
    for (const text of [journalled, listed]) {
      expect(text).toContain('token=***');
      expect(text).not.toContain(token);
      expect(text).not.toContain(service.sandbox.liveApiKey);
    }
  });

  test('GET /requests: operation, status and limit narrow the list', async () => {
    const service = await open();
    await send(service);
    await service.call('GET', '/api/v1/emails');
    await service.call('GET', '/api/v1/emails?page=0');
    await service.call('GET', '/api/v1/nowhere');
    for (const [query, statuses] of [
      ['?operation=listEmails', [400, 200]],
      ['?status=404', [404]],
      ['?operation=listEmails&status=400', [400]],
      ['?operation=verifyEmail', []],
    ] as const) {
      const { requests, total } = await journal(service, query);
      expect(
        requests.map(({ status }) => status),
        query,
      ).toEqual(statuses);
      expect(total).toBe(statuses.length);
    }
    const { requests } = await journal(service, '?limit=2');
    expect(requests.map(({ status }) => status)).toEqual([404, 400]);
  });

  test('GET /requests: invalid filters are refused by name', async () => {
    const service = await open();
    for (const [field, value] of [
      ['operation', 'nope'],
      ['status', 'bad'],
      ['limit', 'x'],
    ] as const) {
      expectInvalid(await service.call('GET', `/_sandbox/requests?${field}=${value}`), field);
    }
  });

  test('GET /requests: a request with a wrong key has its operation', async () => {
    const service = await open();
    const headers = { authorization: 'Bearer sk_live_unknown' };
    await service.call('GET', '/api/v1/emails', { key: null, headers });
    await service.call('GET', '/api/v1/nothing', { key: null, headers });
    const { requests } = await journal(service);
    expect(requests.map(({ operation, status }) => [operation, status])).toEqual([
      [undefined, 401],
      ['listEmails', 401],
    ]);
  });

  test('DELETE /requests: the request log is emptied', async () => {
    const service = await open();
    await send(service);
    expect(await service.call('DELETE', '/_sandbox/requests')).toMatchObject({ status: 204, text: '' });
    expect(await journal(service)).toMatchObject({ requests: [], total: 0 });
    await service.call('GET', '/api/v1/emails');
    expect((await journal(service)).total).toBe(1);
  });

  test('GET /requests: with an account chosen, only its requests are listed', async () => {
    const service = await open();
    const id = await addOther(service);
    await send(service, { from: 'eve@other.example' }, 'sk_live_other');
    const { requests } = await journal(service, '', { 'x-sandbox-account': id });
    expect(requests.map(({ operation }) => operation)).toEqual(['sendEmail']);
  });

  test('X-Sandbox-Account: only the chosen account’s requests are listed, watched and cleared', async () => {
    const service = await open();
    const id = await addOther(service);
    const chosen = { 'x-sandbox-account': id };
    const { requests } = service.sandbox.account(id);
    const seen: string[] = [];
    requests.subscribe(({ path }) => seen.push(path));
    await send(service);
    await service.call('GET', '/api/v1/contact-lists', { key: 'sk_live_other' });
    expect((await journal(service, '', chosen)).total).toBe(1);
    expect(requests.last()).toMatchObject({ operation: 'listContactLists' });
    expect(seen).toEqual(['/api/v1/contact-lists']);
    expect((await service.call('DELETE', '/_sandbox/requests', { headers: chosen })).status).toBe(204);
    expect(requests.count()).toBe(0);
    expect((await journal(service)).requests).toMatchObject([{ operation: 'sendEmail' }]);
  });

  test('refusals and the request log do not repeat an API key sent in the wrong place (A21)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    for (const response of [
      await service.call('GET', `/api/v1/${key}`),
      await service.call('POST', '/api/v1/email-verification/single', { json: { email: key } }),
      await service.call('GET', `/api/v1/emails?status=${key}`),
      await service.call('GET', `/_sandbox/messages/${key}`),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(response.body.error)).not.toContain(key);
    }
    const { text: journal } = await service.call('GET', '/_sandbox/requests?whole=true');
    expect(journal).not.toContain(key);
    expect(journal).toContain('sk_live_***');
  });
});
