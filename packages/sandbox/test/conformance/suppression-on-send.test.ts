import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { send, total } from './emails.ts';

conformance('suppressed recipients', (open) => {
  test.each(['to', 'cc', 'bcc'])(
    'a suppressed address in %s refuses the whole send (R84, A51)',
    async (field) => {
      const service = await open();
      service.sandbox.suppressions.add({ email: 'no@example.net' });
      const fields = { [field]: ['yes@example.net', 'no@example.net'] };
      const response = await send(service, fields);
      expect(response.outcome).toBe('400 RECIPIENT_SUPPRESSED');
      expect(response.body.error.details).toMatchObject({
        field: `${field}[1]`,
        value: 'no@example.net',
        suppressed: ['no@example.net'],
      });
      expect((await send(service, { [field]: 'no@example.net' })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
      expect(await total(service)).toBe(0);
      expect(service.sandbox.mailbox.list({})).toHaveLength(0);
    },
  );

  test('all suppressed recipients are listed (A51)', async () => {
    const service = await open();
    for (const email of ['a@example.net', 'c@example.net', 'd@example.net'])
      service.sandbox.suppressions.add({ email });
    const response = await send(service, {
      to: ['x@example.net', 'a@example.net'],
      cc: 'c@example.net',
      bcc: ['d@example.net'],
    });
    expect(response.body.error.details).toMatchObject({ field: 'to[1]', value: 'a@example.net' });
    expect([...(response.body.error.details.suppressed ?? [])].sort()).toEqual([
      'a@example.net',
      'c@example.net',
      'd@example.net',
    ]);
  });

  test('neither case nor a display name bypasses a suppression (A52)', async () => {
    const service = await open();
    service.sandbox.suppressions.add({ email: 'No@Example.net', reason: 'bounced' });
    for (const to of ['no@example.net', 'NO@EXAMPLE.NET', 'Nobody <no@example.net>', ' no@example.net ']) {
      expect((await send(service, { to })).outcome, to).toBe('400 RECIPIENT_SUPPRESSED');
    }
    expect((await send(service, { to: 'no+tag@example.net' })).outcome).toBe('201');
    expect((await send(service, { replyTo: 'no@example.net' })).outcome).toBe('201');
  });

  test('suppressions apply to test keys too (A52)', async () => {
    const service = await open();
    const key = service.sandbox.testApiKey;
    service.sandbox.suppressions.add({ email: 'bob@example.net' });
    expect((await send(service, {}, { key })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
  });

  test('a suppression applies to one domain only (A52)', async () => {
    const service = await open();
    const key = 'sk_live_other';
    service.sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      keys: [{ key, environment: 'live' }],
    });
    service.sandbox.suppressions.add({ email: 'bob@example.net' });
    expect((await send(service, { from: 'eve@other.example' }, { key })).outcome).toBe('201');
    service.sandbox.account(key).suppressions.add({ email: 'dan@example.net' });
    expect((await send(service, { to: 'dan@example.net' })).outcome).toBe('201');
    expect((await send(service, { from: 'eve@other.example', to: 'dan@example.net' }, { key })).outcome).toBe(
      '400 RECIPIENT_SUPPRESSED',
    );
  });

  test('an address taken off the suppression list can be sent to again (A52)', async () => {
    const service = await open();
    service.sandbox.suppressions.add({ email: 'bob@example.net' });
    expect((await send(service)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    service.sandbox.suppressions.remove('BOB@example.net');
    expect((await send(service)).outcome).toBe('201');
  });

  test('a bounce suppresses nobody (A64)', async () => {
    const service = await open();
    await send(service, { to: 'bounce@example.net' });
    service.sandbox.clock.advance('1h');
    expect((await send(service, { to: 'bounce@example.net' })).outcome).toBe('201');
  });
});
