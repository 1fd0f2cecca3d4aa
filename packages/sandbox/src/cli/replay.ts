import { readFile } from 'node:fs/promises';
import {
  accountFor,
  readRecording,
  type Recording,
  RecordingError,
  replay,
  type ReplayReport,
  replayText,
} from '@mailrig/probes';
import { messageOf } from '../control/control-error.ts';
import { createSandbox } from '../sandbox.ts';
import { UsageError } from './parse.ts';
import type { ReplaySettings } from './record-options.ts';
import { readWire } from './wire-file.ts';

/** A balance that no recording uses up. */
const plenty = 1_000_000_000;

/** Exit codes of `replay`, besides 1 for one that could not run. */
const exitCodes = { same: 0, different: 2, nothing: 3 } as const;

/** What a replay ends with. */
export interface ReplayResult {
  /** The report, as text or as JSON. */
  readonly text: string;
  /** 0 without differences, 2 with some, 3 if nothing was compared. */
  readonly exitCode: number;
}

/** Replays a recording on a new sandbox. */
export async function replayed(settings: ReplaySettings): Promise<ReplayResult> {
  const { recording: file, wire, endpoints, json } = settings;
  if (file === undefined) throw new UsageError('replay needs --recording FILE, the file that record wrote');
  const recording = await recordingIn(file);
  const account = accountFor(recording);
  const { domain, templates, suppressions, verificationResults, outcomes } = account;
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: account.startAt,
    wire: await readWire(wire),
    endpoints,
    // Which requests exceed the limit depends on the traffic, so 429 is not compared.
    rateLimit: false,
    outcomes: (address) => outcomes[address],
    seed: {
      accounts: [{ domain: { name: domain }, credits: plenty, templates, suppressions, verificationResults }],
    },
  });
  const report = await replay(recording, {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    keys: { live: sandbox.liveApiKey, test: sandbox.apiKey },
    clock: { advanceTo: (time) => sandbox.clock.advanceTo(time) },
  });
  return {
    text: json ? JSON.stringify(report, null, 2) : textOf(report, recording),
    exitCode: exitCodeOf(report),
  };
}

function textOf(report: ReplayReport, { cutOff }: Recording): string {
  return cutOff
    ? `${replayText(report)}\n\nThe last line of the recording was cut off and left out.`
    : replayText(report);
}

function exitCodeOf({ compared, differences }: ReplayReport): number {
  if (compared === 0) return exitCodes.nothing;
  return differences.length === 0 ? exitCodes.same : exitCodes.different;
}

async function recordingIn(file: string): Promise<Recording> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`);
  });
  try {
    return readRecording(text);
  } catch (error) {
    if (error instanceof RecordingError) throw new Error(`${file}, ${error.message}`);
    throw error;
  }
}
