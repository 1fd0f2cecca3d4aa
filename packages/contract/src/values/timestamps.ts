const zoneForm = /(Z|[+-]\d{2}(?::?\d{2})?)?/.source;
/** The extended form. */
export const extended = /* @__PURE__ */ formWith('-', ':');
/** The basic form, without separators. */
export const basic = /* @__PURE__ */ formWith('', '');

function formWith(dash: string, colon: string): RegExp {
  const date = `(\\d{4})${dash}(0[1-9]|1[0-2])${dash}(0[1-9]|[12]\\d|3[01])`;
  const time = `(\\d{2})${colon}([0-5]\\d)(?:${colon}([0-5]\\d)(?:\\.(\\d{1,9}))?)?`;
  return new RegExp(`^${date}(?:T${time}${zoneForm})?$`, 'i');
}

/**
 * Reads an ISO 8601 timestamp (A18, A118): `YYYY-MM-DDTHH:mm[:ss[.fff]]` or `YYYYMMDDTHHmm[ss[.fff]]`, then
 * `Z`, `±hh:mm`, `±hhmm`, `±hh`, or nothing for UTC. A date alone means its first millisecond in UTC. `t` and
 * `z` may be lower case.
 *
 * @param text ISO 8601, with an offset or as a date alone.
 * @returns milliseconds since 1970-01-01T00:00:00Z; `undefined` for any other text, for example a week or
 * the number of a day, and for days that do not exist.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = extended.exec(text) ?? basic.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  if (Number(day) > 28 && Number(day) > daysInMonth(Number(year), Number(month))) return undefined;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offsetOf(zone)}`,
  );
  return Number.isNaN(time) ? undefined : time;
}

/** A zone as `Date.parse` takes it: `Z` or `±hh:mm`. */
function offsetOf(zone = 'Z'): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}

/**
 * Whether the text is a date alone. As the end of a range it includes that whole day (A35).
 *
 * @param text A timestamp.
 */
export function isDateOnly(text: string): boolean {
  return /^\d{4}(-?)\d{2}\1\d{2}$/.test(text);
}

/** Remembers recent results, in slots by time; responses often repeat the same times. */
const written: { readonly time: number; readonly text: string }[] = [];
const slots = 1_024;

/**
 * Writes a time as the service does: ISO 8601, UTC, milliseconds (R10).
 *
 * @param milliseconds Milliseconds since 1970.
 */
export function formatTimestamp(milliseconds: number): string {
  const time = Math.trunc(milliseconds);
  const slot = time & (slots - 1);
  const known = written[slot];
  if (known?.time === time) return known.text;
  const text = new Date(time).toISOString();
  written[slot] = { time, text };
  return text;
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
