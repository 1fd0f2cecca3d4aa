import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plan, send, twice } from '../programs.ts';

/** The worker that creates the file sends. */
export const program = plan({
  scenario: {
    setup: () => mkdtemp(join(tmpdir(), 'sweep-')),
    tasks: twice(async (fork, folder: string) => {
      const handle = await open(join(folder, 'sent'), 'wx').catch(() => undefined);
      if (!handle) return;
      await handle.writeFile('by me');
      await handle.close();
      await send(fork);
    }),
  },
});
