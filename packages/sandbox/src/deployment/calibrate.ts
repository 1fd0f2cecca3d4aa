import type { Calibration } from '@mailrig/contract';
import { ask, type AskOptions, type LeftBehind } from './ask.ts';
import type { Deployment } from './deployment.ts';
import { findOption, options } from './options.ts';
import { evidenceIn, statements } from './statements.ts';

/** How to calibrate. */
export interface CalibrateOptions extends AskOptions {
  /** Called at the end, with what the run leaves in the deployment. */
  readonly onLeft?: ((left: LeftBehind) => void) | undefined;
}

const showing = ['contacts', 'suppressedContacts', 'email', 'sendAgain', 'verify', 'verifyNewBatch', 'batch'];
const creating = [
  'createList',
  'newListContacts',
  'createUpload',
  'confirm',
  'createLongerUpload',
  'putShorterFile',
];

/** The steps that show the wire options and the facts, and the steps that create the records for them. */
export const calibrating: ReadonlySet<string> = new Set([
  ...statements.flatMap(({ steps, expected }) => (expected === undefined ? [] : steps)),
  ...showing,
  ...creating,
]);

/** Observes how a deployment behaves, as far as the tiers allow. Throws errors like `compare`. */
export async function calibrate(
  deployment: Deployment,
  { onLeft, ...asking }: CalibrateOptions = {},
): Promise<Calibration> {
  const date = (deployment.now?.() ?? new Date()).toISOString();
  const transcript = await ask(deployment, { ...asking, only: calibrating });
  onLeft?.(transcript.left);
  const found = options.map((row) => ({ ...row, ...findOption(row.option, transcript) }));
  const seen = found.flatMap(({ value, ...row }) => (value === undefined ? [] : [{ ...row, value }]));
  const reasons = (which: boolean) => {
    const others = found.filter(({ value, isContradictory = false }) => !value && isContradictory === which);
    return Object.fromEntries(others.map((one) => [one.option, one.seen]));
  };
  return {
    date,
    baseUrl: deployment.baseUrl,
    wire: Object.fromEntries(seen.map(({ option, value }) => [option, value])),
    undetermined: reasons(false),
    contradictory: reasons(true),
    evidence: [
      ...seen.map(({ name, option, value, seen: text, decisions }) => {
        return { name, option, value, seen: text, requirements: [], decisions };
      }),
      ...evidenceIn(transcript.responses),
    ],
  };
}
