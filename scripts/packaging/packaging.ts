import { styleText } from 'node:util';
import { setup as ownTemporaryFolder } from '../../tooling/temporary-folder.ts';
import { type Case, cases, firstCase, type Place } from './cases.ts';
import { createProject } from './project.ts';
import { startSandbox } from './sandbox-server.ts';

/**
 * Packs the built packages as for publishing, installs them in an app outside the workspace, and runs
 * the cases in `cases.ts` there, two at a time.
 */
const start = performance.now();
// The guides leave files there.
process.once('exit', ownTemporaryFolder());
await using project = await createProject();
await using sandbox = await startSandbox(project.folder);
const { folder, bare, tarballs } = project;
const place: Place = { folder, bare, tarballs, env: sandbox.env };
console.log(line('ready', 'packed and installed', start));

let failed = 0;
await attempt(firstCase);
const waiting = cases.values();
await Promise.all([work(), work()]);
process.exitCode = failed === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (const one of waiting) await attempt(one);
}

async function attempt({ name, skip, run }: Case): Promise<void> {
  const begin = performance.now();
  const reason = skip?.(place);
  if (reason !== undefined) return console.log(line(styleText('yellow', 'skipped'), name, begin, reason));
  try {
    const remark = await run(place);
    console.log(line(styleText('green', 'passed'), name, begin, remark?.trim().replaceAll('\n', ', ')));
  } catch (error) {
    failed += 1;
    console.log(line(styleText('red', 'failed'), name, begin));
    console.log(error instanceof Error ? error.message : error);
  }
}

function line(verdict: string, name: string, begin: number, remark?: string): string {
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  return `${verdict}  ${name} (${seconds} s)${remark ? `: ${remark}` : ''}`;
}
