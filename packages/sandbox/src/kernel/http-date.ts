/** A time as HTTP headers write it, to the second. */
export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}
