import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

interface Page {
  readonly messages: readonly { readonly id: string; readonly subject: string }[];
  readonly total?: number;
  readonly next?: number;
  readonly cursor?: string;
}

const page = async (service: Service, query = '') =>
  read<Page>(await service.call('GET', `/_sandbox/messages${query}`));

controlPlane('rows of messages', (open) => {
  test('GET /messages: a message is one line, without its content', async () => {
    const service = await open();
    const to = ['bob@example.net', 'dan@example.net', 'eve@example.net', 'fay@example.net'];
    const { id } = await send(service, { to, cc: 'carl@example.net', subject: 'x'.repeat(300) });
    expect(await page(service)).toEqual({
      messages: [
        {
          id,
          number: expect.any(Number),
          environment: 'live',
          from: 'ada@example.com',
          to: to.slice(0, 3),
          recipientCount: 5,
          subject: 'x'.repeat(200),
          excerpt: expect.any(String),
          attachmentCount: 0,
          status: 'queued',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      total: 1,
      next: expect.any(Number),
    });
  });

  test.each(['', '&q=subject:mail'])('GET /messages?since%s: only what is new', async (filter) => {
    const service = await open();
    await send(service, { subject: 'old mail' });
    const { next } = await page(service);
    const since = () => page(service, `?since=${next}${filter}`);
    expect(await since()).toEqual({ messages: [], total: 0, next });
    await send(service, { subject: 'new mail' });
    expect(await since()).toMatchObject({ messages: [{ subject: 'new mail', number: next }], total: 1 });
  });

  test('GET /messages: the last reaction of a recipient is shown', async () => {
    const service = await open();
    const { id } = await send(service);
    const at = `/_sandbox/messages/${id}/events`;
    for (const type of ['delivered', 'opened', 'clicked']) {
      await service.call('POST', at, { json: { type } });
    }
    expect((await page(service)).messages).toMatchObject([{ status: 'delivered', reaction: 'clicked' }]);
  });

  test.each([
    ['', 5],
    ['q=mail&', 5],
    ['environment=live&', 4],
  ])('GET /messages?%s: the cursor leads to each message once', async (filter, count) => {
    const service = await open();
    await send(service, { subject: 'simulated mail' }, service.sandbox.testApiKey);
    for (const number of [1, 2, 3, 4]) await send(service, { subject: `mail ${number}` });
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const next: Page = await page(
        service,
        `?${filter}limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      expect(next.total).toBe(cursor === undefined ? count : undefined);
      // What arrives meanwhile is newer than every further page.
      await send(service, { subject: 'mail that came later' });
      seen.push(...next.messages.map(({ subject }) => subject));
      ({ cursor } = next);
      pages += 1;
    } while (cursor !== undefined);
    expect(seen).toEqual(['mail 4', 'mail 3', 'mail 2', 'mail 1', 'simulated mail'].slice(0, count));
    expect(pages).toBe(Math.ceil(count / 2));
  });

  test('GET /messages: one account does not see the mail of another', async () => {
    const service = await open();
    const headers = { 'x-sandbox-account': await addOther(service) };
    await send(service);
    const response = await service.call('GET', '/_sandbox/messages', { headers });
    expect(response.json).toMatchObject({ messages: [], total: 0 });
  });

  test('GET /messages: invalid inputs are refused by name', async () => {
    const service = await open();
    for (const [field, value] of [
      ['limit', 'x'],
      ['since', 'yesterday'],
      ['cursor', 'first'],
      ['status', 'eaten'],
    ] as const) {
      expectInvalid(await service.call('GET', `/_sandbox/messages?${field}=${value}`), field);
    }
  });
});

interface Requests {
  readonly requests: readonly {
    readonly requestId: string;
    readonly method: string;
    readonly target: string;
    readonly status?: number;
  }[];
  readonly total?: number;
  readonly cursor?: string;
  readonly refusals?: readonly object[];
}

const requests = async (service: Service, query = '') =>
  read<Requests>(await service.call('GET', `/_sandbox/requests${query}`));

/** A send, two refusals with the same reason, a list and an unknown path. */
async function someRequests(service: Service): Promise<void> {
  await send(service, { subject: 'Recorded', color: 'red' });
  for (let times = 0; times < 2; times++) {
    await service.call('POST', '/api/v1/emails', { json: { from: 'nobody' } });
  }
  await service.call('GET', '/api/v1/emails?page=1');
  await service.call('GET', '/api/v1/nowhere');
}

controlPlane('rows of requests', (open) => {
  test('GET /requests: a request is one line, without headers and bodies', async () => {
    const service = await open();
    await service.call('GET', '/api/v1/emails?page=0');
    const { requests: rows } = await requests(service);
    expect(rows).toEqual([
      {
        reason: expect.stringContaining('page must be'),
        requestId: expect.stringMatching(/^req_/),
        accountId: service.sandbox.accounts.list()[0]?.id,
        operation: 'listEmails',
        method: 'GET',
        target: '/api/v1/emails?page=0',
        status: 400,
        code: 'VALIDATION_ERROR',
        field: 'page',
        ignoredFieldCount: 0,
        durationMs: expect.any(Number),
        at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  test('GET /requests: ignored fields are counted (A122)', async () => {
    const service = await open();
    await send(service, { color: 'red', size: 'XL' });
    expect((await requests(service)).requests).toMatchObject([{ ignoredFieldCount: 2 }]);
  });

  test('GET /requests: refusals are grouped by operation, code and field', async () => {
    const service = await open();
    await someRequests(service);
    expect((await requests(service)).refusals).toEqual([
      { operation: 'sendEmail', code: 'VALIDATION_ERROR', field: expect.any(String), count: 2 },
      { code: 'NOT_FOUND', count: 1 },
    ]);
  });

  test('GET /requests: filters combine', async () => {
    const service = await open();
    await someRequests(service);
    const { id } = service.sandbox.mailbox.latest() ?? { id: '' };
    for (const [query, count] of [
      ['', 5],
      ['method=get', 2],
      ['status=404', 1],
      ['status=4xx', 3],
      ['status=4xx&method=POST', 2],
      ['outcome=ok', 2],
      ['outcome=error', 3],
      ['outcome=fault', 0],
      ['operation=listEmails', 1],
      ['code=NOT_FOUND', 1],
      ['code=VALIDATION_ERROR&field=nothing', 0],
      [`sentId=${id}`, 1],
      ['q=recorded', 2],
      ['q=NOWHERE', 1],
      [`q=${id}`, 2],
    ] as const) {
      expect((await requests(service, `?${query}`)).total, query).toBe(count);
    }
  });

  test('GET /requests: the cursor leads to each request once', async () => {
    const service = await open();
    await someRequests(service);
    const first = await requests(service, '?limit=3');
    await service.call('GET', '/api/v1/emails');
    const second = await requests(service, `?limit=3&cursor=${first.cursor}`);
    expect([first.total, second.total, second.cursor]).toEqual([5, undefined, undefined]);
    const seen = [...first.requests, ...second.requests].map(({ requestId }) => requestId);
    const { total } = await requests(service);
    expect([new Set(seen).size, total]).toEqual([5, 6]);
  });

  test('GET /requests: invalid inputs are refused by name', async () => {
    const service = await open();
    for (const [field, value] of [
      ['status', 'bad'],
      ['outcome', 'maybe'],
      ['operation', 'nope'],
      ['cursor', 'first'],
    ] as const) {
      expectInvalid(await service.call('GET', `/_sandbox/requests?${field}=${value}`), field);
    }
  });
});
