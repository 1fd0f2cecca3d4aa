import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** Who gets the campaign, and who has it, in the database. */
const setup = () => ({ to: ['ada@example.org', 'bob@example.org'], sent: new Set<string>() });
type Campaign = ReturnType<typeof setup>;

/** An error pauses the campaign. Who resumes it runs this again. */
async function bug(mail: Mailrig, campaign: Campaign): Promise<void> {
  for (const to of campaign.to) await mail.emails.send(letter(to));
}

async function fix(mail: Mailrig, campaign: Campaign): Promise<void> {
  for (const to of campaign.to) {
    if (campaign.sent.has(to)) continue;
    await mail.emails.send({ ...letter(to), idempotencyKey: `campaign-1-${to}` });
    campaign.sent.add(to);
  }
}

export const listmonk2313 = realBug({
  name: 'listmonk 2313',
  issue: 'https://github.com/knadh/listmonk/issues/2313',
  setup,
  bug: { campaign: bug },
  fix: { campaign: fix },
  options: { repeat: true },
});
