import { readFile, rm, writeFile } from 'node:fs/promises';
import { kill, pid } from 'node:process';

/** Files that this process has locked. */
const locked = new Set<string>();

/**
 * Locks a file for one user in one process. The lock of a dead process is ignored.
 *
 * @param file Absolute path.
 * @returns A function that releases the lock.
 * @throws Error naming the file and the process that holds the lock.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`;
  while (!(await created(path))) {
    const owner = await readFile(path, 'utf8').catch(() => undefined);
    // The lock was released in between.
    if (owner === undefined) continue;
    if (isInUse(file, owner)) {
      const who = owner === '' ? 'another process' : `process ${owner}`;
      throw new Error(`${file} is in use by ${who}; wait for it, or delete ${path} if it is gone`);
    }
    await rm(path, { force: true });
  }
  locked.add(file);
  return async () => {
    locked.delete(file);
    await rm(path, { force: true });
  };
}

async function created(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the owner is running. An empty id means that the lock was created this very moment. */
function isInUse(file: string, owner: string): boolean {
  if (owner === '') return true;
  const id = Number(owner);
  if (!Number.isInteger(id) || id <= 0) return false;
  // In a container, every start may get the same process id.
  if (id === pid) return locked.has(file);
  try {
    kill(id, 0);
    return true;
  } catch (error) {
    // The process of another user exists, but may not be signalled.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}
