import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folder } from '../../folder.ts';
import { plan, send } from '../programs.ts';

/** Each line of a file is a row that is done. */
export const program = plan({
  scenario: {
    setup: async () => join(await folder(), 'journal'),
    tasks: {
      worker: async (fork, file) => {
        const done = (await readFile(file, 'utf8').catch(() => '')).split('\n');
        for (const to of ['ada@example.org', 'bob@example.org']) {
          if (done.includes(to)) continue;
          await send(fork, { to, idempotencyKey: to });
          await appendFile(file, `${to}\n`);
        }
      },
    },
  },
});
