import { expect, test } from 'vitest';
import { conformance, type Service, start } from '../harness.ts';
import { eventsOf } from '../saved-state.ts';
import { list, newest, send } from './emails.ts';

/** Milliseconds from acceptance until an email is sent and delivered (A64). */
const sentAfter = 500;
const deliveredAfter = sentAfter + 1_500;

/** A clock time, in milliseconds after the start. */
const at = (milliseconds: number) => new Date(Date.parse(start) + milliseconds).toISOString();

/** Advances the clock and reads the newest email. */
async function after(service: Service, milliseconds: number) {
  service.sandbox.clock.advance(milliseconds);
  return newest(service);
}

/** Sends to `to`, waits an hour and reads the email. */
async function outcomeOf(service: Service, to: string | readonly string[]) {
  await send(service, { to });
  return after(service, 3_600_000);
}

conformance('lifecycle of an email', (open) => {
  test('an email is queued, sent after 500 ms, and delivered 1,500 ms later (R78, R90, R91, A64)', async () => {
    const service = await open();
    await send(service);
    const queued = await after(service, sentAfter - 1);
    expect(queued.status).toBe('queued');
    expect(queued).not.toHaveProperty('sentAt');

    const sent = await after(service, 1);
    expect(sent).toMatchObject({ status: 'sent', sentAt: at(sentAfter) });
    expect(sent).not.toHaveProperty('deliveredAt');
    expect((await after(service, deliveredAfter - sentAfter - 1)).status).toBe('sent');

    const delivered = await after(service, 1);
    expect(delivered).toMatchObject({
      status: 'delivered',
      createdAt: start,
      sentAt: at(sentAfter),
      deliveredAt: at(deliveredAfter),
    });
    expect(delivered).not.toHaveProperty('openedAt');
    expect(delivered).not.toHaveProperty('clickedAt');
  });

  test('each step has its own timestamp, even if nobody looks until later (A64)', async () => {
    const service = await open();
    await send(service);
    service.sandbox.clock.advance('7d');
    expect(await newest(service)).toMatchObject({
      sentAt: at(sentAfter),
      deliveredAt: at(deliveredAfter),
    });
  });

  test.each(['bounce', 'bounced', 'ada+bounce', 'ada+bounced'])(
    'mail to %s@ is sent and then bounces (R90, A64)',
    async (local) => {
      const service = await open();
      await send(service, { to: `${local}@example.net` });
      expect((await after(service, sentAfter)).status).toBe('sent');
      const bounced = await after(service, deliveredAfter - sentAfter);
      expect(bounced).toMatchObject({ status: 'bounced', sentAt: at(sentAfter) });
      expect(bounced).not.toHaveProperty('deliveredAt');
    },
  );

  test.each(['fail', 'failed', 'ada+fail', 'ada+failed'])(
    'mail to %s@ fails without being sent (R90, A64)',
    async (local) => {
      const service = await open();
      await send(service, { to: `${local}@example.net` });
      expect((await after(service, sentAfter - 1)).status).toBe('queued');
      const failed = await after(service, 1);
      expect(failed.status).toBe('failed');
      expect(failed).not.toHaveProperty('sentAt');
      expect(failed).not.toHaveProperty('deliveredAt');
    },
  );

  test.each(['queued', 'ada+queued'])('mail to %s@ stays queued (R90, A64)', async (local) => {
    const service = await open();
    const email = await outcomeOf(service, `${local}@example.net`);
    expect(email.status).toBe('queued');
    expect(email).not.toHaveProperty('sentAt');
  });

  test.each(['open', 'opened', 'ada+open', 'ada+opened'])(
    'mail to %s@ is opened after delivery (R91, A64)',
    async (local) => {
      const service = await open();
      const email = await outcomeOf(service, `${local}@example.net`);
      expect(email.status).toBe('delivered');
      expect(email.openedAt).toBeDefined();
      expect(String(email.openedAt) >= String(email.deliveredAt)).toBe(true);
      expect(email).not.toHaveProperty('clickedAt');
    },
  );

  test.each(['click', 'clicked', 'ada+click', 'ada+clicked'])(
    'a link in mail to %s@ is clicked after delivery (R91, A64)',
    async (local) => {
      const service = await open();
      const email = await outcomeOf(service, `${local}@example.net`);
      expect(email.status).toBe('delivered');
      expect(email.clickedAt).toBeDefined();
      expect(String(email.clickedAt) >= String(email.deliveredAt)).toBe(true);
    },
  );

  test('opens and clicks do not happen before delivery (R91, A64)', async () => {
    const service = await open();
    await send(service, { to: ['open@example.net', 'click@example.net'] });
    const sent = await after(service, deliveredAfter - 1);
    expect(sent.status).toBe('sent');
    expect(sent).not.toHaveProperty('openedAt');
    expect(sent).not.toHaveProperty('clickedAt');
  });

  test.each([
    ['open', { delivered: '10s' }, ['sent', 'delivered', 'opened'], [500, 10_000, 10_000]],
    ['click', { sent: '10s' }, ['sent', 'delivered', 'clicked'], [10_000, 10_000, 10_000]],
    ['bounce', { sent: '3s', bounced: '1s' }, ['sent', 'bounced'], [3_000, 3_000]],
  ] as const)(
    'no step of mail to %s@ precedes the one it follows, with the timing %j (A64)',
    async (local, email, types, times) => {
      const service = await open({ timing: { email } });
      await outcomeOf(service, `${local}@example.net`);
      const timeline = service.sandbox.mailbox.latest()?.timeline.slice(1);
      expect(timeline?.map(({ type }) => type)).toEqual(types);
      expect(timeline?.map((event) => event.at)).toEqual(times.map(at));
    },
  );

  test('only the whole local part, or its tag after a plus, counts (A64)', async () => {
    const service = await open();
    for (const local of ['bouncer', 'abounce', 'bounce+ada', 'ada-fail', 'failure', 'queue', 'bob']) {
      expect((await outcomeOf(service, `${local}@example.net`)).status, local).toBe('delivered');
    }
    expect((await outcomeOf(service, 'bob@bounce.example')).status).toBe('delivered');
    expect((await outcomeOf(service, 'Bounce <bob@example.net>')).status).toBe('delivered');
    expect((await outcomeOf(service, 'Bob <bounce@example.net>')).status).toBe('bounced');
  });

  test('of several recipients, the worst decides: failed, bounced, queued, delivered (A64)', async () => {
    const service = await open();
    const ranked = ['failed', 'bounced', 'queued', 'bob'].map((local) => `${local}@example.net`);
    for (const [index, status] of ['failed', 'bounced', 'queued', 'delivered'].entries()) {
      expect((await outcomeOf(service, ranked.slice(index))).status).toBe(status);
      expect((await outcomeOf(service, ranked.slice(index).reverse())).status).toBe(status);
    }
  });

  test('the first open and the first click are recorded, and later ones change nothing (R92)', async () => {
    const service = await open();
    const { emails, clock } = service.sandbox;
    const { id } = (await send(service)).body.data;
    clock.advance(10_000);
    emails.open(id);
    expect(await newest(service)).toMatchObject({
      status: 'delivered',
      openedAt: '2026-01-01T00:00:10.000Z',
    });
    clock.advance(10_000);
    emails.open(id);
    emails.click(id);
    clock.advance(10_000);
    emails.click(id);
    emails.open(id);
    expect(await newest(service)).toMatchObject({
      status: 'delivered',
      openedAt: '2026-01-01T00:00:10.000Z',
      clickedAt: '2026-01-01T00:00:20.000Z',
    });
  });

  test('transitions can be forced (A64)', async () => {
    const service = await open();
    const { emails, clock } = service.sandbox;
    const delivered = (await send(service, { to: 'queued@example.net' })).body.data.id;
    const bounced = (await send(service)).body.data.id;
    const failed = (await send(service)).body.data.id;
    clock.advance(100);
    emails.deliver(delivered);
    emails.bounce(bounced);
    emails.fail(failed);
    clock.advance('1h');
    const statuses = (await list(service)).body.data.emails.map((email) => [email.id, email.status]);
    expect(Object.fromEntries(statuses)).toEqual({
      [delivered]: 'delivered',
      [bounced]: 'bounced',
      [failed]: 'failed',
    });
    const first = (await list(service)).body.data.emails.find((email) => email.id === delivered);
    expect(first?.deliveredAt).toBe('2026-01-01T00:00:00.100Z');
  });

  test('delivered, bounced and failed are final (A64)', async () => {
    const service = await open();
    const { emails } = service.sandbox;
    for (const [to, status] of [
      ['bob', 'delivered'],
      ['bounce', 'bounced'],
      ['fail', 'failed'],
    ] as const) {
      const { id } = await outcomeOf(service, `${to}@example.net`);
      for (const move of ['deliver', 'bounce', 'fail'] as const) {
        expect(() => emails[move](id), `${status}: ${move}`).toThrow(`An email that is ${status} cannot be`);
      }
      expect((await newest(service)).status).toBe(status);
    }
  });

  test('a send leaves nothing behind if the outcomes callback throws (A4)', async () => {
    const broken = { on: true };
    const service = await open({
      outcomes: () => {
        if (broken.on) throw new Error('no idea');
        return undefined;
      },
    });
    expect((await send(service, { idempotencyKey: 'one' })).status).toBe(500);
    expect(service.sandbox.mailbox.list()).toEqual([]);
    broken.on = false;
    expect((await send(service, { idempotencyKey: 'one' })).body.data).toMatchObject({ skipped: false });
    expect(service.sandbox.check()).toEqual([]);
  });

  test.each([
    ['an unknown outcome', 'bounce'],
    ['a promise', Promise.resolve('bounced')],
  ])(
    'if outcomes returns %s, the send is refused, leaves nothing behind and says why (A64)',
    async (_, given) => {
      const service = await open({ outcomes: () => given as 'bounced' });
      expect((await send(service, { idempotencyKey: 'one' })).status).toBe(500);
      expect(service.sandbox.mailbox.list()).toEqual([]);
      expect(JSON.stringify(eventsOf(service.sandbox))).toContain(
        `outcomes returned ${String(given)} for bob@example.net: it must return undefined or one of queued, failed, bounced,`,
      );
    },
  );
});
