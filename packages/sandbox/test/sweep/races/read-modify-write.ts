import { contactPath, get, oneContact, plan, put, twice } from '../programs.ts';

/** Both append to the name of a contact that they have read. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: twice(async (fork) => {
      const path = contactPath(fork);
      const { firstName } = await get<{ firstName: string }>(fork, path);
      await put(fork, path, { firstName: `${firstName}!` });
    }),
  },
  shows: 'firstName "Ada!", "Ada!!" expected',
});
