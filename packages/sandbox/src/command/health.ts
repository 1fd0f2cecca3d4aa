import { within } from '../service/kernel/timers.ts';
import { ask, urlOf } from './asking.ts';
import { CommandError } from './errors.ts';
import type { healthOptions } from './options.ts';
import type { OptionValues } from './option.ts';

/** The longest time to wait for a response, in milliseconds. */
const longestWait = 2_000;

/** Asks a sandbox for its health, which needs no token. Throws an `Error` with one line about what is wrong. */
export async function checkHealth(settings: OptionValues<typeof healthOptions>): Promise<void> {
  const url = urlOf('health', settings);
  const health = await within(longestWait, isHealthy(url));
  if (!health) {
    throw new CommandError('NO_SANDBOX', `No sandbox answers at ${url} within ${longestWait / 1000} s`);
  }
  if (!health.value) throw new CommandError('NO_SANDBOX', `What answers at ${url} is not a healthy sandbox`);
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await ask(url, '/health');
  const text = await response.text();
  return response.ok && /"status":\s*"ok"/.test(text);
}
