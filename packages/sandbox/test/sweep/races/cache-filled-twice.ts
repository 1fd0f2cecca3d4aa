import { plan, post, twice } from '../programs.ts';

/** Two requests find no cached list, and both create it. */
export const program = plan({
  scenario: {
    setup: () => new Map<string, unknown>(),
    tasks: twice(async (fork, cache: Map<string, unknown>) => {
      if (!cache.has('Readers'))
        cache.set('Readers', await post(fork, '/contact-lists', { name: 'Readers' }));
    }),
  },
  shows: 'added 2 times, 1 expected',
});
