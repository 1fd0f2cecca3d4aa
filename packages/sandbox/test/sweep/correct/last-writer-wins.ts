import { contactPath, oneContact, plan, put } from '../programs.ts';

/** Both set the same field: the last one wins, as one after the other. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: {
      ada: (fork) => put(fork, contactPath(fork), { firstName: 'Ada' }),
      bob: (fork) => put(fork, contactPath(fork), { firstName: 'Bob' }),
    },
  },
});
