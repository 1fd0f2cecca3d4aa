import type { VerificationRecord } from './records.ts';
import type { Store } from './store.ts';

/** What records say of each other and is not so; empty where all is well. For states that come from outside. */
export function referenceProblems(store: Store): string[] {
  return [
    ...owners(store),
    ...store.contacts
      .all()
      .flatMap(({ id, accountId, listId }) =>
        store.contactLists.get(listId)?.accountId === accountId ? [] : [`contacts: ${id} is in no list`],
      ),
    ...store.idempotentSends
      .all()
      .flatMap(({ messageId }) =>
        store.messages.get(messageId) ? [] : [`idempotentSends: there is no message ${messageId}`],
      ),
    ...store.messages
      .all()
      .flatMap(({ id, attachmentIds }) =>
        attachmentIds.every((attachment) => store.attachments.get(attachment))
          ? []
          : [`messages: ${id} has an attachment that is not there`],
      ),
    ...order(store),
    ...store.verifications.all().flatMap(turnProblems),
  ];
}

/** A table of what belongs to an account, or to none. */
interface Owned {
  readonly schema: { readonly name: string };
  all(): readonly { readonly accountId?: string }[];
}

function owners(store: Store): string[] {
  const { accounts } = store;
  const owned: readonly Owned[] = [
    store.keys,
    store.templates,
    store.messages,
    store.attachments,
    store.contactLists,
    store.contacts,
    store.suppressions,
    store.verifications,
    store.verifiedAddresses,
    store.verificationOverrides,
    store.creditEntries,
    store.faults,
  ];
  return owned.flatMap((table) =>
    table
      .all()
      .flatMap(({ accountId }) =>
        accountId === undefined || accounts.get(accountId)
          ? []
          : [`${table.schema.name}: no account ${accountId}`],
      ),
  );
}

/** Lists by date rely on it that no email is older than the one before. */
function order({ messages, clock }: Store): string[] {
  let last = Number.NEGATIVE_INFINITY;
  const now = clock.now();
  return messages.all().flatMap(({ id, createdAt }) => {
    const isOrdered = createdAt >= last && createdAt <= now;
    last = createdAt;
    return isOrdered ? [] : [`messages: ${id} is older than the one before, or not accepted yet`];
  });
}

/** The turns that a verification still has are those of the addresses without a finding, each once. */
function turnProblems({ id, status, emails, findings, queue, turns, plan }: VerificationRecord): string[] {
  const left = queue.slice(turns).map(({ entry }) => entry);
  const open = new Set(findings.flatMap((finding, entry) => (finding ? [] : [entry])));
  const isOpen = status === 'pending' || status === 'processing';
  const fits =
    findings.length === emails.length &&
    turns <= queue.length &&
    left.length === open.size &&
    new Set(left).size === left.length &&
    left.every((entry) => open.has(entry)) &&
    (!isOpen || (plan !== undefined && left.length > 0));
  return fits ? [] : [`verifications: ${id} has other turns to come than addresses without a finding`];
}
