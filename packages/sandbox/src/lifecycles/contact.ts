import { type ContactStatus, contactStatuses } from '@mailrig/contract';
import type { Transition } from './transition.ts';

/** What can happen to a contact; `suppress` is the API's, the others are left to the service. */
export type ContactEventType = 'suppress' | 'activate' | 'unsubscribe' | 'bounce' | 'complain';

const serviceMoves: readonly (readonly [ContactEventType, ContactStatus, when: string])[] = [
  ['activate', 'active', 'the contact is taken back (control plane)'],
  ['unsubscribe', 'unsubscribed', 'the contact leaves the list (control plane)'],
  ['bounce', 'bounced', 'mail to the contact came back (control plane)'],
  ['complain', 'complained', 'the contact reported mail as spam (control plane)'],
];

/** How a contact moves (api.md §3.2): suppressed from anywhere, by the API; all else by the control plane. */
export const contactTransitions: readonly Transition<ContactStatus, ContactEventType>[] =
  contactStatuses.flatMap((from) => {
    const moves = serviceMoves.map(([on, to, when]) => ({ from, on, to, when }));
    const suppress = {
      from,
      on: 'suppress',
      to: 'suppressed',
      when: 'POST …/suppress with a valid reason',
    } as const;
    return [...moves, suppress].filter(({ to }) => to !== from);
  });

/** The event that leads to a status. */
export const eventToward: Readonly<Record<ContactStatus, ContactEventType>> = {
  active: 'activate',
  unsubscribed: 'unsubscribe',
  bounced: 'bounce',
  complained: 'complain',
  suppressed: 'suppress',
};
