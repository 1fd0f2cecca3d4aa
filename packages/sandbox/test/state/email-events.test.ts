import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import type { LoggedEvent } from '../../src/service/kernel/event-log.ts';
import { Random } from '../../src/service/kernel/random.ts';
import { stateOf } from '../saved-state.ts';

type Sandbox = ReturnType<typeof createSandbox>;

const locals = ['bob', 'bounce', 'fail', 'queued', 'open', 'click'];
const moves = ['deliver', 'bounce', 'fail', 'open', 'click'] as const;
const timings = [
  {},
  { sent: 0, delivered: 0 },
  { sent: '3s', bounced: '1s' },
  { delivered: '10s', opened: '1m' },
];

async function send(sandbox: Sandbox, to: string, key = sandbox.liveApiKey): Promise<string> {
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' }),
  });
  return ((await response.json()) as { data: { messageId: string } }).data.messageId;
}

/** Runs the random story of a seed, and calls `look` after each step. */
async function story(seed: number, eventLogSize: number, look: (sandbox: Sandbox) => void) {
  const random = new Random(seed);
  const pick = <T>(items: readonly T[]) => items[random.next() % items.length] as T;
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: '2026-01-01',
    rateLimit: false,
    eventLogSize,
    timing: { email: pick(timings) },
  });
  look(sandbox);
  let kept = sandbox.snapshot();
  let ids: string[] = [];
  let idsKept: string[] = [];
  for (let step = 0; step < 150; step++) {
    const action = random.next() % 20;
    if (action < 8) ids.push(await send(sandbox, `${pick(locals)}@example.net`));
    else if (action < 9) await send(sandbox, 'bob@example.net', sandbox.testApiKey);
    else if (action < 13) sandbox.clock.advance(pick([0, 1, 250, 500, 1_500, 2_000]));
    else if (action < 16 && ids.length > 0) happen(sandbox, pick(ids), pick(moves));
    else if (action < 17) sandbox.credits.set(step);
    else if (action < 18) [kept, idsKept] = [sandbox.snapshot(), [...ids]];
    else if (action < 19) {
      sandbox.restore(kept);
      ids = [...idsKept];
    } else if (random.next() % 4 === 0) {
      sandbox.mailbox.clear();
      ids = [];
    } else {
      await sandbox.load(sandbox.save());
    }
    look(sandbox);
    expect(sandbox.check()).toEqual([]);
  }
  sandbox.clock.runUntilIdle();
  return { events: stateOf(sandbox).sections['events'], messages: sandbox.mailbox.list() };
}

function happen(sandbox: Sandbox, id: string, move: (typeof moves)[number]): void {
  try {
    sandbox.emails[move](id);
  } catch (error) {
    expect(String(error)).toContain('cannot be');
  }
}

test.each(few(3, [0, 1, 2, 3, 4, 5]))(
  'story %i: email events are logged the same whether or not they are read in between (A64)',
  async (seed) => {
    const size = seed % 3 === 0 ? 20 : 10_000;
    const unseen = await story(seed, size, () => {});
    const watched = await story(seed, size, (sandbox) => void [...sandbox.save()]);
    expect(JSON.stringify(unseen)).toBe(JSON.stringify(watched));
    const sequences = unseen.events?.entries.map(([sequence]) => sequence) ?? [];
    expect(sequences.at(-1)).toBe(unseen.events?.sequence);
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
  },
);

test('the log has the same events of an email as its timeline (A64)', async () => {
  const { events, messages } = await story(1, 10_000, () => {});
  for (const { id, timeline } of messages) {
    const logged = (events?.entries ?? []).map(([, event]) => event as LoggedEvent);
    const own = logged.filter(({ data }) => data['id'] === id);
    expect(own.map(({ type, at }) => [type, new Date(at).toISOString()])).toEqual(
      timeline.map(({ type, at }) => [`email.${type}`, at]),
    );
  }
});

test('a listener receives the events of an email when it is accepted and when time passes (A64)', async () => {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01' });
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => /^event: (.*)$/m.exec((await reader?.read())?.value ?? '')?.[1];
  await next();
  await send(sandbox, 'bounce@example.net');
  expect(await next()).toBe('email.queued');
  sandbox.clock.advance('500ms');
  expect(await next()).toBe('email.sent');
  expect(await next()).toBe('clock.moved');
  sandbox.clock.advance('1h');
  expect(await next()).toBe('email.bounced');
});
