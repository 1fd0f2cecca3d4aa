import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send as sendEmail } from '../conformance/emails.ts';
import { start } from '../harness.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-01-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

async function send(sandbox: Sandbox, subject: string): Promise<string> {
  const response = await sendEmail(sandbox, { subject });
  return response.status === 201 ? response.body.data.id : response.outcome;
}

function subjects(sandbox: Sandbox): string {
  return sandbox.mailbox
    .list()
    .map(({ subject }) => subject)
    .join(' ');
}

const moveOn = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe('a fork', () => {
  test('continues from the sandbox’s state, with the same ids and the same scheduled events', async () => {
    const sandbox = createSandbox({ clock: 'manual', startAt: start });
    await send(sandbox, 'one');
    const fork = sandbox.fork();
    expect(await send(fork, 'two')).toBe(await send(sandbox, 'two'));
    fork.clock.runUntilIdle();
    expect(fork.mailbox.list().map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    expect(sandbox.mailbox.list().map(({ status }) => status)).toEqual(['queued', 'queued']);
    expect(sandbox.clock.now().toISOString()).toBe(start);
  });

  test('and the sandbox do not see each other’s changes', async () => {
    const sandbox = createSandbox({ clock: 'manual', startAt: start });
    for (let index = 0; index < 80; index++) await send(sandbox, `m${index}`);
    const fork = sandbox.fork();
    const before = subjects(sandbox);
    await send(fork, 'fork');
    fork.faults.add({ operation: 'sendEmail', effect: { status: 503 } });
    fork.suppressions.add({ email: 'c@example.org' });
    fork.clock.advance('1d');
    fork.setWire('sparse');
    expect(subjects(sandbox)).toBe(before);
    expect([sandbox.faults.list(), sandbox.suppressions.list()]).toEqual([[], []]);
    expect([sandbox.clock.now().toISOString(), sandbox.requests.count()]).toEqual([start, 80]);
    expect(sandbox.wire).not.toEqual(fork.wire);

    await send(sandbox, 'sandbox');
    sandbox.mailbox.clear();
    expect(subjects(fork)).toBe(`fork ${before}`);
    expect(fork.requests.count()).toBe(81);
    expect([sandbox.check(), fork.check()]).toEqual([[], []]);
  });

  test('can be forked again, and each fork resets to its own start', async () => {
    const sandbox = createSandbox({ clock: 'manual', startAt: start });
    await send(sandbox, 'one');
    const grandchild = sandbox.fork().fork();
    await send(grandchild, 'two');
    grandchild.reset();
    expect(subjects(grandchild)).toBe('');
    expect(subjects(sandbox)).toBe('one');
    grandchild.restore(sandbox.snapshot());
    await send(grandchild, 'three');
    expect([subjects(grandchild), subjects(sandbox)]).toEqual(['three one', 'one']);
    expect([sandbox.check(), grandchild.check()]).toEqual([[], []]);
  });

  test('does not notify the sandbox’s listeners', async () => {
    const sandbox = createSandbox();
    const seen: string[] = [];
    const stop = sandbox.requests.subscribe(({ operation }) => seen.push(operation ?? ''));
    await send(sandbox.fork(), 'fork');
    await send(sandbox, 'sandbox');
    stop();
    await send(sandbox, 'late');
    expect(seen).toEqual(['sendEmail']);
  });
});

describe('a running clock', () => {
  test('returns to startAt on reset, however long it has run', () => {
    const sandbox = createSandbox({ startAt: start });
    moveOn(60_000);
    sandbox.clock.advance('1d');
    sandbox.reset();
    expect(sandbox.clock.now().toISOString()).toBe(start);
    moveOn(1_000);
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-01T00:00:01.000Z');
  });

  test('returns to startAt even if that was the system clock’s time', () => {
    const sandbox = createSandbox({ startAt: Date.now() });
    const started = sandbox.clock.now();
    moveOn(60_000);
    sandbox.reset();
    expect(sandbox.clock.now()).toEqual(started);
  });

  test('without startAt, follows the system clock again after a reset', () => {
    const sandbox = createSandbox();
    sandbox.clock.advance('1d');
    moveOn(1_000);
    sandbox.reset();
    expect(sandbox.clock.now().getTime()).toBe(Date.now());
    sandbox.clock.freeze();
    moveOn(1_000);
    sandbox.reset();
    expect(sandbox.clock.now().getTime()).toBe(Date.now());
  });

  test('continues from the time of a snapshot if it was moved, and follows the system clock if not', () => {
    const sandbox = createSandbox();
    const plain = sandbox.snapshot();
    sandbox.clock.advance('1d');
    const moved = sandbox.snapshot();
    const stood = sandbox.clock.now();
    moveOn(60_000);
    sandbox.restore(moved);
    expect(sandbox.clock.now()).toEqual(stood);
    sandbox.restore(plain);
    expect(sandbox.clock.now().getTime()).toBe(Date.now());
  });
});
