import { constants } from 'node:fs';
import { access, open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../control/control-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { isRunning } from './state-lock.ts';
import { codeOf } from './system-errors.ts';

/**
 * Puts the state of a file in the place of that of the sandbox, clock and wire options included.
 *
 * @returns whether there was such a file; without one the sandbox stays as it is.
 * @throws Error naming the file and why its state is refused; the sandbox then stays as it is.
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
    throw new Error(`The state file ${file} is damaged, and is left as it is: ${messageOf(error)}`);
  }
  return true;
}

/**
 * Writes the whole state of a sandbox to a file. The file is replaced in one step: whoever reads it
 * finds the old state or the new one, even where the machine stops halfway. Of a symbolic link, it is
 * the file that it leads to.
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

/** Where a path leads that may be a symbolic link, to a file that need not be there yet. */
export async function followed(path: string, links = 40): Promise<string> {
  const link = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  return link === undefined ? path : followed(resolve(await realpath(dirname(path)), link), links - 1);
}

/** Removes what was written for a state file by processes that were ended before they had saved it. */
export async function clearLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const prefix = `${basename(file)}.`;
  const leftovers = (await readdir(folder).catch(() => [])).filter((name) => {
    const owner = name.startsWith(prefix) && /^(\d+)\.tmp$/.exec(name.slice(prefix.length))?.[1];
    return owner && !isRunning(owner);
  });
  // One that cannot be removed is in nobody's way.
  await Promise.allSettled(leftovers.map((name) => rm(join(folder, name), { force: true })));
}

/** Fails where no state file can be written, so that nobody learns it only at the end. */
export async function checkWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw new Error(`The state file ${file} cannot be written: ${messageOf(error)}`);
  });
}
