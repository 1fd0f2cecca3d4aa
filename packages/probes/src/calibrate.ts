import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions } from './ask.ts';
import type { Deployment } from './deployment.ts';
import { factsIn } from './facts.ts';
import { findOption, isValue, options } from './options.ts';

/** How to calibrate. */
export interface CalibrateOptions extends AskOptions {
  /** The time to write down. Default: the system's. */
  readonly now?: () => Date;
}

/**
 * Asks a deployment how it answers, as far as the tiers allow.
 *
 * @throws ProbeError if the deployment must not be asked.
 * @throws NoAnswerError if it cannot be reached, refuses the key or fails.
 */
export async function calibrate(
  deployment: Deployment,
  { now = () => new Date(), ...asking }: CalibrateOptions = {},
): Promise<Calibration> {
  const date = now().toISOString();
  const { answers, missing } = await ask(deployment, asking);
  const found = options.map((row) => ({ ...row, ...findOption(row.option, answers, missing) }));
  const seen = found.filter(isValue);
  const reasons = (...kinds: readonly string[]) =>
    Object.fromEntries(
      found.flatMap(({ option, value, seen: reason }) => (kinds.includes(value) ? [[option, reason]] : [])),
    );
  return {
    date,
    baseUrl: deployment.baseUrl,
    wire: Object.fromEntries(seen.map(({ option, value }) => [option, value])),
    undetermined: reasons('undetermined'),
    contradictory: reasons('contradictory', 'other'),
    evidence: [
      ...seen.map(({ name: probe, option, value, seen: text, decisions }) => {
        return { probe, option, value, seen: text, requirements: [], decisions };
      }),
      ...factsIn(answers),
    ],
  };
}
