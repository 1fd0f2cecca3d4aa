import { isAPIError, type Mailrig } from 'mailrig';

// #region send
export async function sendReport(mail: Mailrig, path: string): Promise<void> {
  await mail.emails.send({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'The report',
    text: 'See the attachment.',
    attachments: [{ path, filename: 'report.csv' }],
  });
}
// #endregion send

// #region inline
export async function sendLogo(mail: Mailrig, logo: Blob): Promise<void> {
  await mail.emails.send({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'Our logo',
    html: '<p><img src="cid:logo.png" alt="Logo"></p>',
    attachments: [{ content: logo, filename: 'logo.png', inline: true }],
  });
}
// #endregion inline

// #region steps
/** The three steps of `upload`, one at a time. */
export async function inSteps(mail: Mailrig, file: Blob): Promise<string> {
  const upload = await mail.attachments.createUpload({
    filename: 'report.pdf',
    contentType: 'application/pdf',
    size: file.size,
  });
  await mail.attachments.put(upload, file, {
    contentType: 'application/pdf',
    onProgress: ({ sent, total }) => console.log(`${sent} of ${total} bytes`),
  });
  const { id } = await mail.attachments.confirm(upload.attachmentId);
  return id;
}
// #endregion steps

// #region expired
/** Sends with an attachment, and uploads it again if its seven days are over. */
export async function sendTerms(mail: Mailrig, knownId: string, terms: Blob): Promise<string> {
  const send = (id: string) =>
    mail.emails.send({
      from: 'ada@example.com',
      to: 'grace@example.org',
      subject: 'Our terms',
      text: 'See the attachment.',
      attachmentIds: [id],
    });
  try {
    await send(knownId);
    return knownId;
  } catch (error) {
    if (!isAPIError(error, 'ATTACHMENT_NOT_FOUND')) throw error;
    const { id } = await mail.attachments.upload(terms, { filename: 'terms.pdf' });
    await send(id);
    return id;
  }
}
// #endregion expired
