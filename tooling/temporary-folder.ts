import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A global setup of Vitest: what tests and the programs that they start write into the folder for temporary files is
 * removed after the last test. Packaging uses it as well.
 *
 * @returns what removes the folder.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
