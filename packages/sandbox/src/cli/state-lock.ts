import { readFile, rm, writeFile } from 'node:fs/promises';
import { codeOf } from './system-errors.ts';

/**
 * Locks a state file for this process: two processes would overwrite each other's state. The lock of
 * a dead process is ignored.
 *
 * @returns a function that releases the lock.
 * @throws Error naming the file and the process that holds the lock.
 */
export async function lockState(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  while (!(await created(lock))) {
    const owner = await readFile(lock, 'utf8').catch(() => undefined);
    // The lock was released in between.
    if (owner === undefined) continue;
    if (isRunning(owner)) {
      const who = owner === '' ? 'another process' : `process ${owner}`;
      throw new Error(`The state file ${file} is in use by ${who}: stop it, or choose another file`);
    }
    await rm(lock, { force: true });
  }
  return () => rm(lock, { force: true });
}

/** Creates the lock; returns false if there is one already. */
async function created(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether another process is running. An empty id means that the lock was created this very moment. */
export function isRunning(owner: string): boolean {
  if (owner === '') return true;
  const pid = Number(owner);
  // In a container, every start may get the same process id.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user exists, but may not be signalled.
    return codeOf(error) === 'EPERM';
  }
}
