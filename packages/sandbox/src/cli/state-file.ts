import { constants } from 'node:fs';
import { access, open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../control/control-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { isRunning } from './state-lock.ts';
import { codeOf } from './system-errors.ts';

/**
 * Replaces the state of the sandbox with that of a file, including clock and wire options.
 *
 * @returns whether the file exists; if not, the sandbox stays unchanged.
 * @throws Error naming the file and the reason; the sandbox then stays unchanged.
 */
export async function loadState(sandbox: Sandbox, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`The state file ${file} cannot be read: ${messageOf(error)}`);
  });
  if (text === undefined) return false;
  try {
    sandbox.load(JSON.parse(text));
  } catch (error) {
    throw new Error(`The state file ${file} is damaged and stays unchanged: ${messageOf(error)}`);
  }
  return true;
}

/**
 * Writes the whole state of a sandbox to a file. The file is replaced in one step, so it holds the old
 * state or the new one even if the machine crashes. If the path is a symbolic link, its target is
 * replaced.
 */
export async function saveState(sandbox: Sandbox, file: string): Promise<void> {
  const target = await followed(file);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(sandbox.save()));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new Error(`The state file ${file} cannot be written: ${messageOf(error)}`);
  }
}

/** Follows symbolic links to the path of a file, which need not exist yet. */
export async function followed(path: string, links = 40): Promise<string> {
  const link = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  return link === undefined ? path : followed(resolve(await realpath(dirname(path)), link), links - 1);
}

/** Removes temporary files of processes that were killed while they saved the state. */
export async function clearLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const prefix = `${basename(file)}.`;
  const leftovers = (await readdir(folder).catch(() => [])).filter((name) => {
    const owner = name.startsWith(prefix) && /^(\d+)\.tmp$/.exec(name.slice(prefix.length))?.[1];
    return owner && !isRunning(owner);
  });
  // A leftover that cannot be removed does no harm.
  await Promise.allSettled(leftovers.map((name) => rm(join(folder, name), { force: true })));
}

/** Throws at the start if the state could not be written at the end. */
export async function checkWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw new Error(`The state file ${file} cannot be written: ${messageOf(error)}`);
  });
}
