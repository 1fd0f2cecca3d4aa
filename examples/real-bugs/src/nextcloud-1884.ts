import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** The users who want an email about what happened, and the number of the last activity. */
const setup = () =>
  new Map([
    ['ada@example.org', { until: 12 }],
    ['bob@example.org', { until: 9 }],
  ]);
type Activities = ReturnType<typeof setup>;

async function bug(mail: Mailrig, activities: Activities): Promise<void> {
  const users = [...activities.keys()];
  for (const to of users) await mail.emails.send(letter(to));
  for (const to of users) activities.delete(to);
}

async function fix(mail: Mailrig, activities: Activities): Promise<void> {
  for (const [to, { until }] of activities) {
    await mail.emails.send({ ...letter(to), idempotencyKey: `activities-${to}-${until}` });
    activities.delete(to);
  }
}

export const nextcloud1884 = realBug({
  name: 'nextcloud activity 1884',
  issue: 'https://github.com/nextcloud/activity/issues/1884',
  setup,
  bug: { 'background job': bug, 'cron job': bug },
  fix: { 'background job': fix, 'cron job': fix },
  options: { faults: false },
});
