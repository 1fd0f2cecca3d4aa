import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { parseSaved, type SavedValue, savedText, stateOf, withEntries } from '../saved-state.ts';

const step = (type: string, after: number) => ({ type, after });
const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hi' };

/** The text of a saved state whose first entry in a section is changed. */
function withFirstChanged(saved: SavedValue, section: string, change: object): string {
  const [first, ...others] = saved.sections[section]?.entries ?? [];
  expect(first).toBeDefined();
  return withEntries(saved, section, [[first?.[0] ?? 0, { ...first?.[1], ...change }], ...others]);
}

controlPlane('snapshot', (open) => {
  test('GET and PUT /snapshot: another sandbox continues from the first one’s state', async () => {
    const first = await open();
    await first.call('POST', '/api/v1/emails', { json: email });
    await first.call('POST', '/_sandbox/clock', { json: { advance: '1s' } });
    const saved = await first.call('GET', '/_sandbox/snapshot');

    const second = await open({ randomSeed: 'another' });
    expect((await second.call('PUT', '/_sandbox/snapshot', { body: saved.text })).outcome).toBe('204');
    expect(second.sandbox.check()).toEqual([]);
    expect((await second.call('GET', '/_sandbox/messages')).json).toEqual(
      (await first.call('GET', '/_sandbox/messages')).json,
    );
    const ids = await Promise.all(
      [first, second].map(
        async (service) => (await service.call('POST', '/api/v1/emails', { json: email })).json,
      ),
    );
    expect(ids[0]).toMatchObject({ success: true });
    expect(ids[1]).toEqual(ids[0]);
    for (const service of [first, second])
      await service.call('POST', '/_sandbox/clock', { json: { runUntilIdle: true } });
    expect((await second.call('GET', '/_sandbox/messages?status=delivered')).json).toMatchObject({
      total: 2,
    });
  });

  test('PUT /snapshot: a generator set back never repeats an id', async () => {
    const service = await open();
    const { random } = stateOf(service.sandbox);
    for (let count = 0; count < 20; count++) await service.call('POST', '/api/v1/emails', { json: email });
    const saved = parseSaved((await service.call('GET', '/_sandbox/snapshot')).text);
    const body = savedText({ ...saved, random });
    expect((await service.call('PUT', '/_sandbox/snapshot', { body })).outcome).toBe('204');
    for (let count = 0; count < 20; count++) {
      expect((await service.call('POST', '/api/v1/emails', { json: email })).outcome).toBe('201');
    }
    expect((await service.call('GET', '/_sandbox/messages')).json).toMatchObject({ total: 40 });
    expect(service.sandbox.check()).toEqual([]);
  });

  test('GET and PUT /snapshot: a body nested as deep as the API accepts can be restored', async () => {
    const service = await open();
    const nested = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`) as object;
    expect(
      (await service.call('POST', '/api/v1/emails', { json: { ...email, variables: nested } })).outcome,
    ).toBe('201');
    const saved = await service.call('GET', '/_sandbox/snapshot');
    expect((await service.call('PUT', '/_sandbox/snapshot', { body: saved.text })).outcome).toBe('204');
  });

  test('PUT /snapshot: a line without end is refused before it fills the memory', async () => {
    const { sandbox } = await open();
    const part = new Uint8Array(1024 * 1024).fill(0x20);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        if (sent > 200) controller.close();
        else controller.enqueue(part);
      },
    });
    const url = `${sandbox.baseUrl}/_sandbox/snapshot`;
    const put = { method: 'PUT', body, duplex: 'half' };
    const response = await sandbox.fetch(url, put);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('a line is longer than 128 MiB');
    expect(sent).toBeLessThan(140);
  });

  test('PUT /snapshot: a damaged snapshot is refused and changes nothing', async () => {
    const service = await open();
    await service.call('POST', '/api/v1/emails', { json: email });
    const { text } = await service.call('GET', '/_sandbox/snapshot');
    const saved = parseSaved(text);
    for (const [body, reason] of [
      [savedText({ ...saved, version: 99 }), 'line 1: version must be 4'],
      [withEntries(saved, 'messages', [[0, null as never]]), ': messages must be an object'],
      [savedText({ ...saved, sections: 5 as never }), 'line 1: sections.accounts is required'],
      [savedText({}), 'line 1: version is required'],
      ['', 'it is empty'],
      ['{"version":4', 'line 1: '],
      [text.slice(0, text.length >> 1), 'line '],
      [text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), 'requests has 0 entries instead of 1'],
      [`${text}${text.split('\n').at(-2)}\n`, 'requests must have ascending numbers'],
    ] as const) {
      const response = await service.call('PUT', '/_sandbox/snapshot', { body });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.text).toContain('snapshot is damaged: ');
      expect(JSON.parse(response.text).error.message).toContain(reason);
      expect((await service.call('GET', '/_sandbox/messages')).json).toMatchObject({ total: 1 });
      expect(service.sandbox.check()).toEqual([]);
    }
  });

  test.each([
    ['a number for a subject', { subject: 7 }, 'messages.subject must be a string'],
    ['an unknown member', { extra: 1 }, ': messages is not valid'],
    [
      'a plan out of order',
      { plan: [step('sent', 2), step('delivered', 1)] },
      'has a plan that cannot happen',
    ],
    ['an impossible plan', { plan: [step('opened', 1)] }, 'has a plan that cannot happen'],
    ['an unknown account', { accountId: 'gone' }, 'messages: no account gone'],
    ['an unknown attachment', { attachmentIds: ['att_1'] }, 'has an attachment that is not there'],
    ['a future time', { createdAt: 253_402_300_799_999 }, 'not accepted yet'],
    [
      'a line break in its sender',
      { from: 'ada@example.com\r\nX-A: b' },
      '.from must not contain line breaks',
    ],
    ['a line break in a recipient', { to: ['b@c.example\nX-A: b'] }, '.to[0] must not contain line breaks'],
    ['a line break in a copy', { cc: ['b@c.example\rX-A: b'] }, '.cc[0] must not contain line breaks'],
    ['a line break in its reply address', { replyTo: 'a\nb' }, '.replyTo must not contain line breaks'],
    [
      'a line break in its message id',
      { messageId: 'a\r\nX-A: b' },
      '.messageId must not contain line breaks',
    ],
    ['a line break in its id', { id: 'msg_1\nX-A: b' }, '.id must not contain line breaks'],
    ['a line break in a header name', { headers: { 'X-A: b\r\nX-B': 'c' } }, '.headers must have names'],
    [
      'a header name over the line limit',
      { headers: { ['x'.repeat(997)]: 'c' } },
      '.headers must have names',
    ],
    ['an impossible time', { createdAt: 1e300 }, 'createdAt must be at most 253402300799999'],
  ])(
    'PUT /snapshot: a message with %s is refused, and the error names the field (A127)',
    async (_, change, path) => {
      const service = await open();
      await service.call('POST', '/api/v1/emails', { json: email });
      const body = withFirstChanged(stateOf(service.sandbox), 'messages', change);
      const response = await service.call('PUT', '/_sandbox/snapshot', { body });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.text).toContain(path);
    },
  );

  test.each([
    ['contacts', { email: 'a@b.example\nc' }, '.email must not contain line breaks'],
    ['suppressions', { email: 'a@b.example\nc' }, '.email must not contain line breaks'],
    ['attachments', { contentId: 'a>\r\nX-A: b' }, '.contentId must not contain line breaks'],
    ['accounts', { id: 'a\nb' }, '.id must not contain line breaks'],
  ] as const)('PUT /snapshot: a line break in %s with %j is refused (A127)', async (table, change, path) => {
    const service = await open();
    service.sandbox.suppressions.add({ email: 'no@example.net' });
    await service.call('POST', '/api/v1/attachments/presigned-url', {
      json: { filename: 'a.png', contentType: 'image/png', size: 1, inline: true },
    });
    const list = await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } });
    const { id } = list.body.data as { readonly id: string };
    await service.call('POST', `/api/v1/contact-lists/${id}/contacts`, { json: { email: 'a@b.example' } });
    const body = withFirstChanged(stateOf(service.sandbox), table, change);
    const response = await service.call('PUT', '/_sandbox/snapshot', { body });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.text).toContain(`: ${table}${path}`);
  });

  test('GET and PUT /snapshot: ids with line breaks that callers chose come back (A127)', async () => {
    const service = await open();
    service.sandbox.templates.set('two\nlines', { subject: 'Hi', text: 'Hi' });
    await service.call('POST', '/api/v1/emails', { json: { ...email, idempotencyKey: 'two\nlines' } });
    const { text } = await service.call('GET', '/_sandbox/snapshot');
    expect((await service.call('PUT', '/_sandbox/snapshot', { body: text })).outcome).toBe('204');
  });

  test.each([
    ['due', { kind: '__proto__.x' }, 'due: nothing of the kind __proto__.x ever happens'],
    ['due', { at: 1e300 }, 'due.at must be at most'],
    ['due', { kind: 'verification.turn' }, 'due: verification.turn cannot happen to'],
    ['events', { sequence: 5 }, 'sequence must be 1, its own number'],
    ['events', { type: 'a\nb' }, 'events.type must be a name'],
  ] as const)('PUT /snapshot: an entry of %s with %j is refused', async (name, change, path) => {
    const service = await open();
    await service.call('POST', '/api/v1/emails', { json: email });
    await service.call('POST', '/api/v1/email-verification/batch', { json: { emails: ['bob@example.net'] } });
    const body = withFirstChanged(stateOf(service.sandbox), name, change);
    const response = await service.call('PUT', '/_sandbox/snapshot', { body });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.text).toContain(path);
  });

  test('PUT /snapshot: missing or invalid wire options are refused', async () => {
    const service = await open();
    const saved = stateOf(service.sandbox);
    for (const wire of [undefined, null, 5, ['sparse']]) {
      const body = savedText({ ...saved, wire: wire as never });
      const response = await service.call('PUT', '/_sandbox/snapshot', { body });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.text).toContain('snapshot is damaged: line 1: wire must be a preset or an object');
    }
  });

  test.each([
    [{ latest: 1e15 }, 'clock.latest must be at most 253402300799999'],
    [{ frozenAt: 0 }, 'clock.frozenAt must be the latest time'],
    [{ offset: '1' }, 'clock.offset must be a number'],
  ])('PUT /snapshot: a clock with %j is refused', async (change, path) => {
    const service = await open();
    const saved = stateOf(service.sandbox);
    const body = savedText({ ...saved, clock: { ...saved.clock, ...change } });
    const response = await service.call('PUT', '/_sandbox/snapshot', { body });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.text).toContain(path);
  });

  test('PUT /snapshot: tables and counters that later writes would overwrite are refused', async () => {
    const service = await open();
    await service.call('POST', '/api/v1/email-verification/batch', { json: { emails: ['bob@example.net'] } });
    const saved = stateOf(service.sandbox);
    const { due, messages } = saved.sections;
    const damages = [
      [{ due: { sequence: 0, entries: due?.entries ?? [] } }, 'due must have numbers below that of its next'],
      [{ mesages: messages ?? { sequence: 0, entries: [] } }, 'sections'],
    ] as const;
    for (const [damage, section] of damages) {
      const body = savedText({
        ...saved,
        sections: { ...saved.sections, ...damage } as SavedValue['sections'],
      });
      const response = await service.call('PUT', '/_sandbox/snapshot', { body });
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.text).toContain(section);
    }
  });
});
