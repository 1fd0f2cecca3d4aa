// #region calibrated
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';
import calibration from '../mailrig.wire.json' with { type: 'json' };

test('the app reads what our deployment answers', async () => {
  const sandbox = createSandbox({ wire: calibration });
  const mail = new Mailrig(sandbox.clientOptions());

  const { status } = await mail.verification.verify('ada@example.net');
  expect(status).toBe('clean');
});
// #endregion calibrated

test('the sandbox takes its shapes from the file, and defaults for what the file does not know', () => {
  const { wire } = createSandbox({ wire: calibration });
  expect(wire).toMatchObject({ ...calibration.wire, sendResult: 'full' });
});
