import { expect, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { ask } from '../harness.ts';
import { codeOf, faults } from './faults.ts';

faults('answers', (open) => {
  test('a status gets a matching code, a code gets its status, and unusual pairs are allowed (A22)', async () => {
    const { sandbox, list } = await open();
    for (const [effect, status, code] of [
      [{ status: 503 }, 503, 'SERVICE_UNAVAILABLE'],
      [{ status: 502 }, 502, 'INTERNAL_ERROR'],
      [{ code: 'RATE_LIMIT_EXCEEDED' }, 429, 'RATE_LIMIT_EXCEEDED'],
      [{ status: 200, code: 'SERVICE_UNAVAILABLE' }, 200, 'SERVICE_UNAVAILABLE'],
      [{ status: 418, code: 'TEA"$&' }, 418, 'TEA"$&'],
    ] as const) {
      sandbox.faults.add({ times: 1, effect });
      const response = await list();
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
    }
  });

  test('a fault may set its own message and headers', async () => {
    const { sandbox, list } = await open();
    const headers = { 'X-Odd': 'yes', 'X-RateLimit-Remaining': '7' };
    sandbox.faults.add({ times: 1, effect: { status: 500, message: 'Out of stamps', headers } });
    const response = await list();
    expect(response.headers.get('x-odd')).toBe('yes');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('7');
    expect(await response.json()).toMatchObject({ error: { message: 'Out of stamps' } });
  });

  test('Retry-After is seconds or a date, on a made-up answer or on the real one', async () => {
    const { sandbox, list } = await open();
    for (const [effect, status, header] of [
      [{ status: 429, retryAfter: 7 }, 429, '7'],
      [{ status: 503, retryAfter: 'date' }, 503, 'Thu, 01 Jan 2026 00:00:01 GMT'],
      [{ retryAfter: '2026-02-03T04:05:06Z' }, 200, 'Tue, 03 Feb 2026 04:05:06 GMT'],
    ] as const) {
      sandbox.faults.add({ times: 1, effect });
      const response = await list();
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, header]);
    }
  });

  test('a made-up refusal has every header that a real one has (R35)', async () => {
    const real = await open({ rateLimit: { limit: 8 } });
    const { list: listAgain, send, call } = real;
    const refusals = [
      await listAgain({ key: null }),
      await ask(real, 'GET', '/api/v1/nowhere'),
      await ask(real, 'DELETE', emails),
      await send({}, { headers: { 'content-type': 'text/plain' } }),
    ];
    for (let batch = 0; batch < 5; batch += 1) {
      await call('POST', '/api/v1/email-verification/batch', { json: { emails: [`a${batch}@example.org`] } });
    }
    refusals.push(await listAgain());
    for (const { status, headers } of refusals) {
      const { sandbox: other, list } = await open();
      other.faults.failNext('listEmails', status);
      const madeUp = await list();
      expect(madeUp.status).toBe(status);
      // Only a real one concerns the clock, which is frozen in these tests.
      const names = [...headers.keys()].filter((name) => name !== 'x-sandbox-clock');
      expect([...madeUp.headers.keys()].toSorted()).toEqual(names.toSorted());
    }
    expect(refusals.map(({ status }) => status)).toEqual([401, 404, 405, 415, 429]);
  });

  test('a made-up refusal of the storage has every header that a real one has (A73)', async () => {
    const { upload, fetch, sandbox } = await open({ limits: { uploadBytes: 2 } });
    const file = `${sandbox.baseUrl.replace(/\/api\/v1$/, '')}/uploads/att_none`;
    const namesOf = ({ headers }: Response) => [...headers.keys()].toSorted();
    for (const real of [
      await upload(),
      await fetch(file, { method: 'PUT' }),
      await fetch(file, { method: 'POST' }),
    ]) {
      sandbox.faults.failNext('putUpload', real.status);
      const madeUp = await upload();
      expect([madeUp.status, namesOf(madeUp)]).toEqual([real.status, namesOf(real)]);
    }
  });

  test('a made-up 429 ends its window when its Retry-After says, and the next response shows the real one (R35)', async () => {
    const { sandbox, list } = await open();
    const budget = ({ headers }: Response) =>
      ['retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers.get(name));
    for (const [effect, ...expected] of [
      [{ status: 429 }, '1', '0', '2026-01-01T00:00:01.000Z'],
      [{ status: 429, retryAfter: 7 }, '7', '0', '2026-01-01T00:00:07.000Z'],
      [{ code: 'TOO_MANY_BATCHES' }, '1', '97', '2026-01-01T00:01:00.000Z'],
    ] as const) {
      sandbox.faults.add({ times: 1, effect });
      expect(budget(await list())).toEqual(expected);
    }
    expect(budget(await list())).toEqual([null, '96', '2026-01-01T00:01:00.000Z']);
  });

  test.each([
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['text', 'text/plain; charset=utf-8', /^upstream error$/],
    ['empty', 'application/json; charset=utf-8', /^$/],
    ['truncated', 'application/json; charset=utf-8', /^\{"success":true.*[^}]$/],
  ] as const)(
    'body %s replaces the real body and leaves the rest of the response',
    async (body, type, text) => {
      const { sandbox, send } = await open();
      sandbox.faults.add({ times: 1, effect: { body } });
      const response = await send();
      expect([response.status, response.headers.get('content-type')]).toEqual([201, type]);
      const read = await response.text();
      expect(read).toMatch(text);
      expect(response.headers.get('content-length') ?? String(read.length)).toBe(String(read.length));
      expect(sandbox.mailbox.list()).toHaveLength(1);
    },
  );

  test('body bare has no envelope, and success-false has one for every status (A3, A6)', async () => {
    const { sandbox, list } = await open();
    sandbox.faults.add({ times: 1, effect: { status: 401, body: 'bare' } });
    expect(Object.keys((await (await list()).json()) as object)).toEqual(['error']);
    sandbox.faults.add({ times: 1, effect: { body: 'success-false' } });
    const response = await list();
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code: 'INTERNAL_ERROR' },
      meta: {},
    });
  });

  test('a status without a body gets none', async () => {
    const { sandbox, list } = await open();
    sandbox.faults.add({ times: 1, effect: { status: 204 } });
    const response = await list();
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('a delay makes the response late in real time, and changes nothing else', async () => {
    const { sandbox, list } = await open();
    sandbox.faults.add({ times: 1, effect: { delay: '30ms' } });
    expect((await list()).status).toBe(200);
    const [late] = sandbox.requests.list();
    // A timer may fire up to a millisecond early.
    expect(late?.durationMs).toBeGreaterThanOrEqual(29);
    expect(late?.fault).toMatch(/^[0-9a-f]{8}$/);
  });

  test('times and skip count matching calls only, and the oldest rule applies first', async () => {
    const { sandbox, list, send } = await open();
    sandbox.faults.add({ operation: 'listEmails', skip: 1, times: 2, effect: { status: 500 } });
    sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { status: 503 } });
    expect((await send()).status).toBe(201);
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push((await list()).status);
    expect(statuses).toEqual([503, 500, 500, 200, 200]);
    expect(sandbox.faults.list()).toEqual([]);
  });

  test('failNext answers the next calls of one operation with a status', async () => {
    const { sandbox, list, send } = await open();
    sandbox.faults.failNext('listEmails', 429, 2);
    expect((await send()).status).toBe(201);
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([429, 429, 200]);
  });

  test('the faults of an account affect its calls only', async () => {
    const { sandbox, list } = await open();
    const other = sandbox.accounts.create({ domain: { name: 'other.example' } });
    const { faults: others } = sandbox.account(other.id);
    const { id } = others.add({ effect: { status: 503 } });
    const common = sandbox.faults.add({ operation: 'sendEmail', effect: { status: 500 } });
    expect((await list()).status).toBe(200);
    const key = other.keys[0]?.key;
    expect((await ask(sandbox, 'GET', emails, { key })).status).toBe(503);
    expect(others.list().map((rule) => rule.id)).toEqual([id]);
    others.clear();
    expect(sandbox.faults.list().map((rule) => rule.id)).toEqual([common.id]);
    expect((await ask(sandbox, 'GET', emails, { key })).status).toBe(200);
  });

  test('an upload fails the way an object store does, and phase after keeps the bytes (A73)', async () => {
    const { sandbox, upload } = await open();
    sandbox.faults.failNext('putUpload', 503);
    const refused = await upload();
    expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'application/xml']);
    expect(await refused.text()).toContain('<Code>SlowDown</Code>');
    sandbox.faults.add({ operation: 'putUpload', times: 1, phase: 'after', effect: { network: 'reset' } });
    await expect(upload()).rejects.toThrow(TypeError);
    expect(sandbox.requests.last({ operation: 'putUpload' })).not.toHaveProperty('status');
    expect((await upload()).status).toBe(200);
    sandbox.faults.add({ times: 1, skip: 1, effect: { body: 'success-false' } });
    expect((await upload()).status).toBe(200);
  });
});
