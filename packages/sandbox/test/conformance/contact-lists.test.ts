import { expect, test } from 'vitest';
import { addAccount, stranger } from './accounts.ts';
import { conformance, start } from '../harness.ts';
import {
  allLists,
  type ContactList,
  createList,
  listIn,
  listNow,
  type ListPage,
  lists,
  newList,
  updateList,
} from './contact-lists.ts';
import { newContact } from './contacts.ts';

const plan = { key: 'plan', label: 'Plan', type: 'select', required: true, options: ['free', 'pro'] };
const age = { key: 'age', label: 'Age', type: 'number', required: false, defaultValue: 0 };
const nick = { key: 'nick', label: 'Nickname', type: 'text', required: false };

const names = (all: readonly ContactList[]) => all.map(({ name }) => name);

conformance('contact lists', (open) => {
  test('a new list is 201, with counters of 0 and no fields beyond its own (R117, R118, A80, A81)', async () => {
    const service = await open();
    const response = await createList(service, { name: 'Readers' });
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(/^lst_[0-9a-f]{24}$/),
      domainId: expect.stringMatching(/^[0-9a-f]{24}$/),
      userId: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Readers',
      totalContacts: 0,
      activeContacts: 0,
      suppressedContacts: 0,
      contactCount: 0,
      tags: [],
      customFields: [],
      createdAt: start,
      updatedAt: start,
    });
  });

  test('lists of one domain share domainId and userId, which differ from those of another domain (R117)', async () => {
    const service = await open();
    addAccount(service);
    const [first, second] = [await newList(service), await newList(service)];
    const foreign = await newList(service, {}, stranger);
    expect(second.id).not.toBe(first.id);
    expect([second.domainId, second.userId]).toEqual([first.domainId, first.userId]);
    expect(foreign.domainId).not.toBe(first.domainId);
    expect(foreign.userId).not.toBe(first.userId);
  });

  test('ids unprefixed makes the id of a list 24 hex digits (A17)', async () => {
    const service = await open({ wire: { ids: 'unprefixed' } });
    const { id } = await newList(service);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await updateList(service, id, { name: 'Writers' })).outcome).toBe('200');
  });

  test('a name must be a string with at least one non-blank character (R119, A83)', async () => {
    const service = await open();
    for (const name of [undefined, '', ' ', ' \t\n ', null, 5, ['Readers'], {}]) {
      const response = await createList(service, { name });
      expect(response.outcome, JSON.stringify(name)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('name');
    }
    expect(await allLists(service)).toEqual([]);
  });

  test.each([
    ['R120', 'name', 100],
    ['R121', 'description', 500],
  ])(
    'a $1 of $2 characters is accepted and one more is refused, counted as code points ($0, A83)',
    async (...row) => {
      const [, field, limit] = row;
      const service = await open();
      for (const character of ['a', 'é', '😀']) {
        const exact = character.repeat(limit);
        expect(await newList(service, { [field]: exact })).toMatchObject({ [field]: exact });
        const response = await createList(service, { [field]: `${exact}${character}` });
        expect(response.outcome, character).toBe('400 VALIDATION_ERROR');
        expect(response.body.error.details.field).toBe(field);
        const { id } = await newList(service);
        expect((await updateList(service, id, { [field]: exact })).outcome).toBe('200');
        expect((await updateList(service, id, { [field]: `${exact}${character}` })).outcome).toBe(
          '400 VALIDATION_ERROR',
        );
      }
    },
  );

  test('a description must be a string, and is omitted if not set (R121, A83)', async () => {
    const service = await open();
    for (const description of [null, 5, [], {}]) {
      const response = await createList(service, { description });
      expect(response.outcome, JSON.stringify(description)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('description');
    }
    expect(await newList(service)).not.toHaveProperty('description');
    expect(await newList(service, { description: 'For all' })).toMatchObject({ description: 'For all' });
  });

  test('nulls explicit makes an unset description null (A16)', async () => {
    const service = await open({ wire: { nulls: 'explicit' } });
    expect((await newList(service)).description).toBeNull();
    expect((await newList(service, { description: 'For all' })).description).toBe('For all');
  });

  test.each([{ nulls: 'explicit' }, { nulls: 'omit' }, { contactListFields: 'array' }] as const)(
    'definitions can be sent back as a list shows them: %j (A120)',
    async (wire) => {
      const service = await open({ wire });
      const { id, customFields } = await newList(service, {
        customFields: [
          { key: 'nick', label: 'Nickname', type: 'text' },
          { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
        ],
      });
      const response = await updateList(service, id, { customFields });
      expect(response.outcome).toBe('200');
      expect(listIn(response).customFields).toEqual(customFields);
    },
  );

  test('nulls explicit writes null only for fields that the document names for a list (A121)', async () => {
    const counters = ['totalContacts', 'activeContacts', 'suppressedContacts'];
    for (const [listCounters, shown] of [
      ['both', [...counters, 'contactCount']],
      ['totals', counters],
      ['contactCount', ['contactCount']],
    ] as const) {
      const service = await open({ wire: { nulls: 'explicit', listCounters } });
      const customFields = [{ key: 'nick', label: 'Nickname', type: 'text' }];
      const list = await newList(service, { customFields });
      const rest = ['id', 'domainId', 'userId', 'name', 'description', 'tags', 'customFields'];
      expect(Object.keys(list).toSorted()).toEqual([...rest, ...shown, 'createdAt', 'updatedAt'].toSorted());
      expect(list.customFields).toEqual([
        { key: 'nick', label: 'Nickname', type: 'text', required: false, defaultValue: null, options: null },
      ]);
      await service.close();
    }
  });

  test('names are stored as sent, and several lists may share one (A83)', async () => {
    const service = await open();
    for (const name of ['  Readers  ', 'Readers', 'Readers', '报告 😀'])
      expect((await newList(service, { name })).name).toBe(name);
    expect(names(await allLists(service))).toEqual(['报告 😀', 'Readers', 'Readers', '  Readers  ']);
  });

  test('tags in a request are ignored (A84)', async () => {
    const service = await open();
    const list = await newList(service, { tags: ['vip'] });
    expect(list.tags).toEqual([]);
    const response = await updateList(service, list.id, { tags: ['vip'] });
    expect(response.outcome).toBe('200');
    expect(listIn(response).tags).toEqual([]);
  });

  test('fields that only the service sets cannot be set (R117, A15)', async () => {
    const service = await open();
    const fields = { id: 'mine', totalContacts: 5, domainId: 'x', userId: 'y', createdAt: '2020-01-01' };
    const list = await newList(service, fields);
    expect(list).toMatchObject({ totalContacts: 0, createdAt: start });
    expect([list.id, list.domainId, list.userId]).not.toContain('mine');
    expect(listIn(await updateList(service, list.id, fields))).toEqual({ ...list });
  });

  test('customFields must be an array of objects (R122)', async () => {
    const service = await open();
    const { id } = await newList(service);
    for (const customFields of [null, {}, { plan }, 'plan', 5, [1], [null], ['plan'], [[]]]) {
      for (const response of [
        await createList(service, { customFields }),
        await updateList(service, id, { customFields }),
      ]) {
        expect(response.outcome, JSON.stringify(customFields)).toBe('400 VALIDATION_ERROR');
        expect(response.body.error.details.field).toMatch(/^customFields/);
      }
    }
    expect(await allLists(service)).toHaveLength(1);
  });

  test('all lists of the domain come in one array, without pagination, newest first (R123, A37)', async () => {
    const service = await open();
    addAccount(service);
    expect(await allLists(service)).toEqual([]);
    const created = [];
    for (let n = 1; n <= 25; n++) created.unshift(await newList(service, { name: `List ${n}` }));
    await newList(service, {}, stranger);
    expect(await allLists(service)).toEqual(created);
    const { body } = await service.call('GET', lists, { query: { page: '0', limit: '1000' } });
    expect(body.data).toHaveLength(25);
    expect(body).not.toHaveProperty('pagination');
  });

  test('listsContainer paginated puts the lists into pages inside data (A37)', async () => {
    const service = await open({ wire: { listsContainer: 'paginated' } });
    for (let n = 1; n <= 21; n++) await newList(service, { name: `List ${n}` });
    const page = async (query: Record<string, string> = {}): Promise<ListPage> => {
      const body: { data: ListPage } = JSON.parse((await service.call('GET', lists, { query })).text);
      return body.data;
    };
    const first = await page();
    expect(Object.keys(first).sort()).toEqual(['lists', 'pagination']);
    expect(first.lists).toHaveLength(20);
    expect(first.pagination).toMatchObject({ page: 1, limit: 20, total: 21, totalPages: 2 });
    expect(names((await page({ page: '2' })).lists)).toEqual(['List 1']);
    expect((await page({ page: '3' })).lists).toEqual([]);
    for (const query of [{ limit: '101' }, { page: '0' }] as Record<string, string>[]) {
      expect((await service.call('GET', lists, { query })).outcome).toBe('400 VALIDATION_ERROR');
    }
  });

  test('an update answers the whole updated list (R124)', async () => {
    const service = await open();
    const list = await newList(service, { description: 'Old', customFields: [nick] });
    const change = { name: 'Writers', description: 'New', customFields: [plan, age] };
    service.sandbox.clock.advance('1m');
    const response = await updateList(service, list.id, change);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({ ...list, ...change, updatedAt: '2026-01-01T00:01:00.000Z' });
    expect(await listNow(service, list.id)).toEqual(response.body.data);
  });

  test('an update leaves omitted fields unchanged (R124, R125)', async () => {
    const service = await open();
    let list = await newList(service, { description: 'Old', customFields: [plan] });
    for (const change of [
      { name: 'Writers' },
      { description: 'New' },
      { description: '' },
      { customFields: [nick] },
      { customFields: [] },
    ]) {
      const changed = listIn(await updateList(service, list.id, change));
      expect(changed).toEqual({ ...list, ...change });
      list = changed;
    }
    const same = await updateList(service, list.id, {});
    expect(same.outcome).toBe('200');
    expect(listIn(same)).toEqual(list);
  });

  test('customFields replaces all definitions, in the given order (R126)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [plan, nick] });
    const definitions = async (customFields: object[]) =>
      listIn(await updateList(service, id, { customFields })).customFields;
    expect(await definitions([age, nick])).toEqual([age, nick]);
    expect(await definitions([nick])).toEqual([nick]);
    expect(await definitions([])).toEqual([]);
  });

  test('an unknown list, or another account’s, is NOT_FOUND (R127)', async () => {
    const service = await open();
    addAccount(service);
    const foreign = await newList(service, {}, stranger);
    for (const id of ['lst_none', 'lst_000000000000000000000000', '__proto__', foreign.id]) {
      expect((await updateList(service, id, { name: 'Mine' })).outcome, id).toBe('404 NOT_FOUND');
    }
    expect((await allLists(service, stranger))[0]).toEqual(foreign);
  });

  test('an unknown list is reported before an invalid body (R127, A4)', async () => {
    const service = await open();
    expect((await updateList(service, 'lst_none', { name: '' })).outcome).toBe('404 NOT_FOUND');
    const malformed = await service.call('PUT', `${lists}/lst_none`, { body: '{' });
    expect(malformed.outcome).toBe('400 VALIDATION_ERROR');
  });

  test('an update with an invalid value is refused and changes nothing (R128)', async () => {
    const service = await open();
    const list = await newList(service, { description: 'Old', customFields: [plan] });
    service.sandbox.clock.advance(1);
    for (const [field, change] of [
      ['name', { name: '' }],
      ['name', { name: '  ' }],
      ['name', { name: null }],
      ['name', { name: 5, description: 'New' }],
      ['description', { name: 'New', description: null }],
      [
        'customFields[1].key',
        { name: 'New', description: 'New', customFields: [nick, { ...age, key: '1' }] },
      ],
      ['customFields[0].options', { name: 'New', customFields: [{ ...plan, options: [] }] }],
    ] as const) {
      const response = await updateList(service, list.id, change);
      expect(response.outcome, JSON.stringify(change)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe(field);
      expect(await listNow(service, list.id)).toEqual(list);
    }
  });

  test('an update moves updatedAt but not createdAt (R129)', async () => {
    const service = await open();
    const { id } = await newList(service);
    for (const [minute, change] of [
      ['01', { name: 'A' }],
      ['02', { description: 'B' }],
      ['03', { customFields: [nick] }],
    ] as const) {
      service.sandbox.clock.advance('1m');
      expect(listIn(await updateList(service, id, change))).toMatchObject({
        createdAt: start,
        updatedAt: `2026-01-01T00:${minute}:00.000Z`,
      });
    }
  });

  test.each([
    ['both', ['activeContacts', 'contactCount', 'suppressedContacts', 'totalContacts']],
    ['totals', ['activeContacts', 'suppressedContacts', 'totalContacts']],
    ['contactCount', ['contactCount']],
  ] as const)('listCounters %s shows the counters as %j (A80)', async (listCounters, expected) => {
    const service = await open({ wire: { listCounters } });
    const created = await newList(service);
    await newContact(service, created.id);
    const updated = listIn(await updateList(service, created.id, { name: 'Writers' }));
    for (const [list, count] of [
      [created, 0],
      [updated, 1],
      [await listNow(service, created.id), 1],
    ] as const) {
      const counters = Object.entries(list).filter(([name]) => /contact(s|count)$/i.test(name));
      expect(counters.map(([name]) => name).sort()).toEqual(expected);
      const sum = Object.fromEntries(counters);
      expect(sum['totalContacts'] ?? sum['contactCount']).toBe(count);
    }
  });

  test('listFields map keys the definitions of every list by their key (A81)', async () => {
    const service = await open({ wire: { listFields: 'map' } });
    const created = await newList(service, { customFields: [plan, age] });
    const map = {
      plan: { label: 'Plan', type: 'select', required: true, options: ['free', 'pro'] },
      age: { label: 'Age', type: 'number', required: false, defaultValue: 0 },
    };
    expect(created.customFields).toEqual(map);
    expect((await listNow(service, created.id)).customFields).toEqual(map);
    const { nick: only, ...others } = listIn(await updateList(service, created.id, { customFields: [nick] }))
      .customFields as Record<string, unknown>;
    expect(only).toEqual({ label: 'Nickname', type: 'text', required: false });
    expect(others).toEqual({});
    expect((await newList(service)).customFields).toEqual({});
  });

  test('live and test keys share lists, whichever created them (A67)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    const ofLive = await newList(service, { name: 'Live' });
    const ofTest = await newList(service, { name: 'Test' }, test);
    expect(ofTest.domainId).toBe(ofLive.domainId);
    expect(await allLists(service)).toEqual([ofTest, ofLive]);
    expect(await allLists(service, test)).toEqual([ofTest, ofLive]);
    expect((await updateList(service, ofTest.id, { name: 'By live' })).outcome).toBe('200');
    expect((await updateList(service, ofLive.id, { name: 'By test' }, test)).outcome).toBe('200');
    expect(names(await allLists(service))).toEqual(['By live', 'By test']);
  });
});
