import type { Sandbox } from '@mailrig/sandbox';
import { get, plan, send } from '../programs.ts';

/** A digest takes what is pending, and clears it after sending. */
export const program = plan({
  scenario: {
    setup: () => ['ada'],
    tasks: {
      nightly: digest,
      'after a sign-up': async (fork, pending) => {
        await get(fork, '/contact-lists');
        pending.push('bob');
        await digest(fork, pending);
      },
    },
  },
  shows: 'with text "New: ada, bob"',
});

async function digest(fork: Sandbox, pending: string[]): Promise<void> {
  if (pending.length === 0) return;
  await send(fork, { text: `New: ${pending.join(', ')}` });
  pending.length = 0;
}
