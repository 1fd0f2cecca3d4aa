import { expect, test } from 'vitest';
import { addAccount, stranger } from './accounts.ts';
import { conformance, start } from '../harness.ts';
import { counters, newList } from './contact-lists.ts';
import {
  contactNow,
  contactsOf,
  createContact,
  listContacts,
  newContact,
  updateContact,
} from './contacts.ts';

const details = {
  firstName: 'Bob',
  lastName: 'Ångström',
  phoneNumber: '+47 555 0100',
  source: 'form',
  consentType: 'explicit',
  consentSource: 'signup_form',
  consentTimestamp: '2025-06-01T10:00:00.000Z',
  consentIpAddress: '203.0.113.7',
};

/** Invalid fields of a contact. All but `source` are also invalid in an update. */
const wrong: readonly [requirement: string, field: string, values: readonly unknown[]][] = [
  ...['firstName', 'lastName', 'phoneNumber', 'consentSource'].map((field): [string, string, unknown[]] => [
    'A90',
    field,
    [null, 5, true, ['x'], {}],
  ]),
  ['A91', 'source', [null, 5, 'x'.repeat(101), '😀'.repeat(101)]],
  ['R142', 'consentType', [null, '', 'Explicit', 'legitimate interest', 'none', 5]],
  [
    'R143, A18',
    'consentTimestamp',
    [
      null,
      '',
      'yesterday',
      '01/06/2025',
      '2025-13-01',
      '2025-02-30',
      '2025-W23',
      '2025-06-01T25:00Z',
      '2025-06-01 10:00:00Z',
      1_717_236_000_000,
    ],
  ],
  [
    'A92',
    'consentIpAddress',
    [null, '', 'localhost', '203.0.113', '203.0.113.256', '203.0.113.7/24', '2001:db8::g', ':::', 5],
  ],
  ['R144', 'customFields', [null, [], ['plan'], 'plan', 5]],
];

conformance('creating a contact', (open) => {
  test('an address alone creates an active contact, and the service fills in the rest (R136, A91)', async () => {
    const service = await open();
    const list = await newList(service);
    const response = await createContact(service, list.id);
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(/^cnt_[0-9a-f]{24}$/),
      domainId: list.domainId,
      contactListId: list.id,
      email: 'bob@example.net',
      customFields: {},
      status: 'active',
      source: 'api',
      subscriptionToken: expect.stringMatching(/^[0-9a-f]{32}$/),
      createdAt: start,
      updatedAt: start,
      subscribedAt: start,
    });
  });

  test('every contact has its own id and token, and ids unprefixed makes the id a UUID (R136, A17, A125)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const [a, b] = [
      await newContact(service, id),
      await newContact(service, id, { email: 'eve@example.net' }),
    ];
    expect(b.id).not.toBe(a.id);
    expect(b.subscriptionToken).not.toBe(a.subscriptionToken);
    await service.close();
    const unprefixed = await open({ wire: { ids: 'unprefixed' } });
    const contact = await newContact(unprefixed, (await newList(unprefixed)).id);
    expect(contact.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await contactNow(unprefixed, contact)).toEqual(contact);
  });

  test('a missing or invalid address is refused (R137, A49)', async () => {
    const service = await open();
    const { id } = await newList(service);
    for (const email of [
      undefined,
      null,
      5,
      '',
      'bob',
      'bob@',
      '@example.net',
      'bob@example',
      'b..b@example.net',
      'bob@exa mple.net',
      'bob@example.net, eve@example.net',
      'Bob <bob@example.net>',
      `${'x'.repeat(65)}@example.net`,
      ['bob@example.net'],
    ]) {
      const response = await createContact(service, id, { email });
      expect(response.outcome, JSON.stringify(email)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('email');
    }
    expect((await listContacts(service, id)).contacts).toEqual([]);
  });

  test('the address is stored as sent, without surrounding blanks (A49, A93)', async () => {
    const service = await open();
    const { id } = await newList(service);
    expect((await newContact(service, id, { email: '  Bob.Smith+news@Example.NET ' })).email).toBe(
      'Bob.Smith+news@Example.NET',
    );
  });

  test('the same address again is CONTACT_ALREADY_EXISTS, in any case and with blanks (R138, A93)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    for (const email of ['bob@example.net', 'Bob@example.net', 'BOB@EXAMPLE.NET', ' bob@example.net ']) {
      expect((await createContact(service, id, { email, firstName: 'New' })).outcome, email).toBe(
        '409 CONTACT_ALREADY_EXISTS',
      );
    }
    expect((await createContact(service, id, { email: 'bob+news@example.net' })).outcome).toBe('201');
    expect(await contactNow(service, contact)).toEqual(contact);
    expect(await counters(service, id)).toEqual([2, 2, 0]);
  });

  test('of two simultaneous creations, one succeeds (R138)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const responses = await Promise.all([1, 2, 3].map(() => createContact(service, id)));
    expect(responses.map(({ outcome }) => outcome).sort()).toEqual([
      '201',
      '409 CONTACT_ALREADY_EXISTS',
      '409 CONTACT_ALREADY_EXISTS',
    ]);
    expect((await listContacts(service, id)).pagination.total).toBe(1);
  });

  test('an invalid body is reported before the duplicate (R138, A4)', async () => {
    const service = await open();
    const { id } = await newList(service);
    await newContact(service, id);
    expect((await createContact(service, id, { consentType: 'none' })).outcome).toBe('400 VALIDATION_ERROR');
    expect((await createContact(service, id, { customFields: { nope: 1 } })).outcome).toBe(
      '400 INVALID_CUSTOM_FIELD',
    );
  });

  test('the same address in another list or account is another contact (R139)', async () => {
    const service = await open();
    addAccount(service);
    const [first, second] = [await newList(service), await newList(service)];
    const foreign = await newList(service, {}, stranger);
    const ids = [
      (await newContact(service, first.id)).id,
      (await newContact(service, second.id)).id,
      (await newContact(service, foreign.id, {}, stranger)).id,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  test('an unknown list, or another account’s, is LIST_NOT_FOUND in every operation (R140)', async () => {
    const service = await open();
    addAccount(service);
    const foreign = await newList(service, {}, stranger);
    const contact = await newContact(service, foreign.id, {}, stranger);
    for (const list of ['lst_none', 'lst_000000000000000000000000', '__proto__', foreign.id]) {
      for (const [method, path, json] of [
        ['GET', '', undefined],
        ['POST', '', { email: 'bob@example.net' }],
        ['POST', '', {}],
        ['GET', `/${contact.id}`, undefined],
        ['PUT', `/${contact.id}`, { firstName: 'Bob' }],
        ['PUT', `/${contact.id}`, { firstName: 5 }],
        ['POST', `/${contact.id}/suppress`, { reason: 'manual' }],
        ['POST', `/${contact.id}/suppress`, {}],
      ] as const) {
        const response = await service.call(method, `${contactsOf(list)}${path}`, { json });
        expect(response.outcome, `${method} ${list}${path}`).toBe('404 LIST_NOT_FOUND');
      }
    }
  });

  test('every given field is stored and returned (R141)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id, details);
    expect(contact).toMatchObject(details);
    expect(await contactNow(service, contact)).toEqual(contact);
    expect((await listContacts(service, id)).contacts).toEqual([contact]);
  });

  test.each(wrong)('an invalid $1 is refused ($0)', async (_, field, values) => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id, { email: 'eve@example.net', ...details });
    for (const value of values) {
      const created = await createContact(service, id, { [field]: value });
      expect(created.outcome, JSON.stringify(value)).toBe('400 VALIDATION_ERROR');
      expect(created.body.error.details.field).toBe(field);
      if (field === 'source') continue;
      const updated = await updateContact(service, contact, { lastName: 'New', [field]: value });
      expect(updated.outcome, JSON.stringify(value)).toBe('400 VALIDATION_ERROR');
      expect(updated.body.error.details.field).toBe(field);
    }
    expect((await listContacts(service, id)).contacts).toEqual([contact]);
  });

  test.each(['explicit', 'implicit', 'legitimate_interest'])(
    'the consentType %s is accepted (R142)',
    async (consentType) => {
      const service = await open();
      const { id } = await newList(service);
      expect(await newContact(service, id, { consentType })).toMatchObject({ consentType });
    },
  );

  test.each([
    ['2025-06-01', '2025-06-01T00:00:00.000Z'],
    ['2025-06-01T10:00Z', '2025-06-01T10:00:00.000Z'],
    ['2025-06-01T10:00:05Z', '2025-06-01T10:00:05.000Z'],
    ['2025-06-01T10:00:05.250Z', '2025-06-01T10:00:05.250Z'],
    ['2025-06-01T01:30:00+02:00', '2025-05-31T23:30:00.000Z'],
    ['2024-02-29T23:00:00-05:30', '2024-03-01T04:30:00.000Z'],
  ])('the consentTimestamp %s is returned as %s (R143, A18)', async (given, consentTimestamp) => {
    const service = await open();
    const { id } = await newList(service);
    expect(await newContact(service, id, { consentTimestamp: given })).toMatchObject({ consentTimestamp });
  });

  test('empty strings are stored (A90)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const empty = { firstName: '', lastName: '', phoneNumber: '', consentSource: '' };
    expect(await newContact(service, id, empty)).toMatchObject(empty);
  });

  test('source is any text of up to 100 characters, counted as code points (A91)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const sources = ['import', 'form', 'manual', 'a billboard', 'x'.repeat(100), '😀'.repeat(100)];
    for (const [index, source] of sources.entries()) {
      expect((await newContact(service, id, { email: `r${index}@example.net`, source })).source).toBe(source);
    }
  });

  test('IPv4 and IPv6 addresses are accepted (A92)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const addresses = [
      '203.0.113.7',
      '0.0.0.0',
      '255.255.255.255',
      '2001:db8::1',
      '::1',
      '::',
      '::ffff:192.0.2.1',
      '2001:DB8:0:0:0:0:0:1',
    ];
    for (const [index, consentIpAddress] of addresses.entries()) {
      const response = await createContact(service, id, { email: `r${index}@example.net`, consentIpAddress });
      expect(response.outcome, consentIpAddress).toBe('201');
      expect(response.body.data).toMatchObject({ consentIpAddress });
    }
  });

  test('fields that only the service sets cannot be set (R136, A15)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id, {
      id: 'mine',
      status: 'suppressed',
      contactListId: 'x',
      subscriptionToken: 'y',
      subscribedAt: '2020-01-01',
      unsubscribedAt: '2020-01-01',
      createdAt: '2020-01-01',
    });
    expect(contact).toMatchObject({
      contactListId: id,
      status: 'active',
      createdAt: start,
      subscribedAt: start,
    });
    expect(contact).not.toHaveProperty('unsubscribedAt');
    expect([contact.id, contact.subscriptionToken]).not.toContain('mine');
    expect(contact.subscriptionToken).not.toBe('y');
  });

  test('nulls explicit makes every missing field of a contact null (A16)', async () => {
    const service = await open({ wire: { nulls: 'explicit' } });
    const { id } = await newList(service);
    const bare = {
      firstName: null,
      lastName: null,
      phoneNumber: null,
      unsubscribedAt: null,
      consentType: null,
      consentSource: null,
      consentTimestamp: null,
      consentIpAddress: null,
    };
    const contact = await newContact(service, id);
    expect(contact).toMatchObject(bare);
    expect(await contactNow(service, contact)).toEqual(contact);
    expect((await listContacts(service, id)).contacts).toEqual([contact]);
    expect(await newContact(service, id, { email: 'eve@example.net', ...details })).toMatchObject({
      ...details,
      unsubscribedAt: null,
    });
  });

  test('live and test keys share contacts, whichever created them (A67)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    const { id } = await newList(service);
    const ofTest = await newContact(service, id, {}, test);
    expect((await createContact(service, id)).outcome).toBe('409 CONTACT_ALREADY_EXISTS');
    const ofLive = await newContact(service, id, { email: 'eve@example.net' });
    expect((await listContacts(service, id)).contacts).toEqual([ofLive, ofTest]);
    expect((await listContacts(service, id, {}, test)).contacts).toEqual([ofLive, ofTest]);
  });
});
