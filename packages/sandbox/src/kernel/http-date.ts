import { keepingLast } from './last.ts';

const secondText = keepingLast((second: number) => new Date(second * 1_000).toUTCString());

/** A time as HTTP headers write it, to the second. */
export function httpDate(milliseconds: number): string {
  return secondText(Math.floor(milliseconds / 1_000));
}
