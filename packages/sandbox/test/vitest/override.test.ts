import { test } from '@mailrig/sandbox/vitest';
import { describe, expect, test as plainTest } from 'vitest';

plainTest('test.override refuses a misspelt fixture, which would change nothing', () => {
  const misspelt: object = { sandboxOption: { strict: true } };
  expect(() => test.override(misspelt)).toThrow('no fixture sandboxOption: did you mean sandboxOptions?');
});

describe('test.override', () => {
  test.override({ sandboxOptions: { clock: 'manual' } });

  test('sets the options of the sandboxes of a suite', ({ sandbox, expect }) => {
    expect(sandbox.clock.advance('1s').frozen).toBe(true);
  });
});
