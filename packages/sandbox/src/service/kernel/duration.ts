const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time: milliseconds, or text with units, such as `'250ms'`, `'2s'`, `'90m'`, `'24h'` or `'1h30m'`. */
export type Duration = number | string;

const part = / *(\d+(?:\.\d+)?) *(ms|s|m|h|d)/gy;
const whole = /^(?: *\d+(?:\.\d+)? *(?:ms|s|m|h|d))+$/;

/** Milliseconds of a duration; `undefined` if it is invalid, negative or infinite. */
export function parseDuration(duration: Duration): number | undefined {
  const milliseconds = typeof duration === 'number' ? duration : millisecondsIn(duration.trim());
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}

function millisecondsIn(text: string): number {
  if (text === '0') return 0;
  if (!whole.test(text)) return Number.NaN;
  return [...text.matchAll(part)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0),
    0,
  );
}

/** A duration as a text with its unit, for a query or a message. */
export function durationText(duration: Duration): string {
  return typeof duration === 'number' ? `${duration} ms` : duration;
}

/** Hint for a text that is not a duration. */
export const durationHint =
  "must be a duration such as '250ms', '30s', '24h' or '7d', or a number of milliseconds";
