import { get, plan, rowsFor, send } from '../programs.ts';

/** Before it sends, it checks whether that was done. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const { to } of rows) {
          const { emails } = await get<{ emails: unknown[] }>(fork, `/emails?to=${to}`);
          if (emails.length === 0) await send(fork, { to });
        }
      },
    },
  },
});
