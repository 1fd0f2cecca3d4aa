import { type ContactStatus, contactStatuses } from '@mailrig/contract';
import { machine } from './transition.ts';

/** Events of a contact. Callers of the API can only `suppress`; the service does the rest. */
export type ContactEventType = 'suppress' | 'activate' | 'unsubscribe' | 'bounce' | 'complain';

const changes: readonly (readonly [ContactEventType, ContactStatus, when: string])[] = [
  ['activate', 'active', 'the contact is reactivated (control plane)'],
  ['unsubscribe', 'unsubscribed', 'the contact leaves the list (control plane)'],
  ['bounce', 'bounced', 'mail to the contact bounced (control plane)'],
  ['complain', 'complained', 'the contact reported mail as spam (control plane)'],
  ['suppress', 'suppressed', 'POST …/suppress with a valid reason'],
];

/** How the status of a contact changes: the API can suppress it from any status; the control plane makes the other changes. */
export const contactTransitions = machine<ContactStatus, ContactEventType>(
  ...contactStatuses.flatMap((from) =>
    changes.filter(([, to]) => to !== from).map(([on, to, when]) => [from, on, to, when] as const),
  ),
);

/** The event that leads to a status. */
export const eventToward = Object.fromEntries(changes.map(([on, to]) => [to, on])) as Readonly<
  Record<ContactStatus, ContactEventType>
>;
