import { atOnce, type Steps } from '../service/kernel/steps.ts';
import { codesIn } from './codes.ts';
import { linksInText } from './links.ts';
import { linesOfText, linksAndLinesIn } from './mail-lines.ts';

/** The parts of a message that tests read most often. */
export interface LinksAndCodes {
  /**
   * Every link in its HTML, and every address with `http:` or `https:` that is only text there, in order; those of its
   * text if it has no HTML.
   */
  readonly links: readonly string[];
  /**
   * One-time codes in its text, HTML and subject, each once. A number is a code by the text around it, such as "your
   * code is", and by its form, such as a line of its own; not if it is a year, price, order, phone number or postcode.
   * Blanks in a code are left out, hyphens stay: `123456` for "123 456", `DJZ-TLX`.
   */
  readonly codes: readonly string[];
}

interface Parts {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

/** Finds the links and codes of a message, in one pass over each part. */
export function* linksAndCodesIn({ subject = '', html, text }: Parts): Steps<LinksAndCodes> {
  const page = html === undefined ? undefined : yield* linksAndLinesIn(html);
  const bodies = [text === undefined ? [] : linesOfText(text), page?.lines ?? []];
  return { links: page?.links ?? linksInText(text ?? ''), codes: yield* codesIn(subject, bodies) };
}

/** Methods of a message for its links and codes, which the first call finds. */
export function linksAndCodesOf(parts: Parts): { links(): string[]; codes(): string[] } {
  let found: LinksAndCodes | undefined;
  const known = () => (found ??= atOnce(linksAndCodesIn(parts)));
  return { links: () => [...known().links], codes: () => [...known().codes] };
}
