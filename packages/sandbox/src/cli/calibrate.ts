import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type Calibration, calibrationSchema, check, wireOptions } from '@mailrig/contract';
import { calibrate } from '@mailrig/probes';
import { columns } from './columns.ts';
import { deploymentFrom, tiersFrom } from './deployment.ts';
import type { calibrateOptions } from './deployment-options.ts';
import type { Settings } from './option.ts';
import { print } from './print.ts';
import { planText } from './request-plan.ts';
import { codeOf } from './system-errors.ts';

/**
 * Asks a deployment how it answers, and writes down what it found.
 *
 * @throws UsageError or ProbeError naming the option and the fix; then the file is unchanged.
 */
export async function runCalibrate(settings: Settings<typeof calibrateOptions>): Promise<void> {
  const { out, json, 'dry-run': dryRun } = settings;
  const tiers = tiersFrom(settings);
  if (dryRun) {
    await print(planText(settings, tiers));
    return;
  }
  const deployment = deploymentFrom(settings);
  if (!json) await print(planText(settings, tiers));
  await refuseOtherFile(out);
  const calibration = await calibrate(deployment, { tiers });
  const text = JSON.stringify(calibration, null, 2);
  await replaceFile(out, `${text}\n`);
  await print(json ? text : calibrationText(calibration, out));
}

/** What a calibration found, for people. */
function calibrationText({ wire, undetermined, contradictory, evidence }: Calibration, file: string): string {
  const seen = new Map(evidence.map((one) => [one.option, one.seen]));
  const options = Object.keys(wireOptions).map((option) => [
    `  ${option}`,
    wire[option] ?? (option in contradictory ? 'contradictory' : 'not known'),
    seen.get(option) ?? contradictory[option] ?? undetermined[option] ?? '',
  ]);
  const others = evidence.filter(({ expected, value }) => expected !== undefined && expected !== value);
  return [
    '',
    'Wire options:',
    '',
    ...columns(options),
    '',
    ...(others.length === 0
      ? ['Everything else that was seen is as documented or decided.']
      : [
          'Not as documented or decided, and no option changes it:',
          '',
          ...columns(
            others.map(({ probe, value, expected, requirements, decisions }) => [
              `  ${probe}`,
              value,
              `expected ${String(expected)} (${[...requirements, ...decisions].join(', ')})`,
            ]),
          ),
        ]),
    '',
    `Written to ${file}. To start a sandbox like this: mailrig-sandbox --wire ${file}`,
  ].join('\n');
}

/** Refuses a file that holds something else than a calibration, so that a mistyped name destroys nothing. */
async function refuseOtherFile(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined || isCalibration(text)) return;
  throw new Error(`${file} holds something else than a calibration: choose another file with --out`);
}

function isCalibration(text: string): boolean {
  try {
    return check(calibrationSchema, JSON.parse(text)).ok;
  } catch {
    return false;
  }
}

/** Replaces a file in one step. */
async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}
