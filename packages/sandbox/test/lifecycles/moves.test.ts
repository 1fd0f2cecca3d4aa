import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { newList } from '../conformance/contact-lists.ts';
import { contactStatuses, newContact } from '../conformance/contacts.ts';
import { send } from '../conformance/emails.ts';
import { record, submitted } from '../conformance/verifications.ts';
import { call, start } from '../harness.ts';

/** The state that each event leads to, or `null` if the move is refused. */
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

const verificationMoves: Readonly<Record<string, Moves<'complete' | 'fail'>>> = {
  pending: { complete: 'completed', fail: 'failed' },
  processing: { complete: 'completed', fail: 'failed' },
  completed: { complete: null, fail: null },
  failed: { complete: null, fail: null },
};

/** A sandbox whose clock is frozen. */
const open = () => createSandbox({ clock: 'manual', startAt: start });

for (const [state, moves] of Object.entries(emailMoves)) {
  for (const event of emailEvents) {
    const expected = moves[event];
    test(`an email that is ${state} ${expected === null ? 'cannot be' : `is ${expected} when it is`} ${event} (A64)`, async () => {
      const sandbox = open();
      const { id } = (await send(sandbox, { to: 'queued@example.net' })).body.data;
      const move = (type: string) =>
        call(sandbox, 'POST', `/_sandbox/messages/${id}/events`, { json: { type } });
      if (state !== 'queued') await move(state);
      const before = sandbox.mailbox.get(id);
      expect(before.status).toBe(state);
      expect((await move(event)).status).toBe(expected === null ? 409 : 200);
      const after = sandbox.mailbox.get(id);
      expect(after.status).toBe(expected ?? state);
      expect(after.timeline.length - before.timeline.length).toBe(expected === null ? 0 : 1);
      expect(sandbox.check()).toEqual([]);
    });
  }
}

for (const from of contactStatuses) {
  for (const to of contactStatuses) {
    test(`a contact that is ${from} ${from === to ? 'cannot become' : 'can become'} ${to} (R163, R168)`, async () => {
      const sandbox = open();
      const { id } = await newContact(sandbox, (await newList(sandbox)).id);
      if (from !== 'active') sandbox.contacts.setStatus(id, from);
      const moved = await call(sandbox, 'POST', `/_sandbox/contacts/${id}/status`, { json: { status: to } });
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
      const sandbox = open();
      const { verificationId: id } = await submitted(sandbox, ['a@example.net', 'b@example.net']);
      if (state === 'processing') sandbox.clock.advance('300ms');
      if (state === 'completed') sandbox.verifications.complete(id);
      if (state === 'failed') sandbox.verifications.fail(id);
      expect((await record(sandbox, id)).status).toBe(state);
      const moved = await call(sandbox, 'POST', `/_sandbox/verifications/${id}/${event}`);
      expect(moved.status).toBe(expected === null ? 409 : 200);
      sandbox.clock.runUntilIdle();
      expect((await record(sandbox, id)).status).toBe(expected ?? state);
      expect(sandbox.check()).toEqual([]);
    });
  }
}
