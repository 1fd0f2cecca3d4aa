import type { EmailStatus } from 'mailrig';
import { type Cast, type Chapter, must } from './chapter.ts';

const statuses: readonly EmailStatus[] = ['queued', 'sent', 'delivered', 'bounced', 'failed'];

/** Moves the clock and watches the emails of the previous chapter arrive. */
export const delivery: Chapter = {
  title: "Delivery, on the sandbox's clock",
  steps: [
    { title: 'right away', run: (cast) => standing(cast, '4 queued') },
    { title: 'half a second later', run: (cast) => later(cast, '500ms', '4 sent') },
    { title: 'two seconds later', run: (cast) => later(cast, '2s', '3 delivered, 1 bounced') },
    {
      title: 'list the one that bounced',
      run: async ({ live }) => {
        const addresses: string[] = [];
        for await (const email of live.emails.list({ status: 'bounced' })) addresses.push(...email.to);
        must(addresses.join() === 'bounce@example.org', 'only the bounce address bounced');
        return `it was sent to ${addresses.join(', ')}`;
      },
    },
  ],
};

async function later(cast: Cast, by: string, expected: string): Promise<string> {
  await cast.control.moveClock({ advance: by });
  return standing(cast, expected);
}

async function standing({ live }: Cast, expected: string): Promise<string> {
  const pages = await Promise.all(statuses.map((status) => live.emails.list({ status, limit: 1 })));
  const counts = statuses
    .map((status, index) => ({ status, total: pages[index]?.total ?? 0 }))
    .filter(({ total }) => total > 0)
    .map(({ status, total }) => `${total} ${status}`)
    .join(', ');
  must(counts === expected, `the emails are ${expected}, not ${counts}`);
  return counts;
}
