import type { Mailrig, SendResult } from 'mailrig';

// #region wait
/** Whether an email reached its recipient. */
export async function reached(mail: Mailrig, sent: SendResult): Promise<boolean> {
  const { status } = await mail.emails.waitFor(sent, { totalTimeout: 300_000 });
  return status === 'delivered';
}
// #endregion wait

// #region changes
/** Keeps the cursor between two runs. */
export interface CursorStore {
  save(cursor: string | undefined): Promise<void>;
}

/** Reports bounces, from where the last run stopped. */
export async function watchBounces(mail: Mailrig, cursor: string | undefined, store: CursorStore) {
  const changes = mail.emails.changes({ since: cursor });
  for await (const { email, milestone } of changes) {
    if (milestone === 'bounced') console.warn('bounced:', email.to);
    await store.save(changes.cursor);
  }
}
// #endregion changes
