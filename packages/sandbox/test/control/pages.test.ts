import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { addOther, expectInvalid, read } from './control.ts';

interface Page {
  readonly total?: number;
  readonly cursor?: string;
}

/** Reads a list page by page and returns its rows. Fails if only the first page should count them. */
async function pages<Row>(service: Service, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const query = `limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`;
    const page = read<Page & Record<string, unknown>>(
      await service.call('GET', `/_sandbox${path}${path.includes('?') ? '&' : '?'}${query}`),
    );
    expect(page.total !== undefined, path).toBe(cursor === undefined);
    rows.push(...(page[name] as Row[]));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
}

const created = async (service: Service, path: string, json: object) =>
  read<{ data: { id: string } }>(await service.call('POST', `/api/v1${path}`, { json })).data.id;

controlPlane('pages of long lists', (open) => {
  test('GET /contacts: contacts of one list or all, by status and by part of address or name', async () => {
    const service = await open();
    const lists = [
      await created(service, '/contact-lists', { name: 'Readers' }),
      await created(service, '/contact-lists', { name: 'Buyers' }),
    ];
    for (const number of [1, 2, 3, 4, 5]) {
      const contact = { email: `Ada${number}@example.net`, firstName: 'Ada', lastName: `No ${number}` };
      await created(service, `/contact-lists/${lists[number % 2]}/contacts`, contact);
    }
    await addOther(service);
    const emails = async (query: string) =>
      (await pages<{ email: string }>(service, `/contacts${query}`, 'contacts')).map(({ email }) => email);
    expect(await emails('')).toEqual([5, 4, 3, 2, 1].map((number) => `Ada${number}@example.net`));
    expect(await emails(`?list=${lists[0]}`)).toEqual(['Ada4@example.net', 'Ada2@example.net']);
    expect(await emails('?q=NO%203')).toEqual(['Ada3@example.net']);
    expect(await emails('?q=ada&status=active')).toHaveLength(5);
    expect(await emails('?status=bounced')).toEqual([]);
    const [first] = await pages<{ id: string }>(service, '/contacts', 'contacts');
    expect(first).toEqual({
      id: expect.stringMatching(/^cnt_/),
      contactListId: lists[1],
      email: 'Ada5@example.net',
      name: 'Ada No 5',
      status: 'active',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const unknown = await service.call('GET', '/_sandbox/contacts?list=lst_none');
    expect(unknown.outcome).toBe('404 NOT_FOUND');
    expectInvalid(await service.call('GET', '/_sandbox/contacts?status=odd'), 'status');
  });

  test('GET /suppressions: with a limit it comes page by page, and `q` searches address and reason', async () => {
    const service = await open();
    for (const number of [1, 2, 3]) {
      await service.call('POST', '/_sandbox/suppressions', {
        json: { email: `no${number}@example.net`, reason: number === 2 ? 'complained' : 'manual' },
      });
    }
    const emails = async (query: string) =>
      (await pages<{ email: string }>(service, `/suppressions${query}`, 'suppressions')).map(
        ({ email }) => email,
      );
    expect(await emails('')).toEqual(['no3@example.net', 'no2@example.net', 'no1@example.net']);
    expect(await emails('?q=COMPL')).toEqual(['no2@example.net']);
  });

  test('GET /credits/ledger: with a limit it comes page by page', async () => {
    const service = await open();
    for (const credits of [5, 4, 3, 2]) {
      await service.call('PATCH', '/_sandbox/accounts/default', { json: { credits } });
    }
    const entries = await pages<{ balance: number }>(service, '/credits/ledger', 'entries');
    expect(entries.map(({ balance }) => balance)).toEqual([2, 3, 4, 5, 10_000]);
  });

  test('GET /attachments: files have their status and expiry on the clock of the sandbox', async () => {
    const service = await open();
    const announce = async (filename: string) => {
      const json = { filename, contentType: 'text/csv', size: 5 };
      const response = await service.call('POST', '/api/v1/attachments/presigned-url', { json });
      return read<{ data: { attachmentId: string; uploadUrl: string } }>(response).data;
    };
    const { attachmentId, uploadUrl } = await announce('used.csv');
    const { pathname, search } = new URL(uploadUrl);
    const headers = { 'content-type': 'text/csv' };
    await service.call('PUT', `${pathname}${search}`, { body: 'a,b\n\n', headers, key: null });
    await service.call('POST', `/api/v1/attachments/${attachmentId}/confirm`);
    for (const name of ['one', 'two']) await announce(`${name}.csv`);
    service.sandbox.clock.advance('1h');
    const files = await pages<object>(service, '/attachments', 'attachments');
    expect(files).toMatchObject([
      { filename: 'two.csv', status: 'expired', emailCount: 0 },
      { filename: 'one.csv', status: 'expired', expiresAt: '2026-01-01T01:00:00.000Z' },
      {
        filename: 'used.csv',
        status: 'uploaded',
        uploadedBytes: 5,
        confirmedAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-01-08T00:00:00.000Z',
      },
    ]);
    expect(await pages(service, '/attachments?status=uploaded&q=USED', 'attachments')).toHaveLength(1);
    expect((await service.sandbox.attachments.list({ limit: 1 })).total).toBe(3);
    const header = { 'x-sandbox-account': await addOther(service) };
    expect((await service.call('GET', '/_sandbox/attachments', { headers: header })).json).toEqual({
      attachments: [],
      total: 0,
    });
  });

  test('GET /verifications/{id}/addresses: each address has its result, in the order of submission', async () => {
    const service = await open();
    const emails = ['ada@example.net', 'nobody@example.net', 'ada@mailinator.com'];
    service.sandbox.verifications.setResult('nobody@example.net', 'invalid');
    const response = await service.call('POST', '/api/v1/email-verification/batch', { json: { emails } });
    const { verificationId } = read<{ data: { verificationId: string } }>(response).data;
    const path = `/verifications/${verificationId}/addresses`;
    const rows = () => pages<{ email: string; result?: string }>(service, path, 'addresses');
    expect((await rows()).map(({ email, result }) => [email, result])).toEqual(
      emails.map((email) => [email, undefined]),
    );
    await service.call('POST', `/_sandbox/verifications/${verificationId}/complete`);
    expect((await rows()).map(({ email }) => email)).toEqual(emails);
    expect((await rows())[1]).toMatchObject({ result: 'invalid', riskScore: 100, cached: false });
    expect(await pages(service, `${path}?result=invalid&q=NOBODY`, 'addresses')).toHaveLength(1);
    expect(await pages(service, `${path}?result=none`, 'addresses')).toEqual([]);
    const none = await service.call('GET', '/_sandbox/verifications/ver_none/addresses');
    expect(none.outcome).toBe('404 NOT_FOUND');
  });
});
