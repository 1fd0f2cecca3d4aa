const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads an ISO 8601 timestamp (decision A18): `YYYY-MM-DDTHH:mm[:ss[.fff]](Z|±hh:mm)`, or a date
 * alone, which stands for its first millisecond in UTC.
 *
 * @returns milliseconds since 1970-01-01T00:00:00Z; `undefined` for any other text and for days
 * that no calendar has.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  if (Number(day) > daysInMonth(Number(year), Number(month))) return undefined;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}

/** True for the date-only form, whose end of range is the last millisecond of that day (decision A35). */
export function isDateOnly(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

const minuteLength = 60_000;

/** What was written last, and the minutes of late: most times that are written together are of the same. */
let last = { time: Number.NaN, text: '' };
const minutes = new Map<number, string>();
const mostMinutes = 100;

/** Writes a time the way the service does: ISO 8601, UTC, milliseconds (api.md §1). */
export function formatTimestamp(milliseconds: number): string {
  const time = Math.trunc(milliseconds);
  if (time === last.time) return last.text;
  const start = Math.floor(time / minuteLength) * minuteLength;
  const digits = String(100_000 + time - start);
  last = { time, text: `${minuteText(start)}${digits.slice(1, 3)}.${digits.slice(3)}Z` };
  return last.text;
}

function minuteText(start: number): string {
  const known = minutes.get(start);
  if (known !== undefined) return known;
  if (minutes.size === mostMinutes) minutes.clear();
  const text = new Date(start).toISOString().slice(0, -'00.000Z'.length);
  minutes.set(start, text);
  return text;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
