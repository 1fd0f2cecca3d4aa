import type { SendEmailFields, SendResult } from 'mailrig';

// #region client
import { Mailrig } from 'mailrig';

/** Reads MAILRIG_API_KEY and MAILRIG_BASE_URL. */
export function connect(): Mailrig {
  return new Mailrig({ timeout: 10_000 });
}
// #endregion client

// #region send
export async function greet(mail: Mailrig): Promise<string> {
  const sent = await mail.emails.send({
    from: '"Ada Lovelace" <ada@example.com>',
    to: ['grace@example.org', 'Bob <bob@example.org>', { name: 'Doe, John', email: 'john@example.org' }],
    replyTo: 'support@example.com',
    subject: 'Hello',
    html: '<p>Hello from <b>Ada</b></p>',
    text: 'Hello from Ada',
    headers: { 'X-Campaign': 'hello' },
  });
  return sent.messageId;
}
// #endregion send

// #region helper
/** Sends an email from the address of the app. */
export function notify(mail: Mailrig, email: Omit<SendEmailFields, 'from'>): Promise<SendResult> {
  return mail.emails.send({ from: 'ada@example.com', ...email });
}
// #endregion helper

// #region one-each
/** Sends one email to each person, so nobody sees the other recipients. */
export async function greetEach(mail: Mailrig, people: readonly string[]): Promise<void> {
  const email = { from: 'ada@example.com', subject: 'Hello', text: 'Hello from Ada' };
  for await (const { item, ...result } of mail.emails.sendMany(people.map((to) => ({ ...email, to })))) {
    if (!result.ok) console.error(item.to, result.error.message);
  }
}
// #endregion one-each

// #region live-or-test
export async function wasReallySent(mail: Mailrig): Promise<boolean> {
  const result = await mail.emails.send({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'Hello',
    text: 'Hi',
  });
  if (result.sandbox) console.log('only simulated, for', result.recipients);
  else console.log('accepted at', result.createdAt);
  return !result.sandbox;
}
// #endregion live-or-test

// #region list
/** Addresses whose mail has bounced since the given day. */
export async function bouncedSince(mail: Mailrig, day: string): Promise<string[]> {
  const addresses: string[] = [];
  for await (const email of mail.emails.list({ status: 'bounced', startDate: day }))
    addresses.push(...email.to);
  return addresses;
}
// #endregion list

// #region details
export async function requestIdOf(mail: Mailrig): Promise<string | undefined> {
  const { data, requestId, rateLimit } = await mail.emails.list({ limit: 1 }).withResponse();
  console.log(data.total, 'emails;', rateLimit?.remaining, 'requests left this minute');
  return requestId;
}
// #endregion details
