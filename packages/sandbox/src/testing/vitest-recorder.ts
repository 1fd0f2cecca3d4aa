import * as vitest from 'vitest';
import type { Sandbox } from '../control/sandbox.ts';
import type { SweepReport } from '../sweep/report.ts';
import { announce, failedTest, recordingOfTest, writeRecording } from './recording-file.ts';

type Test = vitest.RunnerTestCase;

/** Tests with a sweep that failed: their file is that of the sweep. */
const swept = new WeakSet<Test>();

/** Attaches the results of a sweep to the test that it fails: the report as text, and the first break as a file. */
export function attachSweep(test: Test, report: SweepReport): void {
  const annotated = test.context.annotate(String(report), 'sweep');
  swept.add(test);
  // A failing test does not wait for its annotations, and accepts no others.
  test.context.onTestFinished(async () => {
    await Promise.allSettled([annotated]);
    // A test may expect the matcher to throw.
    if (test.result?.state !== 'fail') return;
    await leave(test, report.save());
  });
}

/** Leaves a file with the state of a sandbox if its test has failed. */
export async function recordFailure(test: Test, sandbox: Sandbox): Promise<void> {
  if (test.result?.state !== 'fail' || test.fails || swept.has(test)) return;
  const title = `${test.file.name} > ${test.fullTestName ?? test.name}`;
  await leave(test, recordingOfTest(sandbox, failedTest(title, test.result.errors)));
}

/** Adds a file to a test, also one that has ended. Vitest copies it to its folder of attachments. */
type RecordArtifact = (
  test: Test,
  artifact: { readonly type: string; readonly attachments: readonly TestFile[] },
) => Promise<{ readonly attachments?: readonly TestFile[] }>;

interface TestFile {
  readonly path?: string;
  readonly contentType?: string;
}

// Older versions do not have it.
const { recordArtifact } = vitest as unknown as { readonly recordArtifact?: RecordArtifact };

async function leave(test: Test, lines: Iterable<string>): Promise<void> {
  swept.delete(test);
  const path = writeRecording(lines) ?? (await writeFromPage(test, lines));
  if (path === undefined) return;
  const attachments = [{ path, contentType: 'application/octet-stream' }];
  const recorded = await recordArtifact?.(test, { type: 'mailrig:recording', attachments });
  announce(recorded?.attachments?.[0]?.path ?? path);
}

/** Requests of a test in Vitest's browser mode to its server. */
interface BrowserContext {
  readonly server: { readonly config: { readonly root: string } };
  readonly commands: { writeFile(path: string, text: string): Promise<void> };
}

/** Its module as a URL of Vite: versions of Vitest name it differently, and Vite refuses missing imports. */
const contexts = ['/@id/vitest/browser', '/@id/@vitest/browser/context'];

/** Writes a recording in Vitest's browser mode, through its server, which may forbid it. */
async function writeFromPage(test: Test, lines: Iterable<string>): Promise<string | undefined> {
  for (const context of contexts) {
    try {
      const { commands, server }: BrowserContext = await import(/* @vite-ignore */ context);
      const path = `${server.config.root}/.vitest/mailrig-${test.id}.jsonl`;
      await commands.writeFile(path, [...lines].join(''));
      return path;
    } catch {
      // The next one.
    }
  }
  return undefined;
}
