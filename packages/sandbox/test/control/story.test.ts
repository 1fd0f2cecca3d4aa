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

interface Step {
  readonly type: string;
  readonly at: string;
  readonly isAhead?: true;
  readonly request?: {
    readonly isRepeat?: true;
    readonly faultText?: string;
    readonly ignoredFields?: string[];
  };
}

const storyOf = async (service: Service, id: unknown) =>
  read<{ headline: string; steps: readonly Step[]; message?: { readonly id: string } }>(
    await service.call('GET', `/_sandbox/messages/${String(id)}/story`),
  );

/** The newest message, or the newest refused send if there is none. */
const mainOf = async (service: Service) => {
  const { messages } = await rows(service);
  return messages.find(({ status }) => status !== 'refused') ?? messages[0];
};

/** What can happen in a story. */
const deeds = {
  /** Sends the email with its key. */
  send: (service: Service) => attempt(service, { idempotencyKey: 'k' }),
  /** Sends another email with the same key. */
  other: (service: Service) => attempt(service, { idempotencyKey: 'k', subject: 'Order 78' }),
  /** Sends the email with a field that the API does not know. */
  extra: (service: Service) => attempt(service, { idempotencyKey: 'k', attachments: [] }),
  /** Sends an email that is refused, with the key. */
  wrong: (service: Service) => attempt(service, { idempotencyKey: 'k', from: 'ada@example.net' }),
  /** The next send meets a fault before it runs, or after. */
  before: (service: Service) => fail(service, { status: 503 }),
  after: (service: Service) => fail(service, { network: 'reset' }, { phase: 'after' }),
  later: (service: Service) => service.call('POST', '/_sandbox/clock', { json: { advance: '5m' } }),
  day: (service: Service) => service.call('POST', '/_sandbox/clock', { json: { advance: '24h' } }),
  open: async (service: Service) => {
    const message = await mainOf(service);
    await service.call('POST', `/_sandbox/messages/${message?.id}/events`, { json: { type: 'opened' } });
  },
  remove: async (service: Service) => {
    await service.call('DELETE', '/_sandbox/messages');
  },
};

const wordsOf = ({ type, request, isAhead }: Step) =>
  [
    type,
    request && !request.isRepeat && '*',
    request?.isRepeat && ' again',
    request?.faultText && ` (${request.faultText})`,
    request?.ignoredFields && ` without ${request.ignoredFields.join()}`,
    isAhead && ' ahead',
  ]
    .filter(Boolean)
    .join('');

const late = 'connection reset, after it ran';

/** A `*` marks a request that retries or begins; `again` one that repeats what was answered. */
const cases: readonly (readonly [deeds: string, headline: string, steps: readonly string[]])[] = [
  ['send', 'queued', ['queued*', 'sent ahead', 'delivered ahead']],
  ['send send', 'queued, 1 repeat', ['queued*', 'replayed again', 'sent ahead', 'delivered ahead']],
  ['send later send', 'delivered, 1 repeat', ['queued*', 'sent', 'delivered', 'replayed again']],
  [
    'send later send later other',
    'delivered, 1 repeat, 1 conflict',
    ['queued*', 'sent', 'delivered', 'replayed again', 'conflict*'],
  ],
  [
    'send later open later other',
    'opened, 1 conflict',
    ['queued*', 'sent', 'delivered', 'opened', 'conflict*'],
  ],
  [
    'before send later send later',
    'delivered after 2 attempts',
    ['nothing* (503)', 'queued*', 'sent', 'delivered'],
  ],
  ['after send later send', 'delivered', [`queued* (${late})`, 'sent', 'delivered', 'replayed*']],
  [
    'before send after send later send later send',
    'delivered after 2 attempts, 1 repeat',
    ['nothing* (503)', `queued* (${late})`, 'sent', 'delivered', 'replayed*', 'replayed again'],
  ],
  ['send later before send', 'delivered, 1 repeat', ['queued*', 'sent', 'delivered', 'nothing again (503)']],
  [
    'send later after send later send',
    'delivered, 2 repeats',
    ['queued*', 'sent', 'delivered', `replayed again (${late})`, 'replayed again'],
  ],
  ['wrong later send later', 'delivered after 2 attempts', ['refused*', 'queued*', 'sent', 'delivered']],
  ['wrong', 'refused', ['refused*']],
  ['wrong before wrong later wrong', 'refused after 3 attempts', ['refused*', 'nothing* (503)', 'refused*']],
  ['extra later', 'delivered, 1 ignored field', ['queued* without attachments', 'sent', 'delivered']],
  [
    'extra later extra open',
    'opened, 1 repeat, 1 ignored field',
    ['queued* without attachments', 'sent', 'delivered', 'opened', 'replayed again without attachments'],
  ],
  [
    'send later other later send later open',
    'opened, 1 repeat, 1 conflict',
    ['queued*', 'sent', 'delivered', 'conflict*', 'replayed again', 'opened'],
  ],
  // The key is free again after a day, and once its email is deleted.
  [
    'send day before send later send later',
    'delivered after 2 attempts',
    ['nothing* (503)', 'queued*', 'sent', 'delivered'],
  ],
  [
    'send remove wrong later other later',
    'delivered after 2 attempts',
    ['refused*', 'queued*', 'sent', 'delivered'],
  ],
];

controlPlane('the story of a send', (open) => {
  test('GET /messages/{id}/story: a 503, a lost response and the repeat of it are attempts of one message (A41, A44)', async () => {
    const service = await open();
    const idempotencyKey = 'order-77';
    await fail(service, { status: 503 });
    await fail(service, { body: 'html' }, { phase: 'after' });
    for (let times = 0; times < 3; times++) await attempt(service, { idempotencyKey });
    const [message] = (await rows(service)).messages;
    const { steps } = await storyOf(service, message?.id);
    const shared = { idempotencyKey, about: 'bob@example.org, Order 77' };
    const fault = { did: 'nothing', status: 503, faultText: '503', reason: expect.any(String) };
    const lost = { did: 'accepted', faultText: 'html, after it ran', sentId: message?.id };
    const at = (seconds: string) => `2026-01-01T00:00:0${seconds}Z`;
    expect(steps).toMatchObject([
      { type: 'nothing', request: { ...shared, ...fault, attempt: 1 } },
      { type: 'queued', at: at('0.000'), request: { ...shared, ...lost, attempt: 2 } },
      { type: 'replayed', request: { ...shared, attempt: 3, did: 'replayed', sentId: message?.id } },
      { type: 'sent', at: at('0.500'), isAhead: true },
      { type: 'delivered', at: at('2.000'), isAhead: true },
    ]);
    const [first] = await requests(service, '?q=attempt:1');
    expect(await storyOf(service, first?.['requestId'])).toMatchObject({
      message: { id: message?.id },
      steps,
    });
  });

  test.each(cases)(
    'GET /messages/{id}/story: of %s is %s (A41, A44, A45, A122)',
    async (story, headline, steps) => {
      const service = await open();
      for (const deed of story.split(' ')) await deeds[deed as keyof typeof deeds](service);
      const message = await mainOf(service);
      const found = await storyOf(service, message?.id);
      expect(found.steps.map(wordsOf)).toEqual(steps);
      expect(found.headline).toBe(headline);
      expect(found.steps.map(({ at }) => at)).toEqual(found.steps.map(({ at }) => at).toSorted());
    },
  );

  test('GET /messages?refused: an email with the key of another is a refused send with a story of its own (A45)', async () => {
    const service = await open();
    for (const deed of ['send', 'other', 'later', 'send', 'other'] as const) await deeds[deed](service);
    const { messages } = await rows(service);
    expect(messages).toMatchObject([
      { subject: 'Order 78', refusal: { code: 'IDEMPOTENCY_CONFLICT' } },
      { subject: 'Order 77', status: 'delivered' },
    ]);
    const { message, headline, steps } = await storyOf(service, messages[0]?.id);
    expect({ message, headline, types: steps.map(({ type }) => type) }).toEqual({
      message: undefined,
      headline: 'refused, 2 conflicts',
      types: ['conflict', 'conflict'],
    });
    await service.call('DELETE', '/_sandbox/messages?refused=true&q=status:refused');
    expect((await storyOf(service, messages[1]?.id)).headline).toBe('delivered, 1 repeat');
  });

  test('GET /messages/{id}/story?whole: a message comes with its content, links, codes and checks, a refused send with its request', async () => {
    const service = await open();
    const html = '<p>Your code is 493017</p><a href="https://example.com/confirm">Confirm</a>';
    const { id } = await send(service, { subject: 'Confirm', html });
    const whole = async (of: unknown) =>
      read<Readonly<Record<string, unknown>>>(
        await service.call('GET', `/_sandbox/messages/${String(of)}/story?whole=true`),
      );
    const { message, checks, ...told } = await whole(id);
    const get = async (path: string) =>
      read<object>(await service.call('GET', `/_sandbox/messages/${id}${path}`));
    expect(message).toEqual(await get(''));
    expect(checks).toEqual(await get('/check'));
    expect(message).toMatchObject({ html, codes: ['493017'], links: ['https://example.com/confirm'] });
    expect(told).toEqual({ ...(await get('/story')), message: undefined });

    await attempt(service, { to: 'bob' });
    const [refused] = (await rows(service)).messages;
    const [entry] = await requests(service, '?whole=true');
    expect(await whole(refused?.id)).toMatchObject({ headline: 'refused', request: entry });
  });

  test('GET /messages/{id}/story: an event changes what is still to come (A64)', async () => {
    const service = await open();
    const { id } = await send(service);
    await service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type: 'bounced' } });
    const { steps } = await storyOf(service, id);
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
    expect((await storyOf(service, messages[2]?.id)).steps).toMatchObject([
      { type: 'refused', request: { reason: expect.stringContaining('suppression list') } },
    ]);
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
