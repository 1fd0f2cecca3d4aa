import { atOnce, type Steps } from '../service/kernel/steps.ts';
import { codesIn } from './codes.ts';
import { linesOfText, readHtml } from './mail-lines.ts';

/** What tests take out of a message most often. */
export interface LinksAndCodes {
  /** Every link in its HTML, or in its text if it has no HTML, in order. */
  readonly links: readonly string[];
  /**
   * One-time codes in its text, HTML and subject, each once. What stands around a number decides, such as "your code
   * is", and its form, such as a line of its own: not a year, price, order, phone number or postcode. Blanks in a code
   * are left out, hyphens stay: `123456` for "123 456", `DJZ-TLX`.
   */
  readonly codes: readonly string[];
}

/** The content of a message. */
interface Parts {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

/**
 * Finds the links and codes of a message, in one pass over each part. The control plane and the test helpers all take
 * them from here.
 */
export function* linksAndCodesIn({ subject = '', html, text }: Parts): Steps<LinksAndCodes> {
  const page = html === undefined ? undefined : yield* readHtml(html);
  const bodies = [text === undefined ? [] : linesOfText(text), page?.lines ?? []];
  return { links: page?.links ?? linksInText(text ?? ''), codes: yield* codesIn(subject, bodies) };
}

/** Methods of a message for its links and codes, which the first call finds. */
export function linksAndCodesOf(parts: Parts): { links(): string[]; codes(): string[] } {
  let found: LinksAndCodes | undefined;
  const known = () => (found ??= atOnce(linksAndCodesIn(parts)));
  return { links: () => [...known().links], codes: () => [...known().codes] };
}

function linksInText(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"'\]]+/g)].map(([link]) => withoutPunctuation(link));
}

/** A link in running text without the punctuation of the sentence around it. */
function withoutPunctuation(link: string): string {
  let open = 0;
  let end = 0;
  for (; end < link.length; end++) {
    if (link[end] === '(') open++;
    else if (link[end] === ')' && --open < 0) break;
  }
  while ('.,;:!?'.includes(link[end - 1] ?? ' ')) end--;
  return link.slice(0, end);
}
