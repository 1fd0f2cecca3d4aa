import { describe, expect, test } from 'vitest';
import type { Mailrig } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

async function sendMany(mail: Mailrig, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    const sent = await mail.emails.send({ ...email, subject: `Email ${index}` });
    if (!sent.sandbox && sent.id !== undefined) ids.unshift(sent.id);
  }
  return ids;
}

async function collect(emails: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of emails) ids.push(id);
  return ids;
}

describe('a page', () => {
  test('awaited, it has its items and its position (R38, R40, A30)', async () => {
    const { mail } = connect();
    const ids = await sendMany(mail, 3);
    const page = await mail.emails.list({ limit: 2 });
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(page).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrev: false });
  });

  test('next() leads to the last page and no further (A30)', async () => {
    const { mail } = connect();
    await sendMany(mail, 3);
    const last = await (await mail.emails.list({ limit: 2 })).next();
    expect(last).toMatchObject({ page: 2, hasNext: false, hasPrev: true });
    expect(last?.items).toHaveLength(1);
    await expect(last?.next()).resolves.toBeUndefined();
  });

  test('an empty list and a page past the end have no next (A32)', async () => {
    const { mail } = connect();
    expect(await mail.emails.list()).toMatchObject({ items: [], total: 0, totalPages: 0, hasNext: false });
    await sendMany(mail, 1);
    expect(await mail.emails.list({ page: 9 })).toMatchObject({ items: [], hasNext: false, hasPrev: true });
  });

  test('filters are sent in the query, except undefined ones (R45, A34)', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.list({ status: 'bounced', to: 'a+b@example.org', from: undefined });
    const query = new URLSearchParams(sandbox.requests.last()?.query);
    expect(Object.fromEntries(query)).toEqual({ status: 'bounced', to: 'a+b@example.org' });
  });

  test('an invalid limit or page is refused before it is sent (A31)', async () => {
    const { mail, sandbox } = connect();
    for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { page: 0 }]) {
      const error = await failureOf(mail.emails.list(query));
      expect(error).toMatchObject({ details: { field: Object.keys(query)[0] }, outcome: 'not-sent' });
    }
    expect(sandbox.requests.count()).toBe(0);
  });

  test.each([{ pageContainer: 'bare' }, { nulls: 'explicit' }, { ids: 'unprefixed' }] as const)(
    'under wire option %o, the page is the same (A16, A17, A29)',
    async (wire) => {
      const { mail } = connect({}, { wire });
      const ids = await sendMany(mail, 3);
      const page = await mail.emails.list({ limit: 2 });
      expect(page).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true });
      expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(page.items[0]).not.toHaveProperty('cc');
      expect(page.items[0]).not.toHaveProperty('openedAt');
    },
  );

  test.each([
    ['items beside meta', { items: [], meta: { page: 2, limit: 5, total: 9, totalPages: 2 } }, {}],
    ['data beside meta', [], { meta: { pagination: { page: 2, limit: 5, total: 9 } } }],
  ])('%s is read too (A29)', async (_, data, beside) => {
    const { mail } = connectThrough(() => Response.json({ success: true, data, ...beside }));
    expect(await mail.emails.list()).toMatchObject({ page: 2, limit: 5, total: 9, totalPages: 2 });
  });

  test('a list without pagination is one whole page (A37)', async () => {
    const { mail } = connectThrough(() => Response.json({ success: true, data: [] }));
    expect(await mail.emails.list()).toMatchObject({ page: 1, total: 0, totalPages: 0, hasNext: false });
  });
});

describe('for await', () => {
  test('returns every item of every page once, in order (R42)', async () => {
    const { mail, sandbox } = connect();
    const ids = await sendMany(mail, 5);
    sandbox.requests.clear();
    expect(await collect(mail.emails.list({ limit: 2 }))).toEqual(ids);
    expect(sandbox.requests.count()).toBe(3);
  });

  test('items pushed to the next page by new ones are not returned twice (A33)', async () => {
    const { mail } = connect();
    const ids = await sendMany(mail, 4);
    const seen: string[] = [];
    for await (const { id } of mail.emails.list({ limit: 2 })) {
      seen.push(id);
      if (seen.length === 2) await sendMany(mail, 1);
    }
    expect(seen).toEqual(ids);
  });

  test('reads a page only when the loop reaches it', async () => {
    const { mail, sandbox } = connect();
    await sendMany(mail, 5);
    sandbox.requests.clear();
    for await (const _ of mail.emails.list({ limit: 2 })) break;
    expect(sandbox.requests.count()).toBe(1);
  });

  test('ends if the service leads in circles (A30)', async () => {
    const { mail } = connectThrough((answer) => {
      const item = { id: 'msg_1', from: 'a@b.c', to: ['d@e.f'], subject: '', status: 'sent', createdAt: '' };
      const pagination = { page: 1, limit: 1, total: 9, totalPages: 9, hasNext: true };
      return Response.json(
        { success: true, data: { emails: [item], pagination } },
        { headers: answer.headers },
      );
    });
    expect(await collect(mail.emails.list())).toEqual(['msg_1']);
  });

  test('fails if a page fails', async () => {
    const { mail, sandbox } = connect();
    await sendMany(mail, 3);
    sandbox.faults.add({ operation: 'listEmails', skip: 1, effect: { status: 401 } });
    expect(await failureOf(collect(mail.emails.list({ limit: 2 })))).toHaveProperty('code', 'UNAUTHORIZED');
  });
});
