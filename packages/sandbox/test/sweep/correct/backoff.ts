import { plan, send } from '../programs.ts';

/** A worker waits as long as the service asks it to. */
export const program = plan({
  prepare: async (sandbox) =>
    void sandbox.faults.add({ times: 2, effect: { status: 429, retryAfter: 3_600 } }),
  scenario: {
    tasks: {
      ada: (fork) => patiently(() => send(fork, { to: 'ada@example.org' })),
      bob: (fork) => patiently(() => send(fork, { to: 'bob@example.org' })),
    },
  },
});

async function patiently(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    return patiently(work);
  }
}
