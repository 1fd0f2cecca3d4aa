import { get, plan, post, twice } from '../programs.ts';

/** Two imports get or create the list of readers. */
export const program = plan({
  scenario: {
    tasks: twice(async (fork) => {
      const lists = await get<{ name: string }[]>(fork, '/contact-lists');
      if (!lists.some(({ name }) => name === 'Readers'))
        await post(fork, '/contact-lists', { name: 'Readers' });
    }),
  },
  shows: 'contact list "Readers" was added 2 times',
});
