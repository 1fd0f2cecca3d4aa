import { plan, send, twice } from '../programs.ts';

/** Workers share a cursor, and move it after sending. */
export const program = plan({
  scenario: {
    setup: () => ({ next: 0, to: ['ada@example.org', 'bob@example.org'] }),
    tasks: twice(async (fork, work: { next: number; to: string[] }) => {
      for (let to = work.to[work.next]; to !== undefined; to = work.to[work.next]) {
        const { next } = work;
        await send(fork, { to });
        work.next = next + 1;
      }
    }),
  },
  shows: 'sent 2 times',
});
