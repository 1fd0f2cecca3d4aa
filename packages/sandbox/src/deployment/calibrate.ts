import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions, type Left } from './ask.ts';
import type { Deployment } from './deployment.ts';
import { findOption, options } from './options.ts';
import { evidenceIn, shown } from './shown.ts';

/** How to calibrate. */
export interface CalibrateOptions extends AskOptions {
  /** Called at the end, with what the run leaves in the deployment. */
  readonly onLeft?: ((left: Left) => void) | undefined;
}

/** The steps that show the wire options and the facts, and the steps that create the records for them. */
export const calibrating: ReadonlySet<string> = new Set<string>([
  ...shown.flatMap(({ steps, expected }) => (expected === undefined ? [] : steps)),
  ...(['contacts', 'suppressedContacts', 'email', 'sendAgain', 'verify', 'verifyNewBatch', 'batch'] as const),
  ...([
    'createList',
    'newListContacts',
    'createUpload',
    'confirm',
    'createLongerUpload',
    'putShorterFile',
  ] as const),
]);

/**
 * Observes how a deployment behaves, as far as the tiers allow.
 *
 * @throws DeploymentError if the deployment must not be asked.
 * @throws UnavailableError if it cannot be reached, refuses the key or fails.
 */
export async function calibrate(
  deployment: Deployment,
  { onLeft, ...asking }: CalibrateOptions = {},
): Promise<Calibration> {
  const date = (deployment.now?.() ?? new Date()).toISOString();
  const asked = await ask(deployment, { ...asking, only: calibrating });
  onLeft?.(asked.left);
  const found = options.map((row) => ({ ...row, ...findOption(row.option, asked) }));
  const seen = found.flatMap(({ value, ...row }) => (value === undefined ? [] : [{ ...row, value }]));
  const reasons = (isContradictory: boolean) =>
    Object.fromEntries(
      found
        .filter((one) => one.value === undefined && (one.isContradictory ?? false) === isContradictory)
        .map(({ option, seen: reason }) => [option, reason]),
    );
  return {
    date,
    baseUrl: deployment.baseUrl,
    wire: Object.fromEntries(seen.map(({ option, value }) => [option, value])),
    undetermined: reasons(false),
    contradictory: reasons(true),
    evidence: [
      ...seen.map(({ name: probe, option, value, seen: text, decisions }) => {
        return { probe, option, value, seen: text, requirements: [], decisions };
      }),
      ...evidenceIn(asked.responses),
    ],
  };
}
