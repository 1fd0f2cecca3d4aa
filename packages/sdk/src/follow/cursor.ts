import { fieldsOf, parseTimestamp } from '@mailrig/contract';

/** How far the changes of emails have been reported: the form of a cursor. */
export interface SavedPosition {
  /** Emails accepted before are not followed any more. Milliseconds since 1970. */
  readonly since: number;
  /** The latest time in any email: no other clock is certain to agree with it. */
  readonly latest: number;
  /** The names of emails, one after the other, by the bit set of their milestones. */
  readonly reported: Readonly<Record<string, string>>;
}

/** Characters of the name that identify an email in a cursor. Ids would make it five times as long. */
export const nameLength = 10;

/** The position at a time, or of a cursor. `undefined` if it is neither. */
export function readPosition(since: unknown): SavedPosition | undefined {
  if (typeof since === 'string') {
    const time = parseTimestamp(since);
    return time === undefined ? readCursor(since) : positionAt(time);
  }
  const isDate = Object.prototype.toString.call(since) === '[object Date]';
  return isDate && !Number.isNaN(Number(since)) ? positionAt(Number(since)) : undefined;
}

/** Nothing has been reported about emails accepted since this time. */
export function positionAt(since: number): SavedPosition {
  return { since, latest: since, reported: {} };
}

function readCursor(cursor: string): SavedPosition | undefined {
  try {
    const { since, latest, reported }: Partial<SavedPosition> = fieldsOf(JSON.parse(cursor));
    const isKnown = ([bits, names]: [string, unknown]) =>
      /^\d{1,3}$/.test(bits) && typeof names === 'string' && names.length % nameLength === 0;
    const isWhole = Number.isSafeInteger(since) && Number.isSafeInteger(latest);
    if (!isWhole || !reported || !Object.entries(reported).every(isKnown)) return undefined;
    return { since, latest, reported } as SavedPosition;
  } catch {
    return undefined;
  }
}
