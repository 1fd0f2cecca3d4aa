import { readFile, rm, writeFile } from 'node:fs/promises';
import { codeOf } from './system-errors.ts';

/**
 * Keeps a state file for this process: two that save to one file would each undo what the other did.
 * A lock whose process is gone does not count.
 *
 * @returns what gives the file free again.
 * @throws Error naming the file and the process that has it.
 */
export async function lockState(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  while (!(await taken(lock))) {
    const owner = await readFile(lock, 'utf8').catch(() => undefined);
    // It was given free meanwhile.
    if (owner === undefined) continue;
    if (isRunning(owner)) {
      const who = owner === '' ? 'another process' : `process ${owner}`;
      throw new Error(`The state file ${file} is in use by ${who}: stop it, or choose another file`);
    }
    await rm(lock, { force: true });
  }
  return () => rm(lock, { force: true });
}

/** Whether the lock could be made: it fails where there is one. */
async function taken(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether another process runs, by its id; one that has just made its lock has yet to write it. */
export function isRunning(owner: string): boolean {
  if (owner === '') return true;
  const pid = Number(owner);
  // In a container, every start may have the id of the one before.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, but it is there.
    return codeOf(error) === 'EPERM';
  }
}
