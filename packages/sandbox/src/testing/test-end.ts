import { ClockControls } from '../control/clock/clock.ts';
import type { Sandbox } from '../control/sandbox.ts';

/** Ends what a test began: runs of the clock stop, and a warning names each fault with `times` that requests did not use up. */
export function endTest(sandbox: Sandbox): void {
  ClockControls.endRuns(sandbox);
  for (const { operation = 'any operation', times } of sandbox.faults.list()) {
    if (times === undefined) continue;
    const calls = times === 1 ? 'one more call' : `${times} more calls`;
    console.warn(`mailrig: the test ended, and a fault still waits for ${calls} of ${operation}`);
  }
}
