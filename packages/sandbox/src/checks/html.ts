import type { Parser } from 'htmlparser2';

/** Characters that are read at a time. */
const step = 16_384;

/**
 * How deep elements may be nested. The parser takes time in proportion to the depth for every tag, and no email for
 * people is nested like that.
 */
export const deepest = 1_000;

/**
 * Feeds HTML to a parser, in steps.
 *
 * @param parser Calls its functions for each part. If one of them pauses it, the rest is left out.
 */
export function* parse(parser: Parser, html: string): Generator<void> {
  for (let offset = 0; offset < html.length; offset += step) {
    yield;
    parser.write(html.slice(offset, offset + step));
  }
  parser.end();
}
