import { shellWord } from '@mailrig/contract/checking';
import { writeFile } from 'node:fs/promises';
import type { Sandbox } from '../control/sandbox.ts';
import { parseDuration } from '../service/kernel/duration.ts';
import { pause } from '../service/kernel/timers.ts';
import type { Case } from '../sweep/case.ts';
import { NotRepeatableError } from '../sweep/comparison.ts';
import type { SweepReport } from '../sweep/report.ts';
import type { Scenario } from '../sweep/scenario.ts';
import { sweepBy } from '../sweep/perform.ts';
import { messageOf } from '../control/control-error.ts';
import { type Runner, type Trial, tryCase } from '../sweep/trial.ts';
import type { OptionValues } from './option.ts';
import { print } from './output.ts';
import { UsageError } from './parse.ts';
import { ProgramScheduler } from './program-scheduler.ts';
import { sandboxFor } from './sandbox-for.ts';
import { sweepOptions } from './sweep-options.ts';
import { SweepProgress } from './sweep-progress.ts';
import { SweptProgram } from './swept-program.ts';

type SweepSettings = OptionValues<typeof sweepOptions>;

/** The program fails, or does not do the same twice, although nothing goes wrong. */
class BaselineError extends Error {}

/** Real milliseconds between two runs without faults: times in the content of emails should differ. */
const baselineGap = 1_005;

/**
 * Sweeps a program.
 *
 * @returns the exit code: 0 if everything held, 2 if something broke, 3 if the program fails without a fault or does
 * not do the same twice.
 * @throws UsageError naming the option and the fix.
 */
export async function runSweep(settings: SweepSettings): Promise<number> {
  if (settings.command.length === 0) {
    throw new UsageError(
      'The command to sweep is missing: put it after --, for example mailrig-sandbox sweep -- node worker.ts',
    );
  }
  const program = new SweptProgram(settings);
  const release = endWith(program);
  try {
    const report = await reportOf(settings, program);
    await print(
      settings.json ? JSON.stringify({ held: report.broken.length === 0, ...report }) : `\n${String(report)}`,
    );
    if (report.broken.length === 0) return 0;
    if (settings.save !== undefined) await save(report, settings.save);
    return 2;
  } catch (error) {
    const problem = program.problem ?? baselineProblem(error);
    if (!(problem instanceof BaselineError)) throw problem;
    console.error(`mailrig-sandbox: ${problem.message}`);
    return 3;
  } finally {
    release();
  }
}

/** @throws Error naming the file if it cannot be written. */
async function save(report: SweepReport, file: string): Promise<void> {
  await writeFile(file, report.save()).catch((error: unknown) => {
    throw new UsageError(`--save must be a file that can be written: ${messageOf(error)}`);
  });
}

async function reportOf(settings: SweepSettings, program: SweptProgram): Promise<SweepReport> {
  const sandbox = await sandboxFor({ ...settings, 'auto-provision': false });
  const { operations, replay } = settings;
  const both = settings.faults === settings.crashes;
  const scenario = scenarioOf(settings, program);
  const progress = new SweepProgress(settings);
  progress.begin();
  try {
    return await sweepBy({
      run: runnerOf(sandbox, scenario, settings, program),
      sandbox,
      scenario,
      options: {
        time: 'real',
        concurrency: 1,
        wire: [sandbox.wire],
        ...(both || settings.faults ? {} : { faults: false }),
        // The program decides which of its requests come first.
        orders: false,
        crashes: both || settings.crashes,
        operations,
        replay,
      },
      onCase: (judged, following) => progress.add(judged, following),
    });
  } finally {
    progress.end();
  }
}

function scenarioOf(settings: SweepSettings, program: SweptProgram): Scenario {
  return {
    names: ['command'],
    isFunction: true,
    subject: 'The command',
    replayLine: (token) => replayLine(settings, token),
    isVerbose: settings.verbose,
    setup: () => ({ starts: 0 }),
    run: async (_name, fork, state) => {
      // What setup made.
      const run = state as { starts: number };
      run.starts += 1;
      await program.run(fork, run.starts > 1);
    },
    valueOf: () => undefined,
  };
}

function runnerOf(
  sandbox: Sandbox,
  scenario: Scenario,
  settings: SweepSettings,
  program: SweptProgram,
): Runner {
  const start = sandbox.fork();
  const timeout = parseDuration(settings.timeout) ?? 0;
  let isFirst = true;
  return async (one) => {
    if (one.isVaried) await pause(baselineGap);
    await program.reset();
    program.isLoud = settings.replay !== undefined && !isBaseline(one);
    const schedulerOf = (fork: Sandbox) => new ProgramScheduler(fork, one, { program, timeout });
    const trial = await tryCase(start, scenario, one, true, schedulerOf);
    program.isLoud = false;
    if (program.problem) throw program.problem;
    if (isBaseline(one)) checkBaseline(trial, isFirst);
    isFirst = false;
    return trial;
  };
}

const isBaseline = ({ rule, crash }: Case): boolean => rule === undefined && crash === undefined;

/** @throws BaselineError if a run in which nothing goes wrong shows nothing. */
function checkBaseline({ stuck, failures, requests }: Trial, isFirst: boolean): void {
  if (stuck) {
    throw new BaselineError(
      `The command ${stuck.what} without any fault: let it end when its work is done, or raise --timeout`,
    );
  }
  for (const failure of failures.values()) {
    throw new BaselineError(
      `The command fails without any fault, with ${messageOf(failure)}. Make it work against mailrig-sandbox first`,
    );
  }
  // If only the second run has none, that is a difference, which the sweep finds.
  if (requests.length === 0 && isFirst) {
    throw new BaselineError(
      'The command makes no request: let it read the address from MAILRIG_BASE_URL and the key from MAILRIG_API_KEY',
    );
  }
}

function baselineProblem(error: unknown): unknown {
  if (!(error instanceof NotRepeatableError)) return error;
  return new BaselineError(
    `The command does something different each time (${error.difference}): reset its state with --before, and remove randomness`,
  );
}

/** The line that runs one case again, with the options that change what happens. */
function replayLine(settings: SweepSettings, token: string): string {
  const words = Object.entries(sweepOptions).flatMap(([name, option]) => {
    const value = settings[name as keyof SweepSettings];
    if (['command', 'faults', 'crashes', 'operations', 'replay', 'save', 'verbose', 'json'].includes(name))
      return [];
    if (!('value' in option)) return value === true ? [`--${name}`] : [];
    if (value === undefined || ('fallback' in option && value === option.fallback)) return [];
    return [`--${name}`, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  const all = ['npx', '@mailrig/sandbox', 'sweep', ...words, '--replay', token, '--', ...settings.command];
  return all.map(shellWord).join(' ');
}

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Ends the program when this process ends: its group gets no Ctrl+C. Returns how to forget it. */
function endWith(program: SweptProgram): () => void {
  const kill = () => program.kill();
  const stop = (_signal: NodeJS.Signals, code: number) => process.exit(128 + code);
  process.on('exit', kill);
  for (const name of signals) process.on(name, stop);
  return () => {
    process.off('exit', kill);
    for (const name of signals) process.off(name, stop);
  };
}
