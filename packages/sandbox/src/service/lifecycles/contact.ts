import { type ContactStatus, contactStatuses } from '@mailrig/contract';
import type { Transition } from './transition.ts';

/** Events of a contact. Callers of the API can only `suppress`; the service does the rest. */
export type ContactEventType = 'suppress' | 'activate' | 'unsubscribe' | 'bounce' | 'complain';

const serviceMoves: readonly (readonly [ContactEventType, ContactStatus, when: string])[] = [
  ['activate', 'active', 'the contact is taken back (control plane)'],
  ['unsubscribe', 'unsubscribed', 'the contact leaves the list (control plane)'],
  ['bounce', 'bounced', 'mail to the contact came back (control plane)'],
  ['complain', 'complained', 'the contact reported mail as spam (control plane)'],
];

/** How a contact moves: the API can suppress it from any status; the control plane makes the other moves. */
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
