#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { tooOld } from './node-version.ts';

const complaint = tooOld(process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}
// A static import would load everything first and fail on an older Node before the check.
const { runCommandLine } = await import('./run.ts');
process.exit(await runCommandLine(process.argv.slice(2), { ready }));

/**
 * Leaves the memory for new objects as it is before the first request, 2 × 4 MiB. Under load, it would grow to 2 × 64:
 * a garbage collection would take several times as long, and the process a third more memory.
 */
async function ready(): Promise<void> {
  setFlagsFromString('--semi-space-growth-factor=1');
}
