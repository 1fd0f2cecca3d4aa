import { expect, test } from 'vitest';
import { controlPlane } from './control.ts';

const step = (type: string, after: number) => ({ type, after });
const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hi' };

controlPlane('snapshot', (open) => {
  test('GET and PUT /snapshot: another sandbox goes on where the first one stood', async () => {
    const first = await open();
    await first.api('POST', '/emails', email);
    await first.control('POST', '/clock', { advance: '1s' });
    const saved = await first.control('GET', '/snapshot');

    const second = await open({ randomSeed: 'another' });
    expect((await second.control('PUT', '/snapshot', saved.json)).outcome).toBe('204');
    expect(second.sandbox.check()).toEqual([]);
    expect((await second.control('GET', '/messages')).json).toEqual(
      (await first.control('GET', '/messages')).json,
    );
    const ids = await Promise.all(
      [first, second].map(async (plane) => (await plane.api('POST', '/emails', email)).json),
    );
    expect(ids[0]).toMatchObject({ success: true });
    expect(ids[1]).toEqual(ids[0]);
    for (const plane of [first, second]) await plane.control('POST', '/clock', { runUntilIdle: true });
    expect((await second.control('GET', '/messages?status=delivered')).json).toMatchObject({ total: 2 });
  });

  test('PUT /snapshot: a generator that was set back gives no id a second time', async () => {
    const plane = await open();
    const { random } = plane.sandbox.save();
    for (let count = 0; count < 20; count++) await plane.api('POST', '/emails', email);
    const saved = (await plane.control('GET', '/snapshot')).json as object;
    expect((await plane.control('PUT', '/snapshot', { ...saved, random })).outcome).toBe('204');
    for (let count = 0; count < 20; count++) {
      expect((await plane.api('POST', '/emails', email)).outcome).toBe('201');
    }
    expect((await plane.control('GET', '/messages')).json).toMatchObject({ total: 40 });
    expect(plane.sandbox.check()).toEqual([]);
  });

  test('GET and PUT /snapshot: a body that nests as deep as the API takes can be put back', async () => {
    const plane = await open();
    const nested = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`) as object;
    expect((await plane.api('POST', '/emails', { ...email, variables: nested })).outcome).toBe('201');
    const saved = await plane.control('GET', '/snapshot');
    expect((await plane.control('PUT', '/snapshot', saved.json)).outcome).toBe('204');
  });

  test('PUT /snapshot: a damaged one is refused and changes nothing', async () => {
    const plane = await open();
    await plane.api('POST', '/emails', email);
    const saved = (await plane.control('GET', '/snapshot')).json as {
      tables: { messages: { entries: unknown[] } };
    };
    for (const damaged of [
      { ...saved, version: 99 },
      { ...saved, tables: { ...saved.tables, messages: { sequence: 1, entries: [[0, null]] } } },
      { ...saved, due: 5 },
      {},
    ]) {
      expect((await plane.control('PUT', '/snapshot', damaged)).outcome).toBe('400 VALIDATION_ERROR');
      expect((await plane.control('GET', '/messages')).json).toMatchObject({ total: 1 });
      expect(plane.sandbox.check()).toEqual([]);
    }
  });

  test.each([
    ['a number for a subject', { subject: 7 }, 'tables.messages.entries[0][1].subject must be a string'],
    ['a member that there is none of', { extra: 1 }, 'tables.messages.entries[0][1]'],
    [
      'a plan out of order',
      { plan: [step('sent', 2), step('delivered', 1)] },
      'has a plan that cannot happen',
    ],
    ['an impossible plan', { plan: [step('opened', 1)] }, 'has a plan that cannot happen'],
    ['an account that is not there', { accountId: 'gone' }, 'messages: no account gone'],
    ['an attachment that is not there', { attachmentIds: ['att_1'] }, 'has an attachment that is not there'],
    ['a time that is yet to come', { createdAt: 253_402_300_799_999 }, 'not accepted yet'],
    ['a time that no clock shows', { createdAt: 1e300 }, 'createdAt must be at most 253402300799999'],
  ])('PUT /snapshot: a message with %s is refused, and the place named', async (_, change, place) => {
    const plane = await open();
    await plane.api('POST', '/emails', email);
    const saved = plane.sandbox.save();
    const [entry] = saved.tables['messages']?.entries ?? [];
    const entries = [[entry?.[0], { ...entry?.[1], ...change }]];
    const messages = { ...saved.tables['messages'], entries };
    const answer = await plane.control('PUT', '/snapshot', {
      ...saved,
      tables: { ...saved.tables, messages },
    });
    expect(answer.outcome).toBe('400 VALIDATION_ERROR');
    expect(answer.text).toContain(place);
  });

  test.each([
    ['due', { kind: '__proto__.x' }, 'due: nothing of the kind __proto__.x ever happens'],
    ['due', { at: 1e300 }, 'due.entries[0][1].at must be at most'],
    ['due', { kind: 'verification.turn' }, 'due: verification.turn cannot happen to'],
    ['events', { sequence: 5 }, 'events.entries[0] must have its own number'],
    ['events', { type: 'a\nb' }, 'events.entries[0][1].type must be a name'],
  ] as const)('PUT /snapshot: an entry of %s with %j is refused', async (name, change, place) => {
    const plane = await open();
    await plane.api('POST', '/emails', email);
    await plane.api('POST', '/email-verification/batch', { emails: ['bob@example.net'] });
    const saved = plane.sandbox.save();
    const [first, ...others] = saved[name].entries;
    const entries = [[first?.[0], { ...first?.[1], ...change }], ...others];
    const answer = await plane.control('PUT', '/snapshot', { ...saved, [name]: { ...saved[name], entries } });
    expect(answer.outcome).toBe('400 VALIDATION_ERROR');
    expect(answer.text).toContain(place);
  });

  test('PUT /snapshot: one without wire options, or with something else in their place, is refused', async () => {
    const plane = await open();
    const { wire: _, ...saved } = plane.sandbox.save();
    for (const wire of [undefined, null, 5, ['sparse']]) {
      const answer = await plane.control('PUT', '/snapshot', { ...saved, wire });
      expect(answer.outcome).toBe('400 VALIDATION_ERROR');
      expect(answer.text).toContain('snapshot is damaged: wire must be a preset or an object');
    }
  });

  test.each([
    [{ latest: 1e15 }, 'clock.latest must be at most 253402300799999'],
    [{ frozenAt: 0 }, 'clock.frozenAt must be the latest time'],
    [{ offset: '1' }, 'clock.offset must be a number'],
  ])('PUT /snapshot: a clock with %j is refused', async (change, place) => {
    const plane = await open();
    const saved = plane.sandbox.save();
    const answer = await plane.control('PUT', '/snapshot', {
      ...saved,
      clock: { ...saved.clock, ...change },
    });
    expect(answer.outcome).toBe('400 VALIDATION_ERROR');
    expect(answer.text).toContain(place);
  });

  test('PUT /snapshot: tables and numbers that would be overwritten later are refused', async () => {
    const plane = await open();
    await plane.api('POST', '/email-verification/batch', { emails: ['bob@example.net'] });
    const saved = plane.sandbox.save();
    const damages = [
      [{ due: { ...saved.due, sequence: 0 } }, 'due.entries[0] must have a number below that of the next'],
      [{ tables: { ...saved.tables, mesages: saved.tables['messages'] } }, 'tables'],
    ] as const;
    for (const [damage, place] of damages) {
      const answer = await plane.control('PUT', '/snapshot', { ...saved, ...damage });
      expect(answer.outcome).toBe('400 VALIDATION_ERROR');
      expect(answer.text).toContain(place);
    }
  });
});
