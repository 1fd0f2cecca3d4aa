import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, type Plane, read, send, start } from './control.ts';

interface Journal {
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly operation?: string;
  }[];
  readonly total: number;
}

const journal = async (plane: Plane, query = '', headers: Record<string, string> = {}) =>
  read<Journal>(await plane.control('GET', `/requests${query}`, undefined, headers));

controlPlane('requests', (open) => {
  test('GET /requests: every API request is listed newest first, and no control plane request', async () => {
    const plane = await open();
    await send(plane, { subject: 'Recorded' });
    await plane.control('GET', '/health');
    await plane.control('POST', '/clock', { advance: 1_000 });
    await plane.api('GET', '/emails?page=0');
    expect(await journal(plane)).toMatchObject({
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
    const plane = await open();
    await send(plane);
    const url = `${plane.url}/api/v1/emails`;
    await plane.sandbox.fetch(url, { headers: { 'x-api-key': plane.sandbox.apiKey } });
    await plane.sandbox.fetch(url, { headers: { authorization: 'Bearer sk_live_mistyped' } });
    const answer = await plane.control('GET', '/requests');
    expect(answer.outcome).toBe('200');
    expect(answer.text.match(/"authorization"/g)).toHaveLength(2);
    expect(answer.text).toContain('"x-api-key"');
    for (const key of [plane.sandbox.liveApiKey, plane.sandbox.apiKey, 'sk_live_mistyped']) {
      expect(answer.text).not.toContain(key);
    }
  });

  test('GET /snapshot: the journal has no key, even from a header, a path or a query', async () => {
    const plane = await open();
    const key = plane.sandbox.liveApiKey;
    const url = `${plane.url}/api/v1/emails/${key}?key=${key}`;
    await plane.sandbox.fetch(url, { headers: { 'x-api-key': key, 'x-trace': key } });
    const { requests } = plane.sandbox.save();
    expect(requests.entries).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain(key);
  });

  test('GET /requests: authentication shows only its scheme, and upload URLs show no token', async () => {
    const plane = await open();
    const encoded = btoa(`${plane.sandbox.liveApiKey}:`);
    const url = `${plane.url}/api/v1/emails`;
    await plane.sandbox.fetch(url, { headers: { authorization: `Basic ${encoded}` } });
    await plane.sandbox.fetch(url, { headers: { 'x-api-key': encoded } });
    await plane.sandbox.fetch('http://uploads.mailrig.test/uploads/none?token=first&token=second', {
      method: 'PUT',
      body: 'x',
    });
    const { text } = await plane.control('GET', '/requests');
    expect(text).toContain('"Basic ***"');
    for (const secret of [encoded, 'first', 'second']) expect(text).not.toContain(secret);
  });

  test('GET /requests: operation, status and limit narrow the list', async () => {
    const plane = await open();
    await send(plane);
    await plane.api('GET', '/emails');
    await plane.api('GET', '/emails?page=0');
    await plane.api('GET', '/nowhere');
    for (const [query, statuses] of [
      ['?operation=listEmails', [400, 200]],
      ['?status=404', [404]],
      ['?operation=listEmails&status=400', [400]],
      ['?operation=verifyEmail', []],
    ] as const) {
      const { requests, total } = await journal(plane, query);
      expect(
        requests.map(({ status }) => status),
        query,
      ).toEqual(statuses);
      expect(total).toBe(statuses.length);
    }
    const { requests } = await journal(plane, '?limit=2');
    expect(requests.map(({ status }) => status)).toEqual([404, 400]);
  });

  test('GET /requests: invalid filters are refused by name', async () => {
    const plane = await open();
    for (const [field, value] of [
      ['operation', 'nope'],
      ['status', 'bad'],
      ['limit', 'x'],
    ] as const) {
      expectInvalid(await plane.control('GET', `/requests?${field}=${value}`), field);
    }
  });

  test('DELETE /requests: the journal is emptied', async () => {
    const plane = await open();
    await send(plane);
    expect(await plane.control('DELETE', '/requests')).toMatchObject({ status: 204, text: '' });
    expect(await journal(plane)).toMatchObject({ requests: [], total: 0 });
    await plane.api('GET', '/emails');
    expect((await journal(plane)).total).toBe(1);
  });

  test('GET /requests: with an account chosen, only its requests are listed', async () => {
    const plane = await open();
    const id = await addOther(plane);
    await send(plane, { from: 'eve@other.example' }, 'sk_live_other');
    const { requests } = await journal(plane, '', { 'x-sandbox-account': id });
    expect(requests.map(({ operation }) => operation)).toEqual(['sendEmail']);
  });

  test('X-Sandbox-Account: only the chosen account’s requests are listed, watched and cleared', async () => {
    const plane = await open();
    const id = await addOther(plane);
    const chosen = { 'x-sandbox-account': id };
    const { requests } = plane.sandbox.account(id);
    const seen: string[] = [];
    requests.subscribe(({ path }) => seen.push(path));
    await send(plane);
    await plane.api('GET', '/contact-lists', undefined, 'sk_live_other');
    expect((await journal(plane, '', chosen)).total).toBe(1);
    expect(requests.last()).toMatchObject({ operation: 'listContactLists' });
    expect(seen).toEqual(['/api/v1/contact-lists']);
    expect((await plane.control('DELETE', '/requests', undefined, chosen)).status).toBe(204);
    expect(requests.count()).toBe(0);
    expect((await journal(plane)).requests).toMatchObject([{ operation: 'sendEmail' }]);
  });
});
