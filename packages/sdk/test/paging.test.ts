import { describe, expect, test } from 'vitest';
import { Mailrig } from '../src/index.ts';
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

/** A list of contacts, newest first, as a loop over it yields them. */
async function withContacts(count: number) {
  const { mail, sandbox } = connect({}, { rateLimit: false, endpoints: 'published' });
  const list = await mail.lists.create({ name: 'Readers' });
  const contacts = mail.contacts(list.id);
  const add = async (index: number) => (await contacts.create({ email: `c${index}@example.org` })).id;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.unshift(await add(index));
  sandbox.requests.clear();
  return { contacts, sandbox, ids, add };
}

describe('for await', () => {
  test('returns every item of every page once, in order, about 100 a request (R42)', async () => {
    const { contacts, sandbox, ids } = await withContacts(250);
    expect(await collect(contacts.list())).toEqual(ids);
    expect(sandbox.requests.count({ operation: 'listContacts' })).toBe(3);
  });

  test.each([1, 2, 5, 30])(
    'returns every item once if the service gives at most %i at a time',
    async (most) => {
      const { mail: sender, sandbox } = connect({}, { rateLimit: false });
      const ids = await sendMany(sender, 65);
      const capped = (url: string) => {
        const address = new URL(url);
        const limit = Math.min(most, Number(address.searchParams.get('limit') ?? most));
        address.searchParams.set('limit', String(limit));
        return address.href;
      };
      const options = { ...sandbox.clientOptions(), apiKey: sandbox.liveApiKey };
      const mail = new Mailrig({ ...options, fetch: (url, init) => sandbox.fetch(capped(url), init) });
      const found = await mail.emails.list().toArray();
      expect(found.map(({ id }) => id)).toEqual(ids);
    },
  );

  test('reads 100 items with one request, whatever the limit says', async () => {
    const { contacts, sandbox, ids } = await withContacts(100);
    expect(await collect(contacts.list({ limit: 2 }))).toEqual(ids);
    expect(sandbox.requests.count()).toBe(1);
  });

  test('begins with the page of the query', async () => {
    const { contacts, ids } = await withContacts(130);
    expect(await collect(contacts.list({ page: 3, limit: 7 }))).toEqual(ids.slice(14));
    expect(await collect(contacts.list({ page: 2 }))).toEqual(ids.slice(20));
  });

  test('an invalid limit or page is refused before it is sent (A31)', async () => {
    const { contacts, sandbox } = await withContacts(1);
    for (const query of [{ limit: 101 }, { page: 0 }]) {
      expect(await failureOf(collect(contacts.list(query)))).toMatchObject({ outcome: 'not-sent' });
    }
    expect(sandbox.requests.count()).toBe(0);
  });

  test('items pushed to the next page by new ones are not returned twice (A33)', async () => {
    const { contacts, ids, add } = await withContacts(150);
    const seen: string[] = [];
    for await (const { id } of contacts.list()) {
      seen.push(id);
      if (seen.length === 100) for (let index = 200; index < 230; index += 1) await add(index);
    }
    expect(seen).toEqual(ids);
  });

  test.each([100, 101, 250, 420])(
    'a loop that removes each of %i items from the filter reaches all of them',
    async (count) => {
      const { contacts, sandbox, ids } = await withContacts(count);
      const seen: string[] = [];
      for await (const { id } of contacts.list({ status: 'active' })) {
        seen.push(id);
        await contacts.suppress(id, 'manual');
      }
      expect(seen).toEqual(ids);
      expect((await contacts.list({ status: 'active' })).total).toBe(0);
      expect(sandbox.requests.count({ operation: 'listContacts' })).toBeLessThan(2 + count / 40);
    },
  );

  test('a loop that deletes each item reaches all of them', async () => {
    const { contacts, ids } = await withContacts(250);
    const seen: string[] = [];
    for await (const { id } of contacts.list()) {
      seen.push(id);
      await contacts.delete(id);
    }
    expect(seen).toEqual(ids);
  });

  test.each([1, 2, 3, 4, 5])(
    'while others add, remove and move items, it returns every item that stays, and none twice (round %i)',
    async (round) => {
      const { contacts, sandbox, ids, add } = await withContacts(330);
      const kept = new Set(ids);
      let random = round;
      const next = (below: number) => {
        random = (random * 48_271) % 2_147_483_647;
        return random % below;
      };
      const seen: string[] = [];
      let added = 1_000;
      for await (const { id } of contacts.list({ status: 'active' })) {
        seen.push(id);
        if (next(3) > 0) continue;
        const victims = Array.from({ length: next(12) }, () => ids[next(ids.length)] ?? '');
        for (const victim of victims) {
          if (!kept.delete(victim)) continue;
          sandbox.contacts.setStatus(victim, next(2) === 0 ? 'unsubscribed' : 'bounced');
        }
        for (let left = next(4); left > 0; left -= 1) await add((added += 1));
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect([...kept].filter((id) => !seen.includes(id))).toEqual([]);
    },
  );

  test('reads a page only when the loop reaches it', async () => {
    const { contacts, sandbox } = await withContacts(150);
    for await (const _ of contacts.list()) break;
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
    const { contacts, sandbox } = await withContacts(150);
    sandbox.faults.add({ operation: 'listContacts', skip: 1, effect: { status: 401 } });
    expect(await failureOf(collect(contacts.list()))).toHaveProperty('code', 'UNAUTHORIZED');
  });
});

describe('a list', () => {
  test('awaited after a loop, it is the page of its query', async () => {
    const { contacts, sandbox } = await withContacts(5);
    const list = contacts.list({ limit: 2 });
    await collect(list);
    expect(sandbox.requests.count()).toBe(1);
    expect((await list).items).toHaveLength(2);
    expect((await list.withResponse()).response.status).toBe(200);
    expect(sandbox.requests.count()).toBe(2);
  });

  test('is read once, and without waiting for await', async () => {
    const { contacts, sandbox } = await withContacts(1);
    const list = contacts.list();
    const other = contacts.list();
    await other;
    expect(sandbox.requests.count()).toBe(2);
    await list;
    expect(sandbox.requests.count()).toBe(2);
  });

  test('pages() gives the page of the query and all later ones', async () => {
    const { contacts, ids } = await withContacts(7);
    const pages: string[][] = [];
    for await (const page of contacts.list({ limit: 3 }).pages()) {
      expect(page.customFields).toEqual([]);
      pages.push(page.items.map(({ id }) => id));
    }
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  });

  test.each([
    [undefined, 250],
    [120, 120],
    [0, 0],
  ])('toArray() with max %s collects %i items', async (max, expected) => {
    const { contacts, ids } = await withContacts(250);
    const items = await contacts.list().toArray({ max });
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, expected));
  });

  test('toArray() refuses a max that is not a whole number of 0 or more', async () => {
    const { contacts } = await withContacts(1);
    for (const max of [-1, 1.5, Number.NaN]) {
      expect(await failureOf(contacts.list().toArray({ max }))).toHaveProperty(
        'message',
        expect.stringContaining('option max must be a whole number'),
      );
    }
  });
});
