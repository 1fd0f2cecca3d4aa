/*
 * Finds out whether an email was sent although its response was lost in an earlier start of `sendMany`. The service has
 * no search by idempotency key, and forgets a key after 24 hours. So the client lists the emails since that start, and
 * compares what the list shows of them: sender, recipients, and subject or template. If there are as many such emails
 * as items without an outcome, each item has one of them.
 */
import {
  type Email,
  type Fields,
  fieldsOf,
  formatTimestamp,
  type ListEmailsQuery,
  parseMailbox,
} from '@mailrig/contract';
import { ConflictError } from '../errors/api-errors.ts';
import { isAPIError } from '../errors/guards.ts';
import { failure, type MailrigError } from '../errors/mailrig-error.ts';
import { fingerprint } from './journals/fingerprint.ts';
import type { OpenItem, PastItem } from './items.ts';

/** Milliseconds that the clocks of client and service may differ. */
const margin = 600_000;

/** Emails that earlier starts may have sent. */
export type EarlierSends = ReturnType<typeof earlierSends>;

/**
 * Emails that earlier starts may have sent, by the fields the list shows.
 *
 * @param past The items of earlier starts, from the journal.
 */
export function earlierSends(
  list: (query: ListEmailsQuery) => AsyncIterable<Email>,
  past: ReadonlyMap<string, PastItem<object>>,
) {
  const groups = new Map<string | undefined, AlikeItems>();
  /** Ids of emails that belong to an item. */
  const taken = new Set<unknown>();

  /** Notes that an email belongs to an item, so that no other item gets it. */
  const take = (email: object): void => {
    const { id, messageId } = fieldsOf(email);
    for (const one of [id, messageId]) if (typeof one === 'string') taken.add(one);
  };
  for (const [key, item] of past) {
    if ('value' in item) take(item.value);
    else if (item.digest !== undefined) {
      const group = groups.get(item.digest) ?? { startedAt: new Map() };
      groups.set(item.digest, group);
      group.startedAt.set(key, item.startedAt);
    }
  }

  /** Emails in the list since a time that are alike and belong to no item, oldest first. */
  const find = async (email: object, since: number): Promise<readonly Email[]> => {
    const found = await findAlike(list, email, since);
    return found.filter(({ id, messageId }) => !taken.has(id) && !taken.has(messageId));
  };

  const settleGroup = async ({ startedAt }: AlikeItems, email: object): Promise<Matches> => {
    const keys = [...startedAt].toSorted(([, one], [, other]) => one - other).map(([key]) => key);
    const found = await find(email, Math.min(...startedAt.values()));
    if (found.length !== keys.length) return { emails: new Map(), found };
    for (const one of found) take(one);
    return { emails: new Map(found.map((one, index) => [keys[index], one])), found };
  };

  return {
    take,
    find,

    /** Start of the oldest item with this digest and an unknown outcome. */
    oldest: (digest: string | undefined): number =>
      Math.min(...(groups.get(digest)?.startedAt.values() ?? [])),

    /**
     * Compares the emails in the list with all items of earlier starts that have the same digest. Items get one
     * email each if there are as many emails as items. The first call decides.
     */
    async settle({ digest }: OpenItem<unknown>, email: object): Promise<Matches> {
      const group = groups.get(digest);
      if (!group) return { emails: new Map(), found: [] };
      group.settled ??= settleGroup(group, email).catch((error: unknown) => {
        group.settled = undefined;
        throw error;
      });
      return group.settled;
    },
  };
}

/** Items of earlier starts with one digest, and whose outcome is not known. */
interface AlikeItems {
  readonly startedAt: Map<string, number>;
  settled?: Promise<Matches> | undefined;
}

/** The emails in the list with one digest, and the items that they belong to, if that is known. */
export interface Matches {
  readonly emails: ReadonlyMap<string | undefined, Email>;
  readonly found: readonly Email[];
}

/** Emails in the list since a time that it does not distinguish from this one, oldest first. */
export async function findAlike(
  list: (query: ListEmailsQuery) => AsyncIterable<Email>,
  email: object,
  since: number,
): Promise<readonly Email[]> {
  const wanted = fieldsOf(email);
  const [to] = addressesOf(wanted['to']);
  if (to === undefined) return [];
  const found: Email[] = [];
  for await (const listed of list({ to, startDate: formatTimestamp(since - margin) })) {
    if (isAlike(listed, wanted)) found.unshift(listed);
  }
  return found;
}

/**
 * Whether a failed send had a key of the caller's and files that the client uploaded. Each upload has an id of its
 * own, so a conflict may come from a send of this very email (A132).
 */
export function isOpenConflict(error: unknown, email: object): error is ConflictError {
  const { idempotencyKey, attachments } = fieldsOf(email);
  const hasFiles = Array.isArray(attachments) && attachments.length > 0;
  return hasFiles && idempotencyKey !== undefined && isAPIError(error, 'IDEMPOTENCY_CONFLICT');
}

/** The error for such a conflict if the list does not show just one email. */
export function openConflict(error: ConflictError, count: number): ConflictError {
  const seen = count === 0 ? 'does not show it (yet)' : `shows ${count} emails like it`;
  return new ConflictError({
    ...error,
    outcome: 'unknown',
    reason: `an email with this idempotencyKey was sent, and it is not known whether its files are the same, because each upload has a new id. The list ${seen}: look there for the email. Do not send it with a new key, which may send it twice`,
    cause: error,
  });
}

/** The error for an email that may have been sent. */
export function uncertain(found: readonly Email[]): MailrigError {
  const count = found.length === 1 ? '1 email' : `${found.length} emails`;
  return failure(
    'sendMany',
    `the email may have been sent before: the list has ${count} with its sender, recipients and subject or template, but not their content; look for it, and send it yourself if it is missing`,
    { code: 'SEND_UNCERTAIN', outcome: 'unknown' },
  );
}

/** The digest of an email: a short text, equal for emails that the list does not distinguish. */
export function digestOf(email: unknown): Promise<string | undefined> {
  const { from, to, cc, bcc, subject, templateId } = fieldsOf(email);
  const title = subject === undefined ? { templateId } : { subject };
  return fingerprint([[from, to, cc, bcc].map(addressesOf), title]);
}

function isAlike(listed: Email, wanted: Fields): boolean {
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
