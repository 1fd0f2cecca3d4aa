import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions } from './ask.ts';
import type { Deployment } from './deployment.ts';
import type { Finding } from './finding.ts';
import { type Found, findingsOf } from './findings.ts';

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
  options: CalibrateOptions = {},
): Promise<Calibration> {
  const { now = () => new Date(), ...asking } = options;
  const date = now().toISOString();
  return calibrationOf(
    { date, baseUrl: deployment.baseUrl },
    findingsOf(await ask(deployment, { ...asking, onlyOptions: true })),
  );
}

/** The findings as a calibration. */
function calibrationOf(of: Pick<Calibration, 'date' | 'baseUrl'>, found: readonly Found[]): Calibration {
  const seen = found.flatMap(({ probe, finding }) => (finding.kind === 'value' ? [{ probe, finding }] : []));
  return {
    ...of,
    wire: Object.fromEntries(
      seen.flatMap(({ probe, finding }) =>
        probe.option === undefined ? [] : [[probe.option, finding.value]],
      ),
    ),
    undetermined: reasons(found, ['undetermined']),
    contradictory: reasons(found, ['contradictory', 'other']),
    evidence: seen.map(({ probe, finding: { value, seen: text } }) => ({
      probe: probe.name,
      ...(probe.option !== undefined && { option: probe.option }),
      value,
      ...(probe.expected !== undefined && { expected: probe.expected }),
      seen: text,
      requirements: probe.requirements,
      decisions: probe.decisions,
    })),
  };
}

/** Why options have no value, by option. */
function reasons(found: readonly Found[], kinds: readonly Finding['kind'][]): Record<string, string> {
  return Object.fromEntries(
    found.flatMap(({ probe: { option }, finding }) =>
      option !== undefined && finding.kind !== 'value' && kinds.includes(finding.kind)
        ? [[option, finding.reason]]
        : [],
    ),
  );
}
