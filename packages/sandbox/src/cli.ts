#!/usr/bin/env node
import { tooOld } from './cli/node-version.ts';

const complaint = tooOld(process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}
// All that a static import leads to would be evaluated first, and fail by what an older Node lacks.
const { runCommandLine } = await import('./cli/run.ts');
process.exit(await runCommandLine(process.argv.slice(2)));
