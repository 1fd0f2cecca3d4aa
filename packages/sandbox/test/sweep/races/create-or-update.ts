import type { Sandbox } from '@mailrig/sandbox';
import { get, listPath, oneContact, plan, post, put } from '../programs.ts';

/** Each adds a field of its own, and creates the contact if there is none. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: {
      'first name': (fork) => save(fork, { firstName: 'Grace' }),
      'last name': (fork) => save(fork, { lastName: 'Hopper' }),
    },
  },
  shows: 'contact grace@example.org',
});

async function save(fork: Sandbox, fields: object): Promise<void> {
  const path = `${listPath(fork)}/contacts`;
  const { contacts } = await get<{ contacts: { id: string; email: string }[] }>(fork, path);
  const found = contacts.find(({ email }) => email === 'grace@example.org');
  if (found) await put(fork, `${path}/${found.id}`, fields);
  else await post(fork, path, { email: 'grace@example.org', ...fields });
}
