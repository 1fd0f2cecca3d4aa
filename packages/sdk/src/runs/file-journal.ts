import { type FileHandle, open } from 'node:fs/promises';
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
 * Entries are on the disk before the run goes on. If the process was killed while it wrote, the broken last
 * line is removed. While a run uses the file, no other run can: the file `<path>.lock` has the id of its
 * process. A lock that a dead process left behind is ignored.
 *
 * Delete the file when you no longer want to continue the run.
 */
export function fileJournal(path: string): Journal {
  const file = resolve(path);
  let handle: FileHandle | undefined;
  let unlock: (() => Promise<void>) | undefined;
  const close = async () => {
    await handle?.close();
    await unlock?.();
    handle = undefined;
    unlock = undefined;
  };
  return {
    name: path,
    async *read() {
      // If this fails, another run uses the file, maybe through this object.
      unlock = await lock(file);
      try {
        handle = await open(file, 'a+');
        yield* wholeLines(handle);
      } catch (error) {
        await close();
        throw error;
      }
    },
    async append(entries) {
      await handle?.appendFile(entries.map((entry) => `${entry}\n`).join(''));
      await handle?.datasync();
    },
    close,
  };
}

/** The lines of a file. Cuts off a last line that has no end. */
async function* wholeLines(handle: FileHandle): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    rest = bytes.subarray(whole.length);
    end += whole.length;
    if (whole.length > 0) yield* whole.toString('utf8', 0, whole.length - 1).split('\n');
  }
  if (rest.length > 0) await handle.truncate(end);
}
