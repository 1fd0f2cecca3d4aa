import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';

/** Sends one email to a sandbox in this process, or to the one at MAILRIG_BASE_URL. */
const inProcess = process.env.MAILRIG_BASE_URL ? {} : createSandbox();
const { apiKey, baseUrl, fetch } = inProcess;
const mail = new Mailrig({ apiKey, baseUrl, fetch });
const { messageId } = await mail.emails.send({
  from: 'Ada <ada@example.com>',
  to: 'grace@example.org',
  subject: 'Hello',
  text: 'Hello Grace',
});
console.log(`sent ${messageId}`);
