import { expect, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { controlPlane, type Service } from '../harness.ts';
import { read, send } from './control.ts';

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly refusal?: { readonly code: string; readonly reason: string };
}

const rows = async (service: Service, query = '') =>
  read<{ messages: readonly Row[]; total?: number; cursor?: string }>(
    await service.call('GET', `/_sandbox/messages?refused=true${query}`),
  );

const requests = async (service: Service, query = '') =>
  read<{ requests: readonly Readonly<Record<string, unknown>>[] }>(
    await service.call('GET', `/_sandbox/requests${query}`),
  ).requests;

const email = {
  from: 'ada@example.com',
  to: 'bob@example.org',
  subject: 'Order 77',
  text: 'Thank you, Bob.',
};
const attempt = (service: Service, fields: object = {}) =>
  service.call('POST', emails, { json: { ...email, ...fields } }).catch(() => undefined);
const fail = (service: Service, effect: object, more: object = {}) =>
  service.call('POST', '/_sandbox/faults', { json: { operation: 'sendEmail', times: 1, effect, ...more } });

controlPlane('the story of a send', (open) => {
  test('GET /messages/{id}/story: a 503, a lost answer and the repeat of it are attempts of one message (A41, A44)', async () => {
    const service = await open();
    const idempotencyKey = 'order-77';
    await fail(service, { status: 503 });
    await fail(service, { body: 'html' }, { phase: 'after' });
    for (let times = 0; times < 3; times++) await attempt(service, { idempotencyKey });
    const [message] = (await rows(service)).messages;
    const { attempts, steps } = read<{ attempts: readonly unknown[]; steps: unknown }>(
      await service.call('GET', `/_sandbox/messages/${message?.id}/story`),
    );
    const shared = { idempotencyKey, about: 'bob@example.org, Order 77' };
    expect(attempts).toMatchObject([
      { ...shared, attempt: 1, did: 'nothing', status: 503, faultText: '503', reason: expect.any(String) },
      { ...shared, attempt: 2, did: 'accepted', faultText: 'html, after it ran', sentId: message?.id },
      { ...shared, attempt: 3, did: 'replayed', sentId: message?.id },
    ]);
    const [first] = await requests(service, '?q=attempt:1');
    const story = await service.call('GET', `/_sandbox/messages/${String(first?.['requestId'])}/story`);
    expect(read(story)).toMatchObject({ message: { id: message?.id }, attempts });
    const at = (seconds: string) => `2026-01-01T00:00:0${seconds}Z`;
    expect(steps).toEqual([
      { type: 'queued', at: at('0.000') },
      { type: 'sent', at: at('0.500'), isAhead: true },
      { type: 'delivered', at: at('2.000'), isAhead: true },
    ]);
  });

  test('GET /messages/{id}/story: an event changes what is still to come (A64)', async () => {
    const service = await open();
    const { id } = await send(service);
    await service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type: 'bounced' } });
    const { steps } = read<{ steps: unknown }>(await service.call('GET', `/_sandbox/messages/${id}/story`));
    expect(steps).toMatchObject([{ type: 'queued' }, { type: 'bounced' }]);
    expect(JSON.stringify(steps)).not.toContain('isAhead');
  });

  test('GET /messages?refused: a refused send is among the messages with its reason, until a retry succeeds (A51)', async () => {
    const service = await open();
    await service.call('POST', '/_sandbox/suppressions', { json: { email: 'gone@example.org' } });
    const nameless = { subject: undefined, text: undefined, templateId: 'welcome' };
    await attempt(service, nameless);
    expect((await rows(service)).messages).toMatchObject([{ subject: '', templateId: 'welcome' }]);
    await service.call('DELETE', '/_sandbox/requests');
    await attempt(service, { to: 'gone@example.org', subject: 'First' });
    await send(service, { subject: 'Second' });
    await fail(service, { status: 503 });
    await attempt(service, { subject: 'Third', idempotencyKey: 'third' });
    expect(await rows(service)).toMatchObject({
      messages: [
        { subject: 'Third', status: 'refused', refusal: { code: '503' } },
        { subject: 'Second', status: 'queued' },
        { subject: 'First', status: 'refused', refusal: { code: 'RECIPIENT_SUPPRESSED' } },
      ],
      total: 3,
    });
    await attempt(service, { subject: 'Third', idempotencyKey: 'third' });
    const { messages } = await rows(service);
    expect(messages.map(({ subject, status }) => `${subject} ${status}`)).toEqual([
      'Third queued',
      'Second queued',
      'First refused',
    ]);
    const { attempts, steps } = read<{ attempts: unknown; steps: unknown }>(
      await service.call('GET', `/_sandbox/messages/${messages[2]?.id}/story`),
    );
    expect(attempts).toMatchObject([{ did: 'refused', reason: expect.stringContaining('suppression list') }]);
    expect(steps).toEqual([]);
    const { suppressions } = read<{ suppressions: unknown }>(
      await service.call('GET', '/_sandbox/suppressions'),
    );
    expect(suppressions).toMatchObject([{ email: 'gone@example.org', refusedSends: 1 }]);
  });

  test('GET /messages?refused: pages of it show each send once', async () => {
    const service = await open();
    for (let number = 1; number <= 4; number++) {
      await attempt(service, { from: 'nobody', subject: `Refused ${number}` });
      if (number % 2 === 0) await send(service, { subject: `Sent ${number}` });
    }
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Awaited<ReturnType<typeof rows>> = await rows(
        service,
        `&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.messages.map(({ subject }) => subject));
      cursor = page.cursor;
    }
    expect(seen).toEqual(['Sent 4', 'Refused 4', 'Refused 3', 'Sent 2', 'Refused 2', 'Refused 1']);
  });

  test.each([
    ['q=status:refused', ['Refused']],
    ['q=idempotency:order', ['Retried']],
    ['q=attempt:2', ['Retried']],
    ['q=fault:503', ['Retried']],
    ['q=to:carol', ['Refused']],
    ['status=queued', ['Retried', 'Plain']],
  ])('GET /messages?refused&%s: finds sends by how they went', async (query, expected) => {
    const service = await open();
    await send(service, { subject: 'Plain' });
    await attempt(service, { from: 'nobody', to: 'carol@example.org', subject: 'Refused' });
    await fail(service, { status: 503 });
    for (let times = 0; times < 2; times++) {
      await attempt(service, { subject: 'Retried', idempotencyKey: 'order-77' });
    }
    const { messages } = await rows(service, `&${query}`);
    expect(messages.map(({ subject }) => subject)).toEqual(expected);
  });

  test('GET /requests: a row names whom it is about, its attempt and its fault, and words find them', async () => {
    const service = await open();
    await fail(service, { delay: 1 });
    await attempt(service, { to: ['bob@example.org', 'eve@example.org'], idempotencyKey: 'order-77' });
    await attempt(service, { to: ['bob@example.org', 'eve@example.org'], idempotencyKey: 'order-77' });
    expect(await requests(service)).toMatchObject([
      { about: 'bob@example.org and 1 more, Order 77', attempt: 2, did: 'replayed' },
      { attempt: 1, did: 'accepted', faultText: '1 ms late' },
    ]);
    for (const q of ['attempt:2', '-fault:late', 'idempotency:order -attempt:1']) {
      expect(await requests(service, `?q=${q}`), q).toMatchObject([{ attempt: 2 }]);
    }
  });

  test('GET /messages: a row has the beginning of the text, and the first code', async () => {
    const service = await open();
    await send(service, { text: undefined, html: '<p>Your code\n is <b>493017</b></p>' });
    expect((await rows(service)).messages).toMatchObject([
      { excerpt: 'Your code is 493017', code: '493017' },
    ]);
  });
});
