import type { VerificationRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';

/** Each finds broken references between the records of a loaded state. */
export const referenceChecks: readonly ((store: Store) => string[])[] = [
  owners,
  ({ contacts, contactLists }) =>
    contacts
      .all()
      .flatMap(({ id, accountId, listId }) =>
        contactLists.get(listId)?.accountId === accountId ? [] : [`contacts: ${id} is in no list`],
      ),
  ({ messages, attachments }) =>
    messages
      .all()
      .flatMap(({ id, attachmentIds }) =>
        attachmentIds.every((attachment) => attachments.get(attachment))
          ? []
          : [`messages: ${id} has an attachment that is not there`],
      ),
  order,
  ({ verifications }) => verifications.all().flatMap(turnProblems),
];

function owners({ accounts, tables }: Store): string[] {
  return tables.flatMap((table) =>
    table.all().flatMap((record) => {
      const { accountId } = record as { readonly accountId?: string };
      return accountId === undefined || accounts.get(accountId)
        ? []
        : [`${table.schema.name}: no account ${accountId}`];
    }),
  );
}

/** No email may be older than the one before it: lists by date depend on that. */
function order({ messages, clock }: Store): string[] {
  let last = Number.NEGATIVE_INFINITY;
  const now = clock.now();
  return messages.all().flatMap(({ id, createdAt }) => {
    const isOrdered = createdAt >= last && createdAt <= now;
    last = createdAt;
    return isOrdered ? [] : [`messages: ${id} is older than the one before, or not accepted yet`];
  });
}

/** The remaining turns of a verification must be those of the addresses without a result, each once. */
function turnProblems({ id, status, emails, findings, queue, turns, plan }: VerificationRecord): string[] {
  const queued = queue.slice(turns).map(({ entry }) => entry);
  const open = new Set(findings.flatMap((finding, entry) => (finding ? [] : [entry])));
  const isOpen = status === 'pending' || status === 'processing';
  const fits =
    findings.length === emails.length &&
    turns <= queue.length &&
    queued.length === open.size &&
    new Set(queued).size === queued.length &&
    queued.every((entry) => open.has(entry)) &&
    (!isOpen || (plan !== undefined && queued.length > 0));
  return fits ? [] : [`verifications: ${id} has other turns to come than addresses without a finding`];
}
