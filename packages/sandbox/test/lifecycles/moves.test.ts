import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

/** One state, and what each event makes of it: a state, or nothing where the move is refused. */
type Moves<Event extends string> = Readonly<Record<Event, string | null>>;

const emailEvents = ['sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;
const emailMoves: Readonly<Record<string, Moves<(typeof emailEvents)[number]>>> = {
  queued: {
    sent: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
    failed: 'failed',
    opened: null,
    clicked: null,
  },
  sent: { sent: null, delivered: 'delivered', bounced: 'bounced', failed: null, opened: null, clicked: null },
  delivered: {
    sent: null,
    delivered: null,
    bounced: null,
    failed: null,
    opened: 'delivered',
    clicked: 'delivered',
  },
  bounced: { sent: null, delivered: null, bounced: null, failed: null, opened: null, clicked: null },
  failed: { sent: null, delivered: null, bounced: null, failed: null, opened: null, clicked: null },
};

const contactStatuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const;

const verificationMoves: Readonly<Record<string, Moves<'complete' | 'fail'>>> = {
  pending: { complete: 'completed', fail: 'failed' },
  processing: { complete: 'completed', fail: 'failed' },
  completed: { complete: null, fail: null },
  failed: { complete: null, fail: null },
};

/** A sandbox whose clock stands still, and a way to call it. */
function open() {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00.000Z' });
  const call = async (method: string, path: string, json?: unknown) => {
    const at = path.startsWith('/_sandbox') ? path : `/api/v1${path}`;
    const response = await sandbox.fetch(`${sandbox.baseUrl}${at}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, body, data: body['data'] as Record<string, string> };
  };
  return { sandbox, call };
}

for (const [state, moves] of Object.entries(emailMoves)) {
  for (const event of emailEvents) {
    const expected = moves[event];
    test(`an email that is ${state} ${expected === null ? 'cannot be' : `is ${expected} when it is`} ${event} (A64)`, async () => {
      const { sandbox, call } = open();
      const email = { from: 'ada@example.com', to: 'queued@example.net', subject: 'Hello', text: 'Hi' };
      const { data } = await call('POST', '/emails', email);
      const path = `/_sandbox/messages/${data['id']}/events`;
      if (state !== 'queued') await call('POST', path, { type: state });
      const before = sandbox.mailbox.get(data['id'] ?? '');
      expect(before.status).toBe(state);
      const moved = await call('POST', path, { type: event });
      expect(moved.status).toBe(expected === null ? 409 : 200);
      const after = sandbox.mailbox.get(before.id);
      expect(after.status).toBe(expected ?? state);
      expect(after.timeline.length - before.timeline.length).toBe(expected === null ? 0 : 1);
      expect(sandbox.check()).toEqual([]);
    });
  }
}

for (const from of contactStatuses) {
  for (const to of contactStatuses) {
    test(`a contact that is ${from} ${from === to ? 'cannot become' : 'can become'} ${to} (R163, R168)`, async () => {
      const { sandbox, call } = open();
      const list = (await call('POST', '/contact-lists', { name: 'List' })).data;
      const contacts = `/contact-lists/${list['id']}/contacts`;
      const id = (await call('POST', contacts, { email: 'bob@example.net' })).data['id'] ?? '';
      if (from !== 'active') sandbox.contacts.setStatus(id, from);
      const moved = await call('POST', `/_sandbox/contacts/${id}/status`, { status: to });
      expect(moved.status).toBe(from === to ? 409 : 200);
      expect(sandbox.contacts.get(id).status).toBe(to);
      expect(sandbox.suppressions.list()).toHaveLength(from === 'suppressed' || to === 'suppressed' ? 1 : 0);
      expect(sandbox.check()).toEqual([]);
    });
  }
}

for (const [state, moves] of Object.entries(verificationMoves)) {
  for (const event of ['complete', 'fail'] as const) {
    const expected = moves[event];
    test(`a batch that is ${state} ${expected === null ? 'cannot' : 'can'} ${event} (R193)`, async () => {
      const { sandbox, call } = open();
      const id =
        (await call('POST', '/email-verification/batch', { emails: ['a@example.net', 'b@example.net'] }))
          .data['verificationId'] ?? '';
      if (state === 'processing') sandbox.clock.advance('300ms');
      if (state === 'completed') sandbox.verifications.complete(id);
      if (state === 'failed') sandbox.verifications.fail(id);
      expect((await call('GET', `/email-verification/${id}`)).data['status']).toBe(state);
      expect((await call('POST', `/_sandbox/verifications/${id}/${event}`)).status).toBe(
        expected === null ? 409 : 200,
      );
      sandbox.clock.runUntilIdle();
      expect((await call('GET', `/email-verification/${id}`)).data['status']).toBe(expected ?? state);
      expect(sandbox.check()).toEqual([]);
    });
  }
}
