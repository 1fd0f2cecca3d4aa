import { type Email, formatTimestamp, type ListEmailsQuery, parseMailbox } from '@mailrig/contract';
import { type Fields, fieldsOf } from '../call/fields.ts';
import type { RequestOptions } from '../options.ts';

/** Milliseconds that the clocks of client and service may differ. */
const margin = 600_000;

/**
 * Looks in the list for an email that may have been sent.
 *
 * @param since When it was first tried, in milliseconds since 1970.
 * @param others Message ids of emails that are known to be others.
 * @returns `undefined` if there is no email since then with the same sender, recipients, and subject or
 * template.
 */
export async function findSent(
  list: (query: ListEmailsQuery, options: RequestOptions) => AsyncIterable<Email>,
  email: object,
  since: number,
  others: ReadonlySet<string>,
  options: RequestOptions,
): Promise<Email | undefined> {
  const wanted = fieldsOf(email);
  const [to] = addressesOf(wanted['to']);
  if (to === undefined) return undefined;
  const query = { to, startDate: formatTimestamp(since - margin) };
  for await (const listed of list(query, options)) {
    if (!others.has(listed.messageId ?? listed.id) && isSame(listed, wanted)) return listed;
  }
  return undefined;
}

function isSame(listed: Email, wanted: Fields): boolean {
  const { subject, templateId } = wanted;
  return (
    (subject === undefined ? listed.templateId === templateId : listed.subject === subject) &&
    (['from', 'to', 'cc', 'bcc'] as const).every(
      (field) => addressesOf(listed[field]).join() === addressesOf(wanted[field]).join(),
    )
  );
}

/** The bare addresses in a field, in order of name. */
function addressesOf(value: unknown): string[] {
  return [value ?? []]
    .flat()
    .map((one) => (typeof one === 'string' ? one : String(fieldsOf(one)['email'])))
    .map((one) => parseMailbox(one)?.key ?? one)
    .toSorted();
}
