import { formatTimestamp, parseTimestamp } from '@mailrig/contract';
import { nameLength, type SavedPosition } from './cursor.ts';
import { type EmailMilestone, milestones } from './milestones.ts';

/** An email: when it was accepted, and which milestones were reported, as a bit set. */
type Known = readonly [acceptedAt: number, reported: number];

/** How far the changes of emails have been reported. */
export class ChangePosition {
  // See `SavedPosition`.
  #since: number;
  #latest: number;
  /** By their names. */
  readonly #emails: Map<string, Known>;

  constructor({ since, latest, reported }: SavedPosition) {
    this.#since = since;
    this.#latest = latest;
    // The first poll corrects the times.
    this.#emails = new Map(
      Object.entries(reported).flatMap(([bits, names]) =>
        namesIn(names).map((name): [string, Known] => [name, [latest, Number(bits)]]),
      ),
    );
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
    const name = nameOf(email.id);
    const acceptedAt = timeOf(email.createdAt);
    const reported = this.#emails.get(name)?.[1] ?? 0;
    const bit = 1 << milestones.indexOf(milestone);
    this.#latest = Math.max(this.#latest, acceptedAt, timeOf(at));
    this.#emails.set(name, [acceptedAt, reported | bit]);
    return (reported & bit) === 0;
  }

  /** Stops following emails that were accepted this many milliseconds before the latest milestone. */
  forget(follow: number): void {
    const oldest = this.#latest - follow;
    if (oldest <= this.#since) return;
    this.#since = oldest;
    for (const [id, [acceptedAt]] of this.#emails) if (acceptedAt < oldest) this.#emails.delete(id);
  }

  /** The position as a cursor. */
  toString(): string {
    const reported: Record<string, string> = {};
    for (const [name, [, bits]] of this.#emails) reported[bits] = (reported[bits] ?? '') + name;
    return JSON.stringify({ since: this.#since, latest: this.#latest, reported } satisfies SavedPosition);
  }
}

/** A short name. That two of 10,000 emails share one is as likely as 1 in 70 million. */
function nameOf(id: string): string {
  // The hash cyrb53: 53 bits from two multiplicative hashes of 32.
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < id.length; index += 1) {
    const unit = id.charCodeAt(index);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  const number = 4_294_967_296 * (other & 0x1f_ffff) + (one >>> 0);
  return number.toString(36).padStart(nameLength, '0').slice(-nameLength);
}

const namesIn = (names: string): string[] => names.match(new RegExp(`.{${nameLength}}`, 'g')) ?? [];

const timeOf = (text: string | undefined): number => (text !== undefined && parseTimestamp(text)) || 0;
