import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { type Calibration, calibrationSchema, check, wireOptions } from '@mailrig/contract';
import { calibrate, calibrating } from '../deployment/calibrate.ts';
import type { LeftBehind } from '../deployment/ask.ts';
import { announcement, deploymentFrom, leftText, printPlan, printWait, tiersFrom } from './deployment.ts';
import type { calibrateOptions } from './deployment-options.ts';
import type { OptionValues } from './option.ts';
import { objectFrom } from './options.ts';
import { columns, print } from './output.ts';
import { codeOf } from './errors.ts';

const only = { only: calibrating };

/**
 * Finds out how a deployment behaves, and writes the result to a file.
 *
 * @throws UsageError or DeploymentError naming the option and the fix; then the file is unchanged.
 */
export async function runCalibrate(settings: OptionValues<typeof calibrateOptions>): Promise<void> {
  const { out, json } = settings;
  if (settings['dry-run']) return printPlan(settings, only);
  const tiers = tiersFrom(settings);
  const deployment = deploymentFrom(settings);
  const before = await calibrationIn(out);
  // Before anything is created, because a result that cannot be written would be lost.
  await using file = await replacement(out);
  let leftBehind: LeftBehind = {};
  const calibration = await calibrate(deployment, {
    tiers,
    ...(!json && { onWait: printWait, onLeft: (some: LeftBehind) => (leftBehind = some) }),
    ...(!json && { onReached: () => print(announcement(settings, tiers, only)) }),
  });
  const text = JSON.stringify(calibration, null, 2);
  await file.write(`${text}\n`);
  await print(json ? text : `${calibrationText(calibration, out)}\n${leftText(leftBehind)}`);
  const forgotten = Object.keys(before?.wire ?? {}).filter((option) => !(option in calibration.wire));
  if (forgotten.length > 0) {
    console.error(
      `mailrig-sandbox: Warning: ${out} had ${forgotten.join(', ')} before: use the same tiers as then to find it again.`,
    );
  }
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
          'Differs from the document or a decision, and no option covers it:',
          '',
          ...columns(
            others.map(({ name, value, expected, requirements, decisions }) => [
              `  ${name}`,
              value,
              `expected ${String(expected)} (${[...requirements, ...decisions].join(', ')})`,
            ]),
          ),
        ]),
    '',
    `Written to ${file}. To start a sandbox like this: mailrig-sandbox --wire ${file}`,
  ].join('\n');
}

/**
 * The calibration in a file, if there is one.
 *
 * @throws Error if the file holds something else: a mistyped name must not overwrite it.
 */
async function calibrationIn(file: string): Promise<Calibration | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unwritable(file, error);
  });
  if (text === undefined) return undefined;
  const checked = check(calibrationSchema, objectFrom(text));
  if (checked.ok) return checked.value;
  throw new Error(`${file} holds something else than a calibration: choose another file with --out`);
}

interface Replacement extends AsyncDisposable {
  /** Replaces the file in one step. */
  write(text: string): Promise<void>;
}

/** A file next to another one, for its new content. A link stays a link. */
async function replacement(path: string): Promise<Replacement> {
  const file = await realpath(path).catch(() => path);
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, '').catch((error: unknown) => {
    throw unwritable(path, error);
  });
  return {
    write: async (text) => {
      await writeFile(unfinished, text);
      await rename(unfinished, file);
    },
    [Symbol.asyncDispose]: () => rm(unfinished, { force: true }),
  };
}

function unwritable(file: string, error: unknown): Error {
  return new Error(`${file} cannot be written (${String(codeOf(error))}): choose another file with --out`);
}
