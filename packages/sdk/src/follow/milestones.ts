import type { Email } from '@mailrig/contract';

/** The milestones of an email, in the order in which they happen. */
export const milestones = ['queued', 'sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;

/** Something that happens to an email. `bounced`, `failed` and `delivered` end its delivery. */
export type Milestone = (typeof milestones)[number];

/** A milestone that an email has reached. */
export interface ReachedMilestone {
  /** What the email reached. */
  readonly milestone: Milestone;
  /** When. ISO 8601. The service does not report it for `bounced` and `failed`. */
  readonly at: string | undefined;
}

/** A milestone, and the email that reached it. */
export interface EmailMilestone extends ReachedMilestone {
  /** The email as the service listed it. It may have reached further milestones by then. */
  readonly email: Email;
}

/** The milestones that an email has reached, in order. */
export function milestonesOf(email: Email): readonly ReachedMilestone[] {
  const { status, createdAt, sentAt, deliveredAt, openedAt, clickedAt } = email;
  const reached: Record<Milestone, string | boolean | undefined> = {
    queued: createdAt,
    sent: sentAt ?? (status === 'sent' || status === 'delivered'),
    delivered: deliveredAt ?? status === 'delivered',
    bounced: status === 'bounced',
    failed: status === 'failed',
    opened: openedAt,
    clicked: clickedAt,
  };
  return milestones.flatMap((milestone) => {
    const at = reached[milestone];
    return at === undefined || at === false ? [] : [{ milestone, at: at === true ? undefined : at }];
  });
}

/** Whether an email can still reach a milestone. */
export function canReach(email: Email, milestone: Milestone): boolean {
  if (milestonesOf(email).some((reached) => reached.milestone === milestone)) return true;
  if (email.status === 'bounced' || email.status === 'failed') return false;
  return email.status !== 'delivered' || milestone === 'opened' || milestone === 'clicked';
}
