import { isAPIError, type Mailrig } from 'mailrig';

/** Calls that lean on what runtimes differ in: fetch, streams, timers and crypto. The id of the email it sent. */
export async function scenario(mail: Mailrig, runtime: string): Promise<string> {
  const content = new Blob([`Bytes from ${runtime}`], { type: 'text/plain' });
  const attachment = await mail.attachments.upload(content, { filename: 'bytes.txt' });
  const { messageId } = await mail.emails.send({
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: `Sent from ${runtime}`,
    text: 'Hello',
    attachmentIds: [attachment.id],
  });
  const refusal = await mail
    .contacts('no-such-list')
    .get('no-such-contact')
    .catch((reason: unknown) => reason);
  if (!isAPIError(refusal)) throw new Error('a refusal of the service is not recognised', { cause: refusal });
  const aborted = await mail.emails
    .list({}, { signal: AbortSignal.abort() })
    .catch((reason: unknown) => reason);
  if (!(aborted instanceof Error) || aborted.name !== 'AbortError') throw new Error('an abort is not heard');
  return messageId;
}
