import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Alarm, sleep } from '../../src/service/kernel/timers.ts';

test('a wait whose time has passed ends at once, without a warning', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  await sleep(-1);
  await new Promise<void>((ring) => new Alarm(() => -1, ring).set());
  await setImmediate();
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});
