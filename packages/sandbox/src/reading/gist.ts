import { atOnce } from '../service/kernel/steps.ts';
import { type Content, readContentOr } from '../service/state/stored-content.ts';
import { codesIn } from './codes.ts';
import { linesOfText, linksAndLinesIn } from './mail-lines.ts';

/** The part of a message's content that a list shows. */
interface Gist {
  /** The beginning of its text, on one line. */
  readonly excerpt: string;
  /** Its first one-time code. */
  readonly code?: string;
}

interface Parts {
  readonly subject: string;
  readonly html?: Content<string>;
  readonly text?: Content<string>;
}

/** Characters of a content that are read: a row must not cost more for a longer message. */
const longestRead = 20_000;
const excerptLength = 120;

/** Content never changes, so each gist is made once; an event replaces the record and its gist. */
const gists = new WeakMap<Parts, Gist>();

/** The gist of a message. Damaged content counts as empty. */
export function gistOf(message: Parts): Gist {
  const known = gists.get(message);
  if (known) return known;
  const beginning = (content: Content<string> | undefined) =>
    content === undefined ? undefined : readContentOr(content, () => '').slice(0, longestRead);
  const text = beginning(message.text);
  const { lines } = atOnce(linksAndLinesIn(beginning(message.html) ?? ''));
  const shown = (text ?? lines.map((line) => line.text).join(' ')).replaceAll(/\s+/g, ' ').trim();
  const [code] = atOnce(codesIn(message.subject, [linesOfText(text ?? ''), lines]));
  const gist = { excerpt: shown.slice(0, excerptLength), ...(code !== undefined && { code }) };
  gists.set(message, gist);
  return gist;
}
