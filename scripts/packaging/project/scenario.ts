import { isAPIError, type Mailrig } from 'mailrig';

const fields = [{ key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] }] as const;

/** Uses every resource of the client, and so everything in which runtimes differ. Returns the id of its email. */
export async function scenario(mail: Mailrig, runtime: string): Promise<string> {
  // Several runtimes share one sandbox.
  const person = `${crypto.randomUUID()}@example.org`;
  const messageId = await emails(mail, person, runtime);
  await contacts(mail, person);
  await verification(mail, person);
  await failures(mail);
  return messageId;
}

async function emails(mail: Mailrig, to: string, runtime: string): Promise<string> {
  const content = new Blob([`Bytes from ${runtime}`], { type: 'text/plain' });
  const attachment = await mail.attachments.upload(content, { filename: 'bytes.txt' });
  const email = {
    from: 'ada@example.com',
    to,
    subject: `Sent from ${runtime}`,
    text: 'Hello',
    attachmentIds: [attachment.id],
    idempotencyKey: crypto.randomUUID(),
  };
  const { messageId } = await mail.emails.send(email);
  const again = await mail.emails.send(email);
  expect(again.messageId === messageId && again.skipped, 'a repeated send is the first one');
  const listed: string[] = [];
  for await (const { subject } of mail.emails.list({ to, limit: 1 })) listed.push(subject);
  expect(listed.join() === email.subject, 'the email is listed once');
  return messageId;
}

async function contacts(mail: Mailrig, email: string): Promise<void> {
  const { id: listId } = await mail.lists.create({ name: `Of ${email}`, customFields: fields });
  const people = mail.contacts<typeof fields>(listId);
  const { id } = await people.create({ email, customFields: { plan: 'pro' } });
  const changed = await people.update(id, { firstName: 'Grace' });
  expect(changed.customFields.plan === 'pro', 'a field keeps its value');
  await people.suppress(id, 'unsubscribed');
  const { status } = await people.get(id);
  expect(status === 'suppressed', 'a suppressed contact is suppressed');
  const refusal = await failureOf(
    mail.emails.send({ from: 'ada@example.com', to: email, subject: 'No', text: 'No' }),
  );
  expect(isAPIError(refusal, 'RECIPIENT_SUPPRESSED'), 'nobody who is suppressed gets mail');
}

async function verification(mail: Mailrig, email: string): Promise<void> {
  await mail.verification.verify(email);
  const batch = await mail.verification.waitForBatch(await mail.verification.createBatch([email]));
  expect(batch.results.length === 1, 'a batch has a result for each address');
  const statuses: string[] = [];
  const entries: string[] = [];
  const journal = { read: () => entries, append: async (more: readonly string[]) => entries.push(...more) };
  for await (const result of mail.verification.verifyMany([email, email], { journal })) {
    statuses.push(result.ok ? result.value.status : result.error.code);
  }
  expect(statuses.join() === 'clean,clean', 'each item has its row');
}

async function failures(mail: Mailrig): Promise<void> {
  const refusal = await failureOf(mail.contacts('no-such-list').get('no-such-contact'));
  expect(isAPIError(refusal, 'LIST_NOT_FOUND'), 'a refusal of the service is recognised');
  const aborted = await failureOf(mail.emails.list({}, { signal: AbortSignal.abort() }));
  expect(aborted instanceof Error && aborted.name === 'AbortError', 'an abort is heard');
}

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  );
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}.`);
}
