import { type ContactStatus, contactStatuses, type SuppressionReason } from '@mailrig/contract';
import { type ContactEventType, contactTransitions } from '../lifecycles/contact.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import { type ContactRecord, scoped } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { addSuppression } from './suppressions.ts';

/**
 * Applies an event to a contact.
 *
 * @returns the changed contact; `undefined` if its status rules the event out.
 */
export function applyContactEvent(
  store: Store,
  contact: ContactRecord,
  event: ContactEventType,
  reason: SuppressionReason = 'manual',
): ContactRecord | undefined {
  const transition = transitionFor(contactTransitions, contact.status, event);
  if (!transition) return undefined;
  const now = store.clock.now();
  const suppressing = event === 'suppress';
  const leaving = event === 'unsubscribe' || (suppressing && reason === 'unsubscribed');
  if (suppressing) {
    const { accountId, addressKey: key, email } = contact;
    addSuppression(store, { accountId, key, email, reason });
  }
  const { unsubscribedAt: _left, ...kept } = contact;
  store.log(`contact.${transition.to}`, { id: contact.id, accountId: contact.accountId });
  return store.contacts.replace({
    ...(event === 'activate' ? kept : contact),
    status: transition.to,
    ...(suppressing && { suppressionReason: reason }),
    ...(leaving && { unsubscribedAt: now }),
    updatedAt: now,
  });
}

/** How many contacts of a list there are in each status. */
export function contactsByStatus(store: Store, listId: string): Readonly<Record<ContactStatus, number>> {
  const counts = contactStatuses.map((status) => [
    status,
    store.contacts.select(['status', scoped(listId, status)]).count,
  ]);
  return Object.fromEntries(counts) as Record<ContactStatus, number>;
}
