import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** Who gets the campaign, and how far it is, in the database. */
const setup = () => ({ to: ['ada@example.org', 'bob@example.org'], next: 0 });
type Campaign = ReturnType<typeof setup>;

async function bug(mail: Mailrig, campaign: Campaign): Promise<void> {
  const batch = campaign.to.slice(campaign.next, campaign.next + 100);
  campaign.next += batch.length;
  for (const to of batch) await mail.emails.send(letter(to));
}

async function fix(mail: Mailrig, campaign: Campaign): Promise<void> {
  for (const to of campaign.to.slice(campaign.next, campaign.next + 100)) {
    await mail.emails.send({ ...letter(to), idempotencyKey: `campaign-1-${to}` });
    campaign.next += 1;
  }
}

export const listmonk3022 = realBug({
  name: 'listmonk 3022',
  issue: 'https://github.com/knadh/listmonk/issues/3022',
  setup,
  bug: { campaign: bug },
  fix: { campaign: fix },
  options: { faults: false, crashes: true },
});
