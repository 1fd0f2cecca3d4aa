import type { Candidate } from './code-candidates.ts';
import { isDiscount, isLocalLink, isQualified, isWarning, wordsIn } from './code-words.ts';

/** How certain it is that something is a code: 1 is the most certain. Only the most certain of a message count. */
export type Rank = 1 | 2 | 3;

/** Part of a line, with where it begins in it. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** The sentences of a line. An abbreviation such as “No.” does not end one. */
export function sentencesIn(line: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const { 0: sign, index } of line.matchAll(/[.!?…](?=\s)|[。！？।۔؟։።៕]/g)) {
    if (sign === '.' && abbreviation.test(line.slice(Math.max(start, index - 8), index))) continue;
    const end = index + sign.length;
    found.push({ text: line.slice(start, end), start });
    start = end;
  }
  return [...found, { text: line.slice(start), start }];
}

const abbreviation = /(?:^|[^\p{L}])(?:no|nr|num|núm|št|č|ref|dr|mr|mrs|ms|dvs|inc|ca|approx|z|b|e|g)$/iu;

/** Characters before and after a candidate that count. */
export const window = 100;

/** Words after a candidate that state its purpose: "Geben Sie K7XQ2M ein, um Ihre E-Mail-Adresse zu bestätigen". */
const hinting = 9;

/** How a candidate is connected with the words of its sentence. */
export type Tie =
  | {
      readonly rank: Rank;
      readonly isStated: boolean;
      /** Where the word for a code begins. */
      readonly word: number;
    }
  | 'none'
  | 'other';

/** Whether it has digits between capitals, unlike a name such as SHA256. */
const isMadeUp = (code: string) => /^[A-Z\d]*\d[A-Z][A-Z\d]*$/.test(code);

/** A word for a code before the candidate: "Your code is 493017". */
export function tieBefore(text: string, { code, start }: Pick<Candidate, 'code' | 'start'>): Tie {
  const from = Math.max(0, start - window);
  const before = text.slice(from, start);
  const words = wordsIn(before);
  const tail = before.slice(words.at(-1)?.end ?? 0);
  let isStated = /[:：=→➜「『【"“«-]|[–—]\s*$/u.test(tail);
  let isDirect = true;
  let rank: Rank = 1;
  let isHinted = false;
  let isAsked = false;
  for (let index = words.length - 1; index >= 0; index--) {
    const { kind, plain, start: word } = words[index] ?? { kind: undefined, plain: '', start: 0 };
    if (kind === 'code') {
      if (isQualified(words, index)) return 'other';
      return { rank: isDirect || (isStated && rank === 1) ? 1 : 2, isStated, word: from + word };
    }
    // A verb begins its clause: words before it do not belong to it.
    if (isAsked) continue;
    if (!isDirect) {
      if (kind === 'other' && !isStated) return 'other';
      continue;
    }
    const isLink = kind === 'link' || isLocalLink(plain, words);
    if (kind === 'before' && !isLink) return 'other';
    if (kind === 'other') {
      if (!isStated) return 'other';
      rank = 2;
    }
    if (isLink) isStated = true;
    if (kind === 'hint') isHinted = true;
    if (kind === 'verb') isAsked = true;
    if (kind === undefined || kind === 'other') isDirect = false;
  }
  return isHinted && rank === 1 && isStated
    ? { rank: isMadeUp(code) ? 1 : 2, isStated, word: from }
    : rank === 2
      ? 'other'
      : 'none';
}

/** A word for a code after the candidate, such as "493017 is your code", unless it is `used` by one before. */
export function tieAfter(
  text: string,
  { code, start: from, end }: Pick<Candidate, 'code' | 'start' | 'end'>,
  used: ReadonlySet<number>,
): Tie {
  const following = text.slice(end, end + window);
  const lead = /^[\s:：\-–—|→"”»')\]*_`]*/u.exec(following)?.[0].length ?? 0;
  const [clause = ''] = following.slice(lead).split(/[,.;!?(，。；！？：:\d]/u, 1);
  const words = wordsIn(clause);
  const before = wordsIn(text.slice(Math.max(0, from - window), from));
  const isAsked = before.findLast(({ kind }) => kind !== 'filler')?.kind === 'verb';
  const [next] = words;
  if (next?.kind === 'before' && !isAsked && !isLocalLink(next.plain, words)) return 'none';
  let isStated = /[:：–—|-]/u.test(following.slice(0, lead));
  let isDirect = true;
  for (const [at, { kind, plain, start }] of words.entries()) {
    const word = end + lead + start;
    if (kind === 'code')
      return used.has(word) || isQualified(words, at)
        ? 'none'
        : { rank: isDirect || isStated ? 1 : 2, isStated: isStated || at === 0, word };
    if (isDirect && kind === 'other') return 'other';
    const isLink = kind === 'link' || isLocalLink(plain, words);
    if (isLink && at < 2) isStated = true;
    isDirect &&= kind === 'filler' || isLink || kind === 'hint';
  }
  const isHinted =
    isAsked && [...before, ...wordsIn(following).slice(0, hinting)].some(({ kind }) => kind === 'hint');
  return isHinted ? { rank: isMadeUp(code) ? 1 : 2, isStated: false, word: from } : 'none';
}

/** What a text is about, which decides about a code on a separate line nearby. */
export type About =
  /** It announces a code. */
  | 'code'
  /** It contains a code, or warns about one. */
  | 'mention'
  | 'hint'
  /** It announces another number. */
  | 'other'
  | 'nothing';

/** Characters of a line that count. */
export const longestRead = 160;

/** What a sentence is about. */
export function aboutSentence(text: string, hasCode: boolean): About {
  const words = wordsIn(text);
  const isCode = words.some(({ kind }, index) => kind === 'code' && !isQualified(words, index));
  if (isCode) {
    if (isDiscount(text)) return 'other';
    if (hasCode) return 'mention';
    const isAsked = /[:：]\s*$/u.test(text) || words.some(({ kind }) => kind === 'verb');
    return isWarning(text) && !isAsked ? 'mention' : 'code';
  }
  const label = words.findLast(({ kind }) => kind !== 'filler' && kind !== 'link' && kind !== 'hint');
  if (label?.kind === 'other' || label?.kind === 'code') return 'other';
  return words.some(({ kind }) => kind === 'hint') ? 'hint' : 'nothing';
}
