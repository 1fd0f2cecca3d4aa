import { get, plan, send } from '../programs.ts';

/** A worker polls every second for what another task adds. */
export const program = plan({
  scenario: {
    setup: (): string[] => [],
    tasks: {
      'sign-up': async (fork, rows) => {
        await get(fork, '/contact-lists');
        rows.push('ada@example.org');
      },
      worker: async (fork, rows) => {
        for (let polls = 0; rows.length === 0 && polls < 3; polls += 1) {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
        for (const to of rows.splice(0)) await send(fork, { to });
      },
    },
  },
});
