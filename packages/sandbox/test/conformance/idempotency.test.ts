import { expect, test } from 'vitest';
import { conformance, type Service, start } from '../harness.ts';
import { list, send, sendTemplate, total } from './emails.ts';

const day = 86_400_000;
const keyed = { idempotencyKey: 'order-1' };

/** The receipt that a replay repeats. */
const replayOf = <T extends object>(receipt: T) => ({ ...receipt, skipped: true });

/** A second key for the default account's domain. */
const secondKey = ({ sandbox }: Service) => sandbox.keys.create({ environment: 'live' }).key;

conformance('idempotency', (open) => {
  test('a repeated send gets the first response, marked as skipped, and sends nothing (R75, A40, A44)', async () => {
    const service = await open();
    const first = await send(service, keyed);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const second = await send(service, keyed);
    expect(second.status).toBe(first.status);
    expect(second.body.data).toEqual(replayOf(first.body.data));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.meta.requestId).not.toBe(first.body.meta.requestId);
    expect(await total(service)).toBe(1);
    expect(service.sandbox.mailbox.list({})).toHaveLength(1);
  });

  test('sends without a key or with different keys are all sent (R75)', async () => {
    const service = await open();
    for (const fields of [{}, {}, keyed, { idempotencyKey: 'order-2' }, { idempotencyKey: 'ORDER-1' }]) {
      expect((await send(service, fields)).body.data.skipped).toBe(false);
    }
    expect(await total(service)).toBe(5);
  });

  test('a key lives 24 hours from the first send, however often it is replayed (R76, A44)', async () => {
    const service = await open();
    const first = (await send(service, keyed)).body.data;
    service.sandbox.clock.advance(day - 1);
    expect((await send(service, keyed)).body.data).toEqual(replayOf(first));
    service.sandbox.clock.advance(1);
    const next = (await send(service, keyed)).body.data;
    expect(next).toMatchObject({ skipped: false, createdAt: '2026-01-02T00:00:00.000Z' });
    expect(next.id).not.toBe(first.id);
    expect((await send(service, keyed)).body.data).toEqual(replayOf(next));
    expect(await total(service)).toBe(2);
  });

  test('a replay keeps the status of the first response (A44)', async () => {
    const service = await open();
    await send(service, keyed);
    service.sandbox.clock.advance('1h');
    expect((await send(service, keyed)).body.data).toMatchObject({ status: 'queued', createdAt: start });
  });

  test('a replay works even if the send would fail by now (A44)', async () => {
    const service = await open();
    const { sandbox } = service;
    sandbox.templates.set('gone', { subject: 'Hi', text: 'Hi' });
    const first = (await sendTemplate(service, 'gone', keyed)).body.data;
    sandbox.suppressions.add({ email: 'bob@example.net' });
    sandbox.templates.remove('gone');
    sandbox.domains.update({ active: false, dnsVerified: false });
    expect((await sendTemplate(service, 'gone', keyed)).body.data).toEqual(replayOf(first));
    expect((await sendTemplate(service, 'gone')).outcome).toBe('400 DOMAIN_VALIDATION_FAILED');
  });

  test.each([
    ['cc', []],
    ['bcc', []],
    ['attachmentIds', []],
    ['variables', {}],
    ['headers', {}],
  ])('an empty %s does not make a different body (A119)', async (field, empty) => {
    const service = await open();
    const first = await send(service, keyed);
    const second = await send(service, { ...keyed, [field]: empty });
    expect(second.outcome).toBe('201');
    expect(second.body.data).toEqual(replayOf(first.body.data));
    const third = await send(service, { ...keyed, [field]: field === 'variables' ? { a: 1 } : undefined });
    expect(third.outcome).toBe(field === 'variables' ? '409 IDEMPOTENCY_CONFLICT' : '201');
  });

  test.each(['cc', 'bcc', 'attachmentIds', 'variables', 'headers'])(
    'null in %s is refused, also next to a known key (A119)',
    async (field) => {
      const service = await open();
      await send(service, keyed);
      const response = await send(service, { ...keyed, [field]: null });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe(field);
    },
  );

  test('the order of fields and the form of recipients do not make a different body (A44)', async () => {
    const service = await open();
    const body = {
      from: 'ada@example.com',
      to: 'bob@example.net',
      cc: 'c@example.net',
      bcc: ['d@example.net'],
      subject: 'Hi',
      text: 'x',
    };
    const variables = { a: 1, b: { c: 2, d: 3 } };
    const { id } = (await service.call('POST', '/api/v1/emails', { json: { ...body, variables, ...keyed } }))
      .body.data;
    const same = {
      ...keyed,
      variables: { b: { d: 3, c: 2 }, a: 1 },
      text: 'x',
      subject: 'Hi',
      bcc: 'd@example.net',
      cc: ['c@example.net'],
      to: ['bob@example.net'],
      from: 'ada@example.com',
    };
    const response = await service.call('POST', '/api/v1/emails', { json: same });
    expect(response.outcome).toBe('201');
    expect(response.body.data).toMatchObject({ id, skipped: true });
  });

  test('the same key with another body is a conflict, and nothing is sent (A45)', async () => {
    const service = await open();
    await send(service, keyed);
    for (const fields of [
      { subject: 'Other' },
      { to: 'eve@example.net' },
      { to: ['bob@example.net', 'eve@example.net'] },
      { text: 'more' },
    ]) {
      const response = await send(service, { ...keyed, ...fields });
      expect(response.outcome).toBe('409 IDEMPOTENCY_CONFLICT');
      expect(response.body.error.details.field).toBe('idempotencyKey');
    }
    expect(await total(service)).toBe(1);
    expect((await send(service, keyed)).body.data.skipped).toBe(true);
  });

  test.each([
    [{ subject: 'Secret' }, ['subject']],
    [{ to: ['secret@example.net'], html: '<p>Secret</p>' }, ['to', 'html']],
    [{ cc: 'secret@example.net' }, ['cc']],
    [{ variables: { secret: 1 } }, ['variables']],
    [{ headers: { 'X-Secret': 'secret' }, replyTo: 'secret@example.net' }, ['replyTo', 'headers']],
  ])('a conflict names the fields that differ, and no value of theirs: %# (A45)', async (changes, fields) => {
    const service = await open();
    await send(service, keyed);
    const { body } = await send(service, { ...keyed, ...changes });
    expect(body.error.details.fields.toSorted()).toEqual(fields.toSorted());
    for (const name of fields) expect(body.error.message).toContain(name);
    expect(JSON.stringify(body).toLowerCase()).not.toContain('secret');
  });

  test('the key may be in the body or in either header, and counts as the same key (A41)', async () => {
    const service = await open();
    const { id } = (await send(service, keyed)).body.data;
    for (const name of ['X-Idempotency-Key', 'Idempotency-Key']) {
      const response = await send(service, {}, { headers: { [name]: 'order-1' } });
      expect(response.body.data, name).toMatchObject({ id, skipped: true });
    }
    const everywhere = { 'x-idempotency-key': 'order-1', 'idempotency-key': 'order-1' };
    expect((await send(service, keyed, { headers: everywhere })).body.data).toMatchObject({
      id,
      skipped: true,
    });
  });

  test('different keys in body and headers are refused (A41)', async () => {
    const service = await open();
    const cases = [
      [keyed, { 'x-idempotency-key': 'order-2' }],
      [keyed, { 'idempotency-key': 'order-2' }],
      [{}, { 'x-idempotency-key': 'order-1', 'idempotency-key': 'order-2' }],
    ] as const;
    for (const [fields, headers] of cases) {
      const response = await send(service, fields, { headers });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('idempotencyKey');
    }
    expect(await total(service)).toBe(0);
  });

  test.each(['X-Idempotency-Key', 'Idempotency-Key'])(
    'a key in %s also has 1 to 256 characters (A42)',
    async (name) => {
      const service = await open();
      const outcome = async (value: string) =>
        (await send(service, {}, { headers: { [name]: value } })).outcome;
      expect(await outcome('k'.repeat(256))).toBe('201');
      expect(await outcome('k'.repeat(257))).toBe('400 VALIDATION_ERROR');
      expect(await outcome('')).toBe('400 VALIDATION_ERROR');
    },
  );

  test('no other operation honours an idempotency key (A41)', async () => {
    const service = await open();
    const request = { json: { name: 'Readers' }, headers: { 'x-idempotency-key': 'order-1' } };
    const ids = [];
    for (let n = 0; n < 2; n++)
      ids.push((await service.call('POST', '/api/v1/contact-lists', request)).body.data.id);
    expect(new Set(ids).size).toBe(2);
  });

  test('keys of one domain share idempotency keys, but environments and domains do not (A43)', async () => {
    const service = await open();
    const other = 'sk_live_other';
    service.sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      keys: [{ key: other, environment: 'live' }],
    });
    const first = (await send(service, keyed)).body.data;
    expect((await send(service, keyed, { key: secondKey(service) })).body.data).toEqual(replayOf(first));
    const simulated = (await send(service, keyed, { key: service.sandbox.testApiKey })).body.data;
    expect(simulated).not.toHaveProperty('skipped');
    expect(simulated.messageId).not.toBe(first.messageId);
    const elsewhere = await send(service, { ...keyed, from: 'eve@other.example' }, { key: other });
    expect(elsewhere.body.data.skipped).toBe(false);
  });

  test('of simultaneous sends with the same key, one is sent and the others replay it (A46)', async () => {
    const service = await open();
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(service, keyed)));
    expect(new Set(responses.map((response) => response.outcome))).toEqual(new Set(['201']));
    expect(new Set(responses.map((response) => response.body.data.id)).size).toBe(1);
    expect(responses.filter((response) => !response.body.data.skipped)).toHaveLength(1);
    expect(await total(service)).toBe(1);
  });

  test('a failed send leaves its key free, even for another body (A47, A4)', async () => {
    const service = await open();
    const { sandbox } = service;
    expect((await send(service, { ...keyed, subject: undefined })).outcome).toBe('400 VALIDATION_ERROR');
    expect((await send(service, { ...keyed, from: 'ada@elsewhere.example' })).outcome).toBe(
      '400 FROM_DOMAIN_MISMATCH',
    );
    sandbox.suppressions.add({ email: 'bob@example.net' });
    expect((await send(service, keyed)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    expect((await send(service, { ...keyed, to: 'eve@example.net' })).body.data.skipped).toBe(false);
    expect(await total(service)).toBe(1);
  });

  test('a send refused by the rate limit leaves its key free (A47)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    await list(service);
    expect((await send(service, keyed)).status).toBe(429);
    service.sandbox.clock.advance('1m');
    expect((await send(service, keyed)).body.data.skipped).toBe(false);
  });

  test('a send is validated before it is replayed (A4, A61)', async () => {
    const service = await open();
    await send(service, keyed);
    expect((await send(service, { ...keyed, replyTo: 'nobody' })).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('replay verbatim answers a replay with skipped false (A44)', async () => {
    const service = await open({ wire: { replay: 'verbatim' } });
    const first = (await send(service, keyed)).body.data;
    expect((await send(service, keyed)).body.data).toEqual(first);
    expect(first.skipped).toBe(false);
    expect((await send(service, { ...keyed, subject: 'Other' })).outcome).toBe('409 IDEMPOTENCY_CONFLICT');
    expect(await total(service)).toBe(1);
  });

  test('replay conflict makes every reuse of a key IDEMPOTENCY_CONFLICT (A44)', async () => {
    const service = await open({ wire: { replay: 'conflict' } });
    expect((await send(service, keyed)).outcome).toBe('201');
    expect((await send(service, keyed)).outcome).toBe('409 IDEMPOTENCY_CONFLICT');
    expect((await send(service, { ...keyed, subject: 'Other' })).outcome).toBe('409 IDEMPOTENCY_CONFLICT');
    service.sandbox.clock.advance(day);
    expect((await send(service, keyed)).outcome).toBe('201');
    expect(await total(service)).toBe(2);
  });
});
