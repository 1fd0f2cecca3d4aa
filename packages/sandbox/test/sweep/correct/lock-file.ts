import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { folder } from '../../folder.ts';
import { plan, send, twice } from '../programs.ts';

/** The worker that creates the file sends. */
export const program = plan({
  scenario: {
    setup: folder,
    tasks: twice(async (fork, path: string) => {
      const handle = await open(join(path, 'sent'), 'wx').catch(() => undefined);
      if (!handle) return;
      await handle.writeFile('by me');
      await handle.close();
      await send(fork);
    }),
  },
});
