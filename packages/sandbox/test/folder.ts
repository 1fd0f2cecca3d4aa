import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that is removed after the last test. */
export function folder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sandbox-'));
}
