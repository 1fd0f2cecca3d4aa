import { expect, test } from 'vitest';
import { type Duration, parseDuration } from '../../src/service/kernel/duration.ts';

const durations: readonly (readonly [Duration, number | undefined])[] = [
  [0, 0],
  [1_500, 1_500],
  [0.5, 0.5],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['0', 0],
  ['250', undefined],
  ['250ms', 250],
  ['2s', 2_000],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['1h30m', 5_400_000],
  ['1d 2h 3m 4s 5ms', 93_784_005],
  [' 1 h ', 3_600_000],
  ['1.5h', 5_400_000],
  ['0.5s', 500],
  ['1m1m', 120_000],
  ['', undefined],
  [' ', undefined],
  ['h', undefined],
  ['1', undefined],
  ['1.5', undefined],
  ['1 2', undefined],
  ['1h30', undefined],
  ['1 0h', undefined],
  ['-1h', undefined],
  ['+1h', undefined],
  ['1H', undefined],
  ['1w', undefined],
  ['1e3', undefined],
  ['.5s', undefined],
  ['1.s', undefined],
  ['1,5h', undefined],
  ['PT1H', undefined],
  ['Infinity', undefined],
];

test.for(durations)('a duration of %j is %j milliseconds', ([duration, milliseconds]) => {
  expect(parseDuration(duration)).toBe(milliseconds);
});

test('a duration too large for a number is invalid', () => {
  for (const text of ['9'.repeat(400), `${'9'.repeat(400)}d`, `${'9'.repeat(306)}d`]) {
    expect(parseDuration(text)).toBeUndefined();
  }
});
