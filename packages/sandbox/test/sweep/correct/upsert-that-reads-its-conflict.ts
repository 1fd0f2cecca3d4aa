import type { Sandbox } from '@mailrig/sandbox';
import { get, listPath, oneContact, plan, post, put } from '../programs.ts';

/** Who finds that the contact exists changes it. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: {
      'first name': (fork) => save(fork, { firstName: 'Grace' }),
      'last name': (fork) => save(fork, { lastName: 'Hopper' }),
    },
  },
});

async function save(fork: Sandbox, fields: object): Promise<void> {
  const path = `${listPath(fork)}/contacts`;
  try {
    await post(fork, path, { email: 'grace@example.org', ...fields });
  } catch {
    const { contacts } = await get<{ contacts: { id: string; email: string }[] }>(fork, path);
    await put(fork, `${path}/${contacts.find(({ email }) => email === 'grace@example.org')?.id}`, fields);
  }
}
