import type { Sandbox } from '@mailrig/sandbox';
import { contactPath, get, oneContact, plan, put } from '../programs.ts';

/** Each changes one field and writes the whole record. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: {
      'first name': (fork) => change(fork, { firstName: 'Grace' }),
      'last name': (fork) => change(fork, { lastName: 'Hopper' }),
    },
  },
  shows: 'contact ada@example.org',
});

async function change(fork: Sandbox, changed: object): Promise<void> {
  const path = contactPath(fork);
  const { firstName, lastName } = await get<{ firstName: string; lastName: string }>(fork, path);
  await put(fork, path, { firstName, lastName, ...changed });
}
