import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { emails, list, send } from './emails.ts';

/** Sends emails 1 to `count`, all in the same millisecond. */
async function sendMany(service: Service, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) await send(service, { subject: String(n) });
}

const subjects = async (service: Service, query: Record<string, string>) =>
  (await list(service, query)).body.data.emails.map((email) => email.subject);

conformance('pagination', (open) => {
  test('data holds an array and a pagination of four integers (R13, R40, A29, A30)', async () => {
    const service = await open();
    await sendMany(service, 3);
    const { body } = await list(service);
    expect(Object.keys(body.data).sort()).toEqual(['emails', 'pagination']);
    expect(body.data.emails).toHaveLength(3);
    expect(body.data.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 });
  });

  test('pageContainer bare makes data the array and puts pagination next to it (A29)', async () => {
    const service = await open({ wire: { pageContainer: 'bare' } });
    await sendMany(service, 3);
    const { body } = await list(service, { limit: '2' });
    expect(body).toMatchObject({ success: true, data: [{ subject: '3' }, { subject: '2' }] });
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
  });

  test('pageContainer nested puts the array into data.data, for emails and contacts (A124)', async () => {
    const service = await open({ wire: { pageContainer: 'nested' } });
    await sendMany(service, 3);
    expect((await list(service, { limit: '2' })).body.data).toMatchObject({
      data: [{ subject: '3' }, { subject: '2' }],
      pagination: { page: 1, limit: 2, total: 3, totalPages: 2 },
    });
    const { id } = (await service.call('POST', '/api/v1/contact-lists', { json: { name: 'a' } })).body.data;
    const contacts = await service.call('GET', `/api/v1/contact-lists/${id}/contacts`);
    expect(contacts.body.data).toMatchObject({ data: [], pagination: { total: 0 } });
    const verifications = await service.call('GET', '/api/v1/email-verification');
    expect(verifications.body.data).toMatchObject({ items: [], pagination: { total: 0 } });
  });

  test('without page and limit, the first 20 items are answered (R38)', async () => {
    const service = await open();
    await sendMany(service, 21);
    const { data } = (await list(service)).body;
    expect(data.emails).toHaveLength(20);
    expect(data.pagination).toEqual({ page: 1, limit: 20, total: 21, totalPages: 2 });
  });

  test('a limit of 100 is honoured, and no response has more than 100 items (R39)', async () => {
    const service = await open({ rateLimit: false });
    await sendMany(service, 101);
    const { data } = (await list(service, { limit: '100' })).body;
    expect(data.emails).toHaveLength(100);
    expect(data.pagination).toEqual({ page: 1, limit: 100, total: 101, totalPages: 2 });
    expect((await list(service, { limit: '101' })).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('together the pages hold each item exactly once (R41, R42)', async () => {
    const service = await open();
    await sendMany(service, 7);
    for (const [limit, totalPages] of [
      ['1', 7],
      ['2', 4],
      ['3', 3],
      ['6', 2],
      ['7', 1],
      ['8', 1],
    ] as const) {
      const seen: string[] = [];
      for (let page = 1; page <= totalPages; page++) {
        const { data } = (await list(service, { limit, page: String(page) })).body;
        expect(data.pagination).toEqual({ page, limit: Number(limit), total: 7, totalPages });
        seen.push(...data.emails.map((email) => email.subject));
      }
      expect(seen, `limit ${limit}`).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    }
  });

  test('total and totalPages count the matches of the filters (R41)', async () => {
    const service = await open();
    for (let n = 0; n < 5; n++) await send(service, { to: n < 3 ? 'many@example.net' : 'few@example.net' });
    const { data } = (await list(service, { to: 'many@example.net', limit: '2', page: '2' })).body;
    expect(data.emails).toHaveLength(1);
    expect(data.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });

  test('the newest email comes first, and the last one sent first within a millisecond (A33)', async () => {
    const service = await open();
    await send(service, { subject: 'a' });
    service.sandbox.clock.advance(1);
    await send(service, { subject: 'b' });
    await send(service, { subject: 'c' });
    expect(await subjects(service, {})).toEqual(['c', 'b', 'a']);
  });

  test('a page past the end is empty and echoes its number (A32)', async () => {
    const service = await open();
    await sendMany(service, 3);
    const { status, body } = await list(service, { page: '3', limit: '2' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ emails: [], pagination: { page: 3, limit: 2, total: 3, totalPages: 2 } });
    expect((await list(service, { page: '999999999' })).body.data.pagination.page).toBe(999_999_999);
  });

  test('an empty list has no pages (A32)', async () => {
    const service = await open();
    expect((await list(service, { page: '2' })).body.data).toEqual({
      emails: [],
      pagination: { page: 2, limit: 20, total: 0, totalPages: 0 },
    });
  });

  test.each(['page', 'limit'])(
    '%s must be a positive integer in plain digits, given once (A31)',
    async (field) => {
      const service = await open();
      const wrong = [
        '0',
        '-1',
        '1.5',
        '1.0',
        'abc',
        '',
        '1e1',
        '05',
        '+5',
        ' 5',
        '5 ',
        '0x5',
        '1000000000',
        'null',
        '٣',
      ];
      for (const value of wrong) {
        const response = await list(service, { [field]: value });
        expect(response.outcome, JSON.stringify(value)).toBe('400 VALIDATION_ERROR');
        expect(response.body.error.details.field).toBe(field);
      }
      const twice = await service.call('GET', `${emails}?${field}=1&${field}=1`);
      expect(twice.outcome).toBe('400 VALIDATION_ERROR');
      expect(twice.body.error.details.field).toBe(field);
    },
  );

  test('an invalid number is refused with the whole range (A21, A31)', async () => {
    const service = await open();
    for (const value of ['1.5', '0', 'abc']) {
      const page = await list(service, { page: value });
      expect(page.body.error.message).toBe('page must be a whole number from 1 to 999999999');
      const limit = await list(service, { limit: value });
      expect(limit.body.error.message).toBe('limit must be a whole number from 1 to 100');
    }
  });

  test('limits from 1 to 100 are accepted, and 101 is refused (A31)', async () => {
    const service = await open();
    for (const limit of ['1', '100']) {
      expect((await list(service, { limit })).body.data.pagination.limit).toBe(Number(limit));
    }
    expect((await list(service, { limit: '101' })).outcome).toBe('400 VALIDATION_ERROR');
    expect((await list(service, { limit: '999999999' })).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('the pagination of verifications has hasNext and hasPrev (R43, A30, A32)', async () => {
    const service = await open();
    const page = async (query: string) =>
      (await service.call('GET', `/api/v1/email-verification?${query}`)).body.data.pagination;
    expect(await page('page=2')).toEqual({
      page: 2,
      limit: 20,
      total: 0,
      totalPages: 0,
      hasNext: false,
      hasPrev: false,
    });
    for (const email of ['a@example.net', 'b@example.net', 'c@example.net']) {
      await service.call('POST', '/api/v1/email-verification/single', { json: { email } });
    }
    expect(await page('limit=1')).toEqual({
      page: 1,
      limit: 1,
      total: 3,
      totalPages: 3,
      hasNext: true,
      hasPrev: false,
    });
    expect(await page('limit=1&page=2')).toMatchObject({ hasNext: true, hasPrev: true });
    expect(await page('limit=1&page=3')).toMatchObject({ hasNext: false, hasPrev: true });
    expect(await page('limit=1&page=9')).toMatchObject({ hasNext: false, hasPrev: true });
  });

  test('page and limit apply to emails (R44)', async () => {
    const service = await open();
    await sendMany(service, 3);
    expect(await subjects(service, { page: '2', limit: '2' })).toEqual(['1']);
  });

  test('page and limit apply to contacts and verifications (R44)', async () => {
    const service = await open();
    const { id } = (await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } })).body
      .data;
    for (const path of [`/api/v1/contact-lists/${id}/contacts`, '/api/v1/email-verification']) {
      const { pagination } = (await service.call('GET', `${path}?page=2&limit=7`)).body.data;
      expect(pagination, path).toMatchObject({ page: 2, limit: 7, total: 0, totalPages: 0 });
      expect((await service.call('GET', `${path}?limit=101`)).outcome, path).toBe('400 VALIDATION_ERROR');
    }
  });

  test('contact lists are one bare array that ignores page and limit (R13, A37)', async () => {
    const service = await open();
    for (const name of ['a', 'b', 'c'])
      await service.call('POST', '/api/v1/contact-lists', { json: { name } });
    const { body } = await service.call('GET', '/api/v1/contact-lists?page=2&limit=1');
    expect(body).toMatchObject({ success: true, data: [{ name: 'c' }, { name: 'b' }, { name: 'a' }] });
    expect(body).not.toHaveProperty('pagination');
  });

  test('listsContainer paginated makes them { lists, pagination } that honours page and limit (A37)', async () => {
    const service = await open({ wire: { listsContainer: 'paginated' } });
    for (const name of ['a', 'b', 'c'])
      await service.call('POST', '/api/v1/contact-lists', { json: { name } });
    const { data } = (await service.call('GET', '/api/v1/contact-lists?page=2&limit=2')).body;
    expect(data).toMatchObject({
      lists: [{ name: 'a' }],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2 },
    });
  });

  test('listsContainer nested makes them { data, pagination } that honours page and limit (A124)', async () => {
    const service = await open({ wire: { listsContainer: 'nested' } });
    for (const name of ['a', 'b', 'c'])
      await service.call('POST', '/api/v1/contact-lists', { json: { name } });
    const { data } = (await service.call('GET', '/api/v1/contact-lists?page=2&limit=2')).body;
    expect(Object.keys(data)).toEqual(['data', 'pagination']);
    expect(data).toMatchObject({
      data: [{ name: 'a' }],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2 },
    });
  });
});
