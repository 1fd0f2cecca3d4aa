import type { TestInfo } from '@playwright/test';
import type { FailedTest } from '../control/sandbox/recording.ts';
import type { SweepReport } from '../sweep/report.ts';
import { announce, failedTest, writeRecording } from './recording-file.ts';

/** Tests that have a file: each gets at most one. */
const left = new WeakSet<TestInfo>();

/** Attaches the results of a sweep to the test that it fails: the report as text, and the first break as a file. */
export function attachSweep(testInfo: TestInfo, report: SweepReport): void {
  const body = Buffer.from(String(report));
  testInfo.attachments.push({ name: 'sweep', body, contentType: 'text/plain' });
  leave(testInfo, report.save());
}

/** Attaches the recording of a failed test, unless it already has a file. `record` may return none. */
export async function leaveIfFailed(
  testInfo: TestInfo,
  record: (test: FailedTest) => Iterable<string> | Promise<string> | undefined,
): Promise<void> {
  const { status, expectedStatus, titlePath, errors } = testInfo;
  if (status === expectedStatus || left.has(testInfo)) return;
  const lines = await record(failedTest(titlePath.join(' > '), errors));
  if (lines !== undefined) leave(testInfo, lines);
}

/** Attaches a recording. A matcher cannot wait, as `attach` would require. */
function leave(testInfo: TestInfo, lines: Iterable<string>): void {
  left.add(testInfo);
  const path = testInfo.outputPath('sandbox.jsonl.br');
  writeRecording(lines, path);
  testInfo.attachments.push({ name: 'sandbox', path, contentType: 'application/octet-stream' });
  announce(path);
}
