import { test } from '@mailrig/sandbox/vitest';
import calibration from '../mailrig.wire.json' with { type: 'json' };

test.override({ sandboxOptions: { wire: calibration } });

test('each test has a sandbox like our deployment', ({ sandbox, expect }) => {
  expect(sandbox.wire.pageContainer).toBe(calibration.wire.pageContainer);
});
