import { messageOf } from '../control/control-error.ts';
import { within } from '../service/kernel/timers.ts';
import { addressOf } from './address.ts';
import type { healthOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { UsageError } from './parse.ts';

/** The longest time to wait for an answer, in milliseconds. */
const patience = 2_000;

/**
 * Asks a sandbox for its health, which needs no token.
 *
 * @throws Error with one line that says what is wrong.
 */
export async function checkHealth({ host, port, url }: OptionValues<typeof healthOptions>): Promise<void> {
  if (url === undefined && port === 0) {
    throw new UsageError('health needs --port or --url: with port 0, the sandbox has chosen a port itself');
  }
  const base = url ?? addressOf(host, port);
  const asked = await within(patience, isHealthy(base)).catch((error: unknown) => {
    throw new Error(`No sandbox answers at ${base}: ${reasonOf(error)}`);
  });
  if (!asked) throw new Error(`No sandbox answers at ${base} within ${patience / 1000} s`);
  if (!asked.value) throw new Error(`What answers at ${base} is not a healthy sandbox`);
}

async function isHealthy(base: string): Promise<boolean> {
  const answer = await fetch(`${base.endsWith('/') ? base.slice(0, -1) : base}/_sandbox/health`, {
    redirect: 'manual',
  });
  const text = await answer.text();
  return answer.ok && /"status":\s*"ok"/.test(text);
}

/** The system's reason, which fetch hides in the cause of its error. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
