import type { AttachmentRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import type { Context } from './context.ts';

/** Deletes the oldest emails and unused attachments until the rest is within the limits (A128), except `added`. */
export function makeRoom({ store, settings }: Pick<Context, 'store' | 'settings'>, added: string): void {
  const { messages, attachments } = store;
  const { storedBytes, storedEmails } = settings.limits;
  if (storedBytes === 0) return;
  while (store.holdsMoreThan(storedBytes) || messages.isOver(storedEmails)) {
    const email = messages.oldest();
    const attachment = messages.isOver(storedEmails)
      ? undefined
      : oldestUnused(store, added, email?.createdAt);
    const [type, oldest, table] = attachment
      ? (['attachment.evicted', attachment, attachments] as const)
      : (['email.evicted', email, messages] as const);
    if (!oldest || oldest.id === added) return;
    // The log comes first: it derives the events of an email from its record.
    store.log(type, { id: oldest.id, accountId: oldest.accountId });
    table.delete(oldest.id);
  }
}

/** The oldest uploaded attachment that no stored email has, if it is older than `before`. */
function oldestUnused(
  { messages, attachments }: Store,
  added: string,
  before = Number.POSITIVE_INFINITY,
): AttachmentRecord | undefined {
  const uploaded = attachments.select(['uploaded', '']);
  for (let newer = uploaded.count - 1; newer >= 0; newer--) {
    const [attachment] = uploaded.newest(newer, 1);
    if (!attachment || attachment.createdAt >= before) return undefined;
    const isUsed = messages.select(['attachment', attachment.id]).count > 0;
    if (!isUsed && attachment.id !== added) return attachment;
  }
  return undefined;
}
