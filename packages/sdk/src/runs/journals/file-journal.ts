import { type FileHandle, open, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Journal } from './journal.ts';
import { lock } from './file-lock.ts';

const lineFeed = 10;

/**
 * A journal in a file, with one line for each entry. Creates the file if there is none.
 *
 * ```ts
 * const run = mail.emails.sendMany(emails, { journal: fileJournal('newsletter-7.journal') });
 * ```
 *
 * Entries are on the disk before the run continues. If the process was killed while it wrote, the broken last
 * line is removed. While a run uses the file, no other run can, in this process, another one or another
 * container. For that there is an empty file `<path>.lock` next to it, which stays. Containers have to share
 * the folder, not only the file.
 *
 * Delete both files when you no longer want to continue the run.
 *
 * @param path Path of the file, which is made if it does not exist.
 */
export function fileJournal(path: string): Journal {
  const file = resolve(path);
  let opened: { readonly handle: FileHandle; readonly unlock: () => void } | undefined;
  const close = async () => {
    try {
      await opened?.handle.close();
    } finally {
      opened?.unlock();
      opened = undefined;
    }
  };
  return {
    name: path,
    async *read() {
      opened = await openLocked(file);
      try {
        yield* wholeLines(opened.handle);
      } catch (error) {
        await close();
        throw error;
      }
    },
    async append(entries) {
      await opened?.handle.appendFile(entries.map((entry) => `${entry}\n`).join(''));
      await opened?.handle.datasync();
    },
    close,
  };
}

/** @throws Error if another run uses the file, maybe through the same journal. */
async function openLocked(file: string) {
  const handle = await open(file, 'a+');
  try {
    return { handle, unlock: lock(await realpath(file)) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** How the first line of every journal begins. */
const start = '{"journal":';

/** The lines of a file. Cuts off a last line that has no end, unless it is the only one, and of no journal. */
async function* wholeLines(handle: FileHandle): AsyncGenerator<string, void, undefined> {
  let unfinished = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    const bytes = Buffer.concat([unfinished, chunk as Buffer]);
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    unfinished = bytes.subarray(whole.length);
    end += whole.length;
    if (whole.length > 0) yield* whole.toString('utf8', 0, whole.length - 1).split('\n');
  }
  if (unfinished.length === 0) return;
  if (end === 0 && !start.startsWith(unfinished.toString('utf8', 0, start.length)))
    yield unfinished.toString();
  else await handle.truncate(end);
}
