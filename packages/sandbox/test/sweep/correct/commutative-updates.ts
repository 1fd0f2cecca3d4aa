import { contactPath, oneContact, plan, put } from '../programs.ts';

/** Each changes a field of its own. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: {
      'first name': (fork) => put(fork, contactPath(fork), { firstName: 'Grace' }),
      'last name': (fork) => put(fork, contactPath(fork), { lastName: 'Hopper' }),
    },
  },
});
