import { isAPIError, type Mailrig } from 'mailrig';

// #region unsubscribe
/** The handler behind your unsubscribe link. Calling it twice is fine. */
export async function unsubscribe(mail: Mailrig, listId: string, contactId: string): Promise<void> {
  try {
    await mail.contacts(listId).suppress(contactId, 'unsubscribed');
  } catch (error) {
    if (!isAPIError(error, 'ALREADY_SUPPRESSED')) throw error;
  }
}
// #endregion unsubscribe

// #region send
/** Sends to everyone who is not suppressed; returns the addresses it left out. */
export async function sendToOthers(mail: Mailrig, to: readonly string[]): Promise<readonly string[]> {
  const email = { from: 'news@example.com', subject: 'News', text: 'Here is what happened.' };
  try {
    await mail.emails.send({ ...email, to });
    return [];
  } catch (error) {
    if (!isAPIError(error, 'RECIPIENT_SUPPRESSED')) throw error;
    const suppressed = error.details?.suppressed ?? to;
    const others = to.filter((address) => !suppressed.includes(address));
    if (others.length > 0) await mail.emails.send({ ...email, to: others });
    return suppressed;
  }
}
// #endregion send
