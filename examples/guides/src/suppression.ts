import { isAPIError, type Mailrig } from 'mailrig';

// #region unsubscribe
/** What the link "unsubscribe" in your mail leads to. Asking twice is as good as once. */
export async function unsubscribe(mail: Mailrig, listId: string, contactId: string): Promise<void> {
  try {
    await mail.contacts(listId).suppress(contactId, 'unsubscribed');
  } catch (error) {
    if (!isAPIError(error, 'ALREADY_SUPPRESSED')) throw error;
  }
}
// #endregion unsubscribe

// #region send
/** Sends to those who want mail; returns the addresses that were left out. */
export async function sendToWilling(mail: Mailrig, to: readonly string[]): Promise<readonly string[]> {
  const email = { from: 'news@example.com', subject: 'News', text: 'Here is what happened.' };
  try {
    await mail.emails.send({ ...email, to });
    return [];
  } catch (error) {
    if (!isAPIError(error, 'RECIPIENT_SUPPRESSED')) throw error;
    const suppressed = error.details?.suppressed ?? to;
    const willing = to.filter((address) => !suppressed.includes(address));
    if (willing.length > 0) await mail.emails.send({ ...email, to: willing });
    return suppressed;
  }
}
// #endregion send
