import type { Email } from '@mailrig/contract';

/** The milestones of an email, in the order in which they happen. */
export const milestones = ['queued', 'sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;

/** Something that happens to an email. `bounced`, `failed` and `delivered` end its way to the recipient. */
export type Milestone = (typeof milestones)[number];

/** A milestone that an email has reached. */
export interface ReachedMilestone {
  /** What the email reached. */
  readonly milestone: Milestone;
  /** When. ISO 8601. The service does not say it for `bounced` and `failed`. */
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
  const reached: Record<Milestone, boolean> = {
    queued: true,
    sent: sentAt !== undefined || status === 'sent' || status === 'delivered',
    delivered: deliveredAt !== undefined || status === 'delivered',
    bounced: status === 'bounced',
    failed: status === 'failed',
    opened: openedAt !== undefined,
    clicked: clickedAt !== undefined,
  };
  const times: Partial<Record<Milestone, string | undefined>> = {
    queued: createdAt,
    sent: sentAt,
    delivered: deliveredAt,
    opened: openedAt,
    clicked: clickedAt,
  };
  return milestones
    .filter((milestone) => reached[milestone])
    .map((milestone) => ({ milestone, at: times[milestone] }));
}

/** Whether an email can still reach a milestone. */
export function canReach(email: Email, milestone: Milestone): boolean {
  if (milestonesOf(email).some((reached) => reached.milestone === milestone)) return true;
  switch (email.status) {
    case 'bounced':
    case 'failed':
      return false;
    case 'delivered':
      return milestone === 'opened' || milestone === 'clicked';
    default:
      return true;
  }
}
