#!/usr/bin/env node
import { tooOld } from './node-version.ts';

const complaint = tooOld(process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}
// A static import would load everything first and fail on an older Node before the check.
const { runCommandLine } = await import('./run.ts');
process.exit(await runCommandLine(process.argv.slice(2)));
