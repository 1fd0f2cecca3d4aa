import { plan, post, twice } from '../programs.ts';

/** The cache has the request, so there is no second one. */
export const program = plan({
  scenario: {
    setup: () => new Map<string, Promise<unknown>>(),
    tasks: twice((fork, cache: Map<string, Promise<unknown>>) => {
      const known = cache.get('Readers') ?? post(fork, '/contact-lists', { name: 'Readers' });
      cache.set('Readers', known);
      return known;
    }),
  },
});
