/** The second that was written last: most answers are of the same one. */
let last = { second: Number.NaN, text: '' };

/** A time as HTTP headers write it, to the second. */
export function httpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1_000);
  if (second !== last.second) last = { second, text: new Date(milliseconds).toUTCString() };
  return last.text;
}
