import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { list, send } from './emails.ts';

/** Subjects of the matching emails, sorted. */
async function found(service: Service, query: Record<string, string>): Promise<string> {
  const { data } = (await list(service, query)).body;
  expect(data.pagination.total).toBe(data.emails.length);
  return data.emails
    .map((email) => email.subject)
    .sort()
    .join('');
}

/** Sends emails a to e, one a day at noon from 1 January on. */
async function sendDaily(service: Service): Promise<void> {
  service.sandbox.clock.advance('12h');
  for (const subject of 'abcde') {
    await send(service, { subject });
    service.sandbox.clock.advance('24h');
  }
}

conformance('filters', (open) => {
  test('status filters emails by their state (R93)', async () => {
    const service = await open();
    for (const local of ['bounce', 'fail', 'bob', 'eve'])
      await send(service, { to: `${local}@example.net`, subject: local[0] });
    expect(await found(service, { status: 'queued' })).toBe('bbef');
    service.sandbox.clock.advance(1_000);
    expect(await found(service, { status: 'sent' })).toBe('bbe');
    service.sandbox.clock.advance(10_000);
    expect(await found(service, { status: 'queued' })).toBe('');
    expect(await found(service, { status: 'sent' })).toBe('');
    expect(await found(service, { status: 'delivered' })).toBe('be');
    expect(await found(service, { status: 'bounced' })).toBe('b');
    expect(await found(service, { status: 'failed' })).toBe('f');
  });

  test('an unknown status is refused (R93, A34)', async () => {
    const service = await open();
    for (const status of ['opened', 'Queued', '', 'queued,sent', ' queued']) {
      const response = await list(service, { status });
      expect(response.outcome, status).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('status');
    }
  });

  test('to matches a recipient exactly, in any case, and only those in to (R94, A36)', async () => {
    const service = await open();
    await send(service, { subject: 'a', to: 'bob@example.net' });
    await send(service, { subject: 'b', to: ['eve@example.net', 'Bob <BOB@Example.net>'] });
    await send(service, { subject: 'c', to: 'eve@example.net', cc: 'bob@example.net' });
    await send(service, { subject: 'd', to: 'eve@example.net', bcc: 'bob@example.net' });
    await send(service, { subject: 'e', to: 'bobby@example.net' });
    for (const to of ['bob@example.net', 'BOB@EXAMPLE.NET']) expect(await found(service, { to })).toBe('ab');
    expect(await found(service, { to: 'eve@example.net' })).toBe('bcd');
    expect(await found(service, { to: 'ob@example.net' })).toBe('');
    expect(await found(service, { to: 'ada@example.com' })).toBe('');
  });

  test('from matches a sender’s address, with or without a display name (R94, A36)', async () => {
    const service = await open();
    await send(service, { subject: 'a', from: 'ada@example.com' });
    await send(service, { subject: 'b', from: '"Ada" <Ada@Example.com>' });
    await send(service, { subject: 'c', from: 'Ada <news@example.com>' });
    for (const from of ['ada@example.com', 'ADA@example.com'])
      expect(await found(service, { from })).toBe('ab');
    expect(await found(service, { from: 'news@example.com' })).toBe('c');
    expect(await found(service, { from: 'bob@example.net' })).toBe('');
  });

  test('to and from must be addresses (A34)', async () => {
    const service = await open();
    for (const field of ['to', 'from']) {
      const response = await list(service, { [field]: 'not-an-address' });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe(field);
    }
  });

  test('both bounds are inclusive to the millisecond (R95, A35)', async () => {
    const service = await open();
    await sendDaily(service);
    expect(await found(service, { startDate: '2026-01-03T12:00:00.000Z' })).toBe('cde');
    expect(await found(service, { startDate: '2026-01-03T12:00:00.001Z' })).toBe('de');
    expect(await found(service, { endDate: '2026-01-03T12:00:00.000Z' })).toBe('abc');
    expect(await found(service, { endDate: '2026-01-03T11:59:59.999Z' })).toBe('ab');
    expect(await found(service, { startDate: '2026-01-02T12:00Z', endDate: '2026-01-02T12:00Z' })).toBe('b');
  });

  test('a date without a time covers its whole day (R95, A35)', async () => {
    const service = await open();
    await send(service, { subject: 'a' });
    service.sandbox.clock.advance(86_400_000 - 1);
    await send(service, { subject: 'b' });
    service.sandbox.clock.advance(1);
    await send(service, { subject: 'c' });
    expect(await found(service, { endDate: '2026-01-01' })).toBe('ab');
    expect(await found(service, { startDate: '2026-01-01', endDate: '2026-01-01' })).toBe('ab');
    expect(await found(service, { startDate: '2026-01-02' })).toBe('c');
    expect(await found(service, { endDate: '2025-12-31' })).toBe('');
    expect(await found(service, { startDate: '2026-01-01' })).toBe('abc');
  });

  test('a start after the end matches nothing (A35)', async () => {
    const service = await open();
    await sendDaily(service);
    const response = await list(service, { startDate: '2026-01-04', endDate: '2026-01-02' });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      emails: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    });
  });

  test('every form of ISO 8601 that the service takes is read (A18, A118)', async () => {
    const service = await open();
    await sendDaily(service);
    for (const startDate of [
      '2026-01-03T12:00Z',
      '2026-01-03T12:00:00Z',
      '2026-01-03T12:00:00.000Z',
      '2026-01-03T14:00+02:00',
      '2026-01-03T14:00:00+02:00',
      '2026-01-03T06:30:00.000-05:30',
      '2026-01-03T12:00',
      '2026-01-03t12:00:00z',
      '2026-01-03T14:00:00+0200',
      '2026-01-03T14:00+02',
      '20260103T1200Z',
      '20260103T120000',
      '20260103',
      '2026-01-03',
    ]) {
      expect(await found(service, { startDate }), startDate).toBe('cde');
    }
    expect(await found(service, { startDate: '2024-02-29' })).toBe('abcde');
  });

  test.each(['startDate', 'endDate'])('any other value of %s is refused (R95, A18)', async (field) => {
    const service = await open();
    for (const value of [
      '',
      'yesterday',
      '2026',
      '2026-01',
      '2026-1-1',
      '2026-13-01',
      '2026-02-29',
      '2026-04-31',
      '2026-01-00',
      '01/02/2026',
      '1767225600000',
      '2026-01-01 12:00:00Z',
      '2026-W01-4',
      '2026-001',
      '20260101T12:00Z',
      '2026-01-01T12Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01T12:60:00Z',
      '2026-01-01T12:00:61Z',
      '2026-01-01T12:00:00+25:00',
      'Thu, 01 Jan 2026 00:00:00 GMT',
    ]) {
      const response = await list(service, { [field]: value });
      expect(response.outcome, value).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe(field);
    }
  });

  test('filters combine with AND, and total reflects them (R96)', async () => {
    const service = await open();
    await send(service, { subject: 'a', to: 'bob@example.net' });
    await send(service, { subject: 'b', to: 'eve@example.net' });
    await send(service, { subject: 'c', to: 'bob@example.net', from: 'news@example.com' });
    service.sandbox.clock.advance('24h');
    await send(service, { subject: 'd', to: 'bob@example.net' });
    expect(await found(service, { to: 'bob@example.net' })).toBe('acd');
    expect(await found(service, { to: 'bob@example.net', from: 'ada@example.com' })).toBe('ad');
    expect(await found(service, { to: 'bob@example.net', from: 'ada@example.com', status: 'queued' })).toBe(
      'd',
    );
    expect(await found(service, { to: 'bob@example.net', status: 'delivered', endDate: '2026-01-01' })).toBe(
      'ac',
    );
    expect(await found(service, { to: 'eve@example.net', from: 'news@example.com' })).toBe('');
  });

  test('unknown query parameters are ignored (A15)', async () => {
    const service = await open();
    await send(service, { subject: 'a' });
    expect(await found(service, { cc: 'nobody', sort: 'asc', start_date: 'x' })).toBe('a');
  });
});
