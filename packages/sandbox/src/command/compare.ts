import { check } from '@mailrig/contract';
import { firstOf } from '@mailrig/contract/checking';
import type { Drift, DriftReport, KnownDrift } from '../deployment/drift.ts';
import { UnavailableError } from '../deployment/deployment.ts';
import { compare } from '../deployment/compare.ts';
import * as z from 'zod/mini';
import { parseDuration } from '../service/kernel/duration.ts';
import { announcement, deploymentFrom, leftText, printPlan, printWait, tiersFrom } from './deployment.ts';
import type { compareOptions } from './deployment-options.ts';
import type { OptionValues } from './option.ts';
import { columns, print } from './output.ts';
import { jsonIn, readWire, textOf } from './input-files.ts';

/**
 * Compares a deployment with the sandbox.
 *
 * @returns the exit code: 0 if they do the same, 2 if they differ or an expected difference is gone, 3 if no response
 * of the deployment could be compared.
 * @throws UsageError or DeploymentError naming the option and the fix.
 */
export async function runCompare(settings: OptionValues<typeof compareOptions>): Promise<number> {
  const { json, endpoints } = settings;
  const steps = { waitFor: parseDuration(settings.wait ?? '0') };
  if (settings['dry-run']) {
    await printPlan(settings, steps);
    return 0;
  }
  const tiers = tiersFrom(settings);
  const deployment = deploymentFrom(settings);
  const wire = await readWire(settings.wire);
  const known = settings.known === undefined ? [] : await readKnown(settings.known);
  try {
    const report = await compare(deployment, {
      tiers,
      wire,
      endpoints,
      known,
      ...steps,
      ...(!json && { onWait: printWait }),
      ...(!json && { onReached: () => print(announcement(settings, tiers, steps)) }),
    });
    await print(json ? JSON.stringify(report, null, 2) : reportText(report));
    return report.drift.length + report.stale.length > 0 ? 2 : 0;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    console.error(`mailrig-sandbox: ${error.message}`);
    return 3;
  }
}

const knownSchema = z.array(
  z.object({
    name: z.string(),
    deployment: z.string(),
    sandbox: z.string(),
    reason: z.string(),
    members: z.optional(z.array(z.object({ name: z.string(), deployment: z.string(), sandbox: z.string() }))),
  }),
);

/** Reads the file with the differences that are expected. */
async function readKnown(file: string): Promise<readonly KnownDrift[]> {
  const value = jsonIn(file, await textOf(file));
  const checked = check(knownSchema, value);
  if (checked.ok) return checked.value;
  const [{ field, message } = { field: '', message: 'is wrong' }] = checked.errors;
  throw new Error(`${file}: ${field === '' ? 'the list of known differences' : field} ${message}`);
}

/** The other places of a difference, with their values if these are different. */
function membersText([first, ...others]: Drift['members']): string {
  const names = others.map(({ name, deployment, sandbox }) =>
    deployment === first?.deployment && sandbox === first.sandbox
      ? name
      : `${name} (${deployment}, sandbox ${sandbox})`,
  );
  return `${firstOf(names, mostMembers)}${names.length > mostMembers ? ' (--json)' : ''}`;
}

/** Places that are named for one difference; `--json` names them all. */
const mostMembers = 8;
/** Steps that are named for one reason; `--json` names them all. */
const most = 5;

function reportText(report: DriftReport): string {
  const { same, drift, known, stale, notMeasured } = report;
  const reasons = Object.entries(notMeasured);
  return [
    '',
    ...drift.flatMap(driftLines),
    ...section('Known differences:', known, ({ name, deployment, sandbox }) => [name, deployment, sandbox]),
    ...section(
      'Known differences that no longer occur; remove them from the file:',
      stale,
      ({ name, reason }) => [name, reason],
    ),
    ...section('Not measured:', byReason(reasons), ([reason, names]) => [`${reason}:`, firstOf(names, most)]),
    leftText(report.left),
    `${same.length} the same, ${drift.length} different, ${known.length} known, ${stale.length} outdated, ${reasons.length} not measured`,
  ].join('\n');
}

/** Each reason once, with the options and steps it applies to. */
function byReason(reasons: readonly (readonly [name: string, reason: string])[]): [string, string[]][] {
  const grouped = Map.groupBy(reasons, ([, reason]) => reason);
  return Array.from(grouped, ([reason, rows]) => [reason, rows.map(([name]) => name)]);
}

function driftLines(drift: Drift): string[] {
  const { name, question, verdict, deployment, sandbox, document, seen, option, requirements, decisions } =
    drift;
  const sources = [...requirements, ...decisions];
  return [
    `${name}: ${verdict}`,
    ...columns([
      ['  question', question],
      ['  document', document ?? 'does not say'],
      ['  deployment', `${deployment} (${seen})`],
      ['  sandbox', sandbox],
      ['  request', drift.request],
      ...(drift.members.length < 2 || / in all \w+$/.test(deployment)
        ? []
        : [['  also at', membersText(drift.members)]]),
      ...(sources.length === 0 ? [] : [['  see', sources.join(', ')]]),
      ...(option !== undefined && verdict === 'sandbox is wrong'
        ? [['  fix', `calibrate, or set the wire option ${option}`]]
        : []),
    ]),
    '',
  ];
}

function section<T>(title: string, rows: readonly T[], cells: (row: T) => readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [
    title,
    ...columns(rows.map((row) => cells(row).map((cell, index) => (index === 0 ? `  ${cell}` : cell)))),
    '',
  ];
}
