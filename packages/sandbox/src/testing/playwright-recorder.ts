import type { TestInfo } from '@playwright/test';
import type { FailedTest } from '../control/sandbox/recording.ts';
import type { SweepReport } from '../sweep/report.ts';
import { announce, failedTest, writeRecording } from './recording-file.ts';

/** The last sweep that broke in each test of our `test`. */
const swept = new WeakMap<TestInfo, SweepReport | undefined>();
/** Tests that have a file: each gets at most one. */
const withFile = new WeakSet<TestInfo>();

/** Makes the sweeps of a test wait for its end. */
export function awaitEnd(testInfo: TestInfo): void {
  swept.set(testInfo, undefined);
}

/** Attaches a sweep to its test when that has failed, because a test may expect the matcher to throw. */
export function attachSweep(testInfo: TestInfo, report: SweepReport): void {
  // Nothing announces the end of another `test`.
  if (swept.has(testInfo)) swept.set(testInfo, report);
  else leaveSweep(testInfo, report);
}

/** Attaches what a failed test leaves, its sweep or a recording, unless it has a file. `record` may return none. */
export async function leaveIfFailed(
  testInfo: TestInfo,
  record: (test: FailedTest) => Iterable<string> | Promise<string> | undefined,
): Promise<void> {
  const { status, expectedStatus, titlePath, errors } = testInfo;
  if (status === expectedStatus || withFile.has(testInfo)) return;
  const report = swept.get(testInfo);
  if (report) return leaveSweep(testInfo, report);
  const lines = await record(failedTest(titlePath.join(' > '), errors));
  if (lines !== undefined) leave(testInfo, lines);
}

/** Attaches the results of a sweep: the report as text, and the first break as a file. */
function leaveSweep(testInfo: TestInfo, report: SweepReport): void {
  const body = Buffer.from(String(report));
  testInfo.attachments.push({ name: 'sweep', body, contentType: 'text/plain' });
  leave(testInfo, report.save());
}

/** Attaches a recording. A matcher cannot wait, as `attach` would require. */
function leave(testInfo: TestInfo, lines: Iterable<string>): void {
  withFile.add(testInfo);
  const path = testInfo.outputPath('sandbox.jsonl.br');
  writeRecording(lines, path);
  testInfo.attachments.push({ name: 'sandbox', path, contentType: 'application/octet-stream' });
  announce(path);
}
