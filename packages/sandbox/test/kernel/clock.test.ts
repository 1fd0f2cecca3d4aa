import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Clock, latestTime } from '../../src/service/kernel/clock.ts';
import { type Due, DueQueue } from '../../src/service/kernel/due-queue.ts';
import { Ownership } from '../../src/service/tables/ordered-map.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const longestTime = Date.parse('9999-12-31T23:59:59.999Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

/** A clock whose entries record that they ran and the time they saw. */
function clockOf(options: { at?: number; frozen: boolean }, then?: (due: Due, queue: DueQueue) => void) {
  const queue = new DueQueue(new Ownership());
  const ran: [id: string, now: number][] = [];
  const clock = new Clock(
    queue,
    (due) => {
      ran.push([due.id, clock.now()]);
      then?.(due, queue);
    },
    options,
  );
  const add = (id: string, at: number) => queue.add({ at, kind: 'test', id });
  return { clock, add, ran };
}

describe('a running clock', () => {
  test('follows the system clock', () => {
    const { clock } = clockOf({ frozen: false });
    expect(clock.now()).toBe(start);
    vi.setSystemTime(start + 1_500);
    expect(clock.now()).toBe(start + 1_500);
    expect(clock.frozen).toBe(false);
  });

  test('follows the system clock from its start time', () => {
    const { clock } = clockOf({ frozen: false, at: 1_000 });
    vi.setSystemTime(start + 500);
    expect(clock.now()).toBe(1_500);
  });

  test('does not go back when the system clock does', () => {
    const { clock } = clockOf({ frozen: false });
    vi.setSystemTime(start + 10_000);
    expect(clock.now()).toBe(start + 10_000);
    vi.setSystemTime(start);
    expect(clock.now()).toBe(start + 10_000);
  });

  test.each([
    ['by a year', 365 * 86_400_000],
    ['by two milliseconds, as the system clock is corrected', 2],
  ])('runs on from where it was when the system clock jumps back %s', (_title, jump) => {
    const { clock, add, ran } = clockOf({ frozen: false });
    clock.now();
    add('due', start + 700);
    vi.setSystemTime(start - jump);
    expect(clock.now()).toBe(start);
    vi.setSystemTime(start - jump + 700);
    expect(clock.now()).toBe(start + 700);
    clock.settle();
    expect(ran).toEqual([['due', start + 700]]);
  });

  test('follows the system clock again when its time is no longer faked', () => {
    vi.useRealTimers();
    const { clock } = clockOf({ frozen: false });
    const before = clock.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const past = clock.now();
    expect(past - before).toBeLessThan(86_400_000);
    vi.setSystemTime(start + 86_400_000);
    expect(clock.now()).toBe(past + 86_400_000);
    vi.setSystemTime(start + 3 * 86_400_000);
    expect(clock.now()).toBe(past + 3 * 86_400_000);
    vi.useRealTimers();
    expect(clock.now()).toBe(past + 3 * 86_400_000);
    vi.useFakeTimers({ toFake: ['Date'], now: past + 4 * 86_400_000 });
    expect(clock.now()).toBe(past + 4 * 86_400_000);
    expect(clock.state.offset).toBe(0);
  });

  test('runs on when another earlier time is faked', () => {
    const { clock } = clockOf({ frozen: false });
    clock.now();
    vi.useRealTimers();
    for (const time of ['2025-03-01', '2025-01-01', '2025-02-01']) {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
      expect(clock.now()).toBe(start);
      vi.useRealTimers();
    }
  });

  test('runs on from where it was after each of several jumps back', () => {
    const { clock } = clockOf({ frozen: false, at: 1_000_000 });
    clock.now();
    vi.setSystemTime(start - 50_000);
    vi.setSystemTime(start - 49_000);
    clock.now();
    vi.setSystemTime(start - 90_000);
    expect(clock.now()).toBe(1_000_000);
    vi.setSystemTime(start - 89_000);
    expect(clock.now()).toBe(1_001_000);
    clock.moveTo(2_000_000);
    vi.setSystemTime(start - 88_000);
    expect(clock.now()).toBe(2_001_000);
  });

  test('runs on from a saved state that is ahead of the system clock', () => {
    const { clock } = clockOf({ frozen: false });
    clock.state = { offset: 0, latest: start + 60_000 };
    expect(clock.now()).toBe(start + 60_000);
    vi.setSystemTime(start + 300);
    expect(clock.now()).toBe(start + 60_300);
  });

  test('jumps to a new time and runs on from there', () => {
    const { clock } = clockOf({ frozen: false });
    clock.moveTo(start + 60_000);
    expect(clock.now()).toBe(start + 60_000);
    vi.setSystemTime(start + 1);
    expect(clock.now()).toBe(start + 60_001);
  });

  test('jumps to a new time even after the system clock went back', () => {
    const { clock } = clockOf({ frozen: false });
    vi.setSystemTime(start + 86_400_000);
    clock.now();
    vi.setSystemTime(start);
    clock.moveTo(start + 86_400_500);
    expect(clock.now()).toBe(start + 86_400_500);
    vi.setSystemTime(start + 1);
    expect(clock.now()).toBe(start + 86_400_501);
  });
});

describe('a frozen clock', () => {
  test('gives the same state whenever it is read', () => {
    const { clock } = clockOf({ frozen: true, at: 5_000 });
    expect(clock.state).toEqual({ offset: 0, latest: 5_000, frozenAt: 5_000 });
    clock.moveTo(6_000);
    expect(clock.state).toEqual({ offset: 0, latest: 6_000, frozenAt: 6_000 });
  });

  test('stays at its time while the system clock moves', () => {
    const { clock } = clockOf({ frozen: true, at: 5_000 });
    vi.setSystemTime(start + 1_000_000);
    expect(clock.now()).toBe(5_000);
    expect(clock.frozen).toBe(true);
  });

  test('starts at the system clock’s time by default', () => {
    expect(clockOf({ frozen: true }).clock.now()).toBe(start);
  });

  test('runs on from its time when resumed', () => {
    const { clock } = clockOf({ frozen: false });
    clock.freeze();
    vi.setSystemTime(start + 30_000);
    expect(clock.now()).toBe(start);
    clock.resume();
    expect(clock.now()).toBe(start);
    vi.setSystemTime(start + 30_100);
    expect(clock.now()).toBe(start + 100);
  });

  test('is unchanged by a second freeze, and a running one by resume', () => {
    const { clock } = clockOf({ frozen: false });
    clock.resume();
    vi.setSystemTime(start + 5);
    expect(clock.now()).toBe(start + 5);
    clock.freeze();
    vi.setSystemTime(start + 10);
    clock.freeze();
    expect(clock.now()).toBe(start + 5);
  });
});

describe('a scheduled entry', () => {
  test('runs at its own time when the clock settles, and not before', () => {
    const { clock, add, ran } = clockOf({ frozen: true, at: 0 });
    add('b', 200);
    add('a', 100);
    add('c', 301);
    clock.settle();
    expect(ran).toEqual([]);
    clock.moveTo(300);
    expect(ran).toEqual([
      ['a', 100],
      ['b', 200],
    ]);
    expect(clock.now()).toBe(300);
    expect(clock.nextDueAt).toBe(301);
  });

  test('runs when the system clock reaches its time', () => {
    const { clock, add, ran } = clockOf({ frozen: false });
    add('a', start + 500);
    vi.setSystemTime(start + 2_000);
    expect(ran).toEqual([]);
    clock.settle();
    expect(ran).toEqual([['a', start + 500]]);
  });

  test('schedules further entries, which run in order of time', () => {
    const { clock, add, ran } = clockOf({ frozen: true, at: 0 }, ({ id }, queue) => {
      if (id === 'a') queue.add({ at: 150, kind: 'test', id: 'from a' });
      if (id === 'b') queue.add({ at: 900, kind: 'test', id: 'too late' });
    });
    add('a', 100);
    add('b', 200);
    clock.moveTo(300);
    expect(ran).toEqual([
      ['a', 100],
      ['from a', 150],
      ['b', 200],
    ]);
    expect(clock.nextDueAt).toBe(900);
  });

  test('runs to the end with runUntilIdle, and the clock stops at the last one', () => {
    const { clock, add, ran } = clockOf({ frozen: true, at: 0 }, ({ id, at }, queue) => {
      if (id.length < 4) queue.add({ at: at + 1_000, kind: 'test', id: `${id}+` });
    });
    add('a', 100);
    clock.runUntilIdle();
    expect(ran).toEqual([
      ['a', 100],
      ['a+', 1_100],
      ['a++', 2_100],
      ['a+++', 3_100],
    ]);
    expect(clock.now()).toBe(3_100);
    expect(clock.nextDueAt).toBeUndefined();
  });

  test('is skipped by runUntilIdle if it is due after the last time that a clock can show', () => {
    const { clock, add, ran } = clockOf({ frozen: true, at: 0 });
    add('a', latestTime);
    add('b', latestTime + 1);
    clock.runUntilIdle();
    expect(ran).toEqual([['a', latestTime]]);
    expect(clock.now()).toBe(latestTime);
    expect(clock.nextDueAt).toBeUndefined();
  });

  test('leaves the clock alone if nothing is due', () => {
    const { clock } = clockOf({ frozen: true, at: 7 });
    clock.runUntilIdle();
    expect(clock.now()).toBe(7);
  });

  test('that fails does not hold the clock at its time, and does not run again', () => {
    const { clock, add, ran } = clockOf({ frozen: true, at: 0 }, ({ id }) => {
      if (id === 'bad') throw new Error('bad entry');
    });
    add('bad', 10);
    add('good', 20);
    expect(() => clock.moveTo(100)).toThrow('bad entry');
    expect(clock.now()).toBe(100);
    clock.settle();
    expect(ran.map(([id]) => id)).toEqual(['bad', 'good']);
  });
});

describe('limits of a clock', () => {
  for (const frozen of [true, false]) {
    const kind = frozen ? 'frozen' : 'running';
    test(`a ${kind} clock does not go back`, () => {
      const { clock } = clockOf({ frozen, at: 1_000 });
      expect(() => clock.moveTo(999)).toThrow(new RangeError('The clock cannot go back.'));
      expect(clock.now()).toBe(1_000);
    });

    test(`a ${kind} clock does not go past the year 9999`, () => {
      const { clock } = clockOf({ frozen, at: 1_000 });
      const beyond = new RangeError('The clock cannot go beyond 9999-12-31T23:59:59.999Z.');
      for (const time of [longestTime + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
        expect(() => clock.moveTo(time)).toThrow(beyond);
      }
      expect(clock.now()).toBe(1_000);
    });
  }
});

test('a held time lasts while its events happen, and the clock runs on afterwards', () => {
  const { clock } = clockOf({ frozen: false });
  const seen = clock.hold(() => {
    const first = clock.now();
    vi.setSystemTime(start + 5);
    return [first, clock.hold(() => clock.now()), clock.now()];
  });
  expect(seen).toEqual([start, start, start]);
  expect(clock.now()).toBe(start + 5);
  const broken = () => {
    throw new Error('broken');
  };
  expect(() => clock.hold(broken)).toThrow('broken');
  vi.setSystemTime(start + 6);
  expect(clock.now()).toBe(start + 6);
});

describe('restoring a clock', () => {
  test('puts a frozen clock back to its time, even an earlier one', () => {
    const { clock } = clockOf({ frozen: true, at: 1_000 });
    const { state } = clock;
    clock.moveTo(9_000);
    clock.resume();
    clock.state = state;
    expect(clock.now()).toBe(1_000);
    expect(clock.frozen).toBe(true);
  });

  test('puts a running clock back to its distance from the system clock', () => {
    const { clock } = clockOf({ frozen: false });
    clock.moveTo(start + 1_000);
    const { state } = clock;
    clock.moveTo(start + 50_000);
    clock.freeze();
    clock.state = state;
    expect(clock.frozen).toBe(false);
    vi.setSystemTime(start + 10);
    expect(clock.now()).toBe(start + 1_010);
  });
});
