import { formatTimestamp, parseTimestamp } from '@mailrig/contract';
import { invalidOption } from '../errors/mailrig-error.ts';
import { type EmailMilestone, milestones } from './milestones.ts';

/** What is known of an email: when it was accepted, and which milestones were reported, as a bit set. */
type Known = readonly [acceptedAt: number, reported: number];

/** Form of a cursor. */
interface Saved {
  readonly since: number;
  readonly latest: number;
  readonly emails: Readonly<Record<string, Known>>;
}

/** How far the changes of emails have been reported. */
export class ChangePosition {
  /** Emails accepted before are not followed any more. Milliseconds since 1970. */
  #since: number;
  /** The latest time in any email: the service has no other clock that is sure to fit. */
  #latest: number;
  readonly #emails: Map<string, Known>;

  private constructor({ since, latest, emails }: Saved) {
    this.#since = since;
    this.#latest = latest;
    this.#emails = new Map(Object.entries(emails));
  }

  /**
   * @param since A time, or a cursor.
   * @throws MailrigError if it is neither.
   */
  static from(since: string | Date): ChangePosition {
    const time = typeof since === 'string' ? parseTimestamp(since) : since.getTime();
    if (time !== undefined && !Number.isNaN(time)) return ChangePosition.at(time);
    const saved = typeof since === 'string' ? parse(since) : undefined;
    if (saved) return new ChangePosition(saved);
    throw invalidOption('option since must be a Date, an ISO 8601 time or the cursor of earlier changes');
  }

  /** Nothing has been reported about emails accepted since this time. */
  static at(since: number): ChangePosition {
    return new ChangePosition({ since, latest: since, emails: {} });
  }

  /** Start of the emails that are followed. ISO 8601. */
  get since(): string {
    return formatTimestamp(this.#since);
  }

  /**
   * Marks a milestone as reported.
   *
   * @returns false if it was reported before.
   */
  report({ email, milestone, at }: EmailMilestone): boolean {
    const [acceptedAt, reported] = this.#emails.get(email.id) ?? [timeOf(email.createdAt), 0];
    const bit = 1 << milestones.indexOf(milestone);
    this.#latest = Math.max(this.#latest, acceptedAt, timeOf(at));
    if (reported & bit) return false;
    this.#emails.set(email.id, [acceptedAt, reported | bit]);
    return true;
  }

  /** Stops following emails that were accepted this many milliseconds before the latest news. */
  forget(follow: number): void {
    const oldest = this.#latest - follow;
    if (oldest <= this.#since) return;
    this.#since = oldest;
    for (const [id, [acceptedAt]] of this.#emails) if (acceptedAt < oldest) this.#emails.delete(id);
  }

  /** The position as a cursor. */
  toString(): string {
    const saved: Saved = {
      since: this.#since,
      latest: this.#latest,
      emails: Object.fromEntries(this.#emails),
    };
    return JSON.stringify(saved);
  }
}

function timeOf(text: string | undefined): number {
  return (text !== undefined && parseTimestamp(text)) || 0;
}

function parse(cursor: string): Saved | undefined {
  try {
    const saved: Partial<Saved> | null = JSON.parse(cursor);
    const { since, latest, emails } = saved ?? {};
    const isKnown = (known: unknown) =>
      Array.isArray(known) && known.length === 2 && known.every(Number.isSafeInteger);
    if (!Number.isSafeInteger(since) || !Number.isSafeInteger(latest)) return undefined;
    if (typeof emails !== 'object' || !Object.values(emails ?? {}).every(isKnown)) return undefined;
    return { since, latest, emails } as Saved;
  } catch {
    return undefined;
  }
}
