import { Mailrig } from 'mailrig';

// #region before
const baseUrl = process.env['MAILRIG_BASE_URL'] ?? 'http://127.0.0.1:4010';

export async function sendByHand(fetch: typeof globalThis.fetch, apiKey: string, to: string) {
  const response = await fetch(`${baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' }),
  });
  if (!response.ok) throw new Error(`send failed: ${response.status}`);
  const { data } = (await response.json()) as { data: { messageId: string } };
  return data.messageId;
}
// #endregion before

// #region after
export async function send(fetch: typeof globalThis.fetch, apiKey: string, to: string) {
  const mail = new Mailrig({ apiKey, baseUrl, fetch });
  const sent = await mail.emails.send({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' });
  return sent.messageId;
}
// #endregion after

// #region pages
export async function everyContact(mail: Mailrig, listId: string): Promise<string[]> {
  const addresses: string[] = [];
  for await (const { email } of mail.contacts(listId).list()) addresses.push(email);
  return addresses;
}
// #endregion pages

// #region request
/** Calls an endpoint by its path, with the client's key, retries and errors, and returns the bare payload. */
export function rawStats(mail: Mailrig): Promise<unknown> {
  return mail.request('GET', '/api/v1/email-verification/stats');
}
// #endregion request
