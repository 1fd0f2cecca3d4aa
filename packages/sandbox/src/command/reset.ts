import { askFor } from './asking.ts';
import type { resetOptions } from './options.ts';
import type { OptionValues } from './option.ts';

/** Takes a sandbox back to its start. */
export async function resetSandbox(settings: OptionValues<typeof resetOptions>): Promise<string> {
  await askFor('reset', settings, '/reset', {});
  return 'The sandbox is as it was when it started';
}
