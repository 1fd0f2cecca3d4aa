import type { Candidate } from './code-candidates.ts';
import { isQualifier, kindOf, plainWord, type WordKind } from './code-words.ts';

/** How sure it is that something is a code: 1 is the surest. Only the surest of a message count. */
export type Rank = 1 | 2 | 3;

interface Word {
  readonly kind: WordKind;
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}]+|[©№#]+/gu)].map(({ 0: word, index }) => {
    const plain = plainWord(word);
    return { plain, kind: kindOf(plain), start: index, end: index + word.length };
  });
}

/** Whether a word for a code means another one, such as a promo code. */
export function isQualified(words: readonly Word[], at: number): boolean {
  const [before, after, second] = [words[at - 1], words[at + 1], words[at + 2]];
  if ([before, after].some((word) => word && isQualifier(word.plain))) return true;
  return /^(?:de|del|di|do|da|d)$/.test(after?.plain ?? '') && isQualifier(second?.plain ?? '');
}

/** Characters before and after a candidate that are looked at. */
export const window = 100;

/** What a candidate has to do with the words of its sentence. */
export type Tie =
  | { readonly rank: Rank; readonly isStated: boolean; readonly word: number }
  | 'none'
  | 'other';

/** A word before the candidate in its sentence, or in the line above if the line begins with it. */
export function tieBefore(text: string, { start }: Candidate, lineAbove: string): Tie {
  let before = text.slice(Math.max(0, start - window), start);
  if (start < window && !/\p{L}/u.test(before) && !/[.!?。！？]$/u.test(lineAbove))
    before = `${lineAbove.slice(-window)} ${before}`;
  const sentence = before.slice(endOfSentences(before));
  const shift = start - sentence.length;
  const words = wordsIn(sentence);
  const tail = sentence.slice(words.at(-1)?.end ?? 0);
  let isStated = /[:：=→➜「『【"“«-]|[–—]\s*$/u.test(tail);
  let isDirect = true;
  let rank: Rank = 1;
  let isHinted = false;
  for (let at = words.length - 1; at >= 0; at--) {
    const { kind, plain, start: word } = words[at] ?? { kind: undefined, plain: '', start: 0 };
    if (kind === 'code') {
      if (isQualified(words, at)) return 'other';
      return { rank: isDirect || (isStated && rank === 1) ? 1 : 2, isStated, word: shift + word };
    }
    if (!isDirect) {
      if (kind === 'other' && !isStated) return 'other';
      continue;
    }
    if (kind === 'before-other' && !(plain === 'to' && isPolish(words))) return 'other';
    if (kind === 'other') {
      if (!isStated) return 'other';
      rank = 2;
    }
    if (kind === 'link') isStated = true;
    if (kind === 'hint') isHinted = true;
    if (kind === undefined || kind === 'other') isDirect = false;
  }
  return isHinted && rank === 1 && isStated
    ? { rank: 2, isStated, word: shift }
    : rank === 2
      ? 'other'
      : 'none';
}

/** A word after the candidate in its sentence: "493017 is your code". */
export function tieAfter(text: string, { start: from, end }: Candidate, used: ReadonlySet<number>): Tie {
  const rest = text.slice(end, end + window);
  const lead = /^[\s:：\-–—|→"”»')\]*_`]*/u.exec(rest)?.[0].length ?? 0;
  const [clause = ''] = rest.slice(lead).split(/[,.;!?(，。；！？：:\d]/u, 1);
  const words = wordsIn(clause);
  let isStated = /[:：–—|-]/u.test(rest.slice(0, lead));
  for (const [at, { kind, start }] of words.entries()) {
    const word = end + lead + start;
    if (kind === 'code')
      return used.has(word) || isQualified(words, at)
        ? 'none'
        : { rank: at === 0 || isStated ? 1 : 2, isStated: isStated || at === 0, word };
    if (at === 0 && kind === 'other') return 'none';
    if (kind === 'link' && at < 2) isStated = true;
  }
  const isAsked = wordsIn(text.slice(Math.max(0, from - window), from)).at(-1)?.kind === 'verb';
  const isHinted = isAsked && words.slice(0, 4).some(({ kind }) => kind === 'hint');
  return isHinted ? { rank: 2, isStated: false, word: from } : 'none';
}

/** The offset behind the last sentence that ends in a text. */
function endOfSentences(text: string): number {
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(/[.!?…](?=\s)|[。！？\n]/g)) end = index + sign.length;
  return end;
}

/** In Polish, "to" is "is". */
function isPolish(words: readonly Word[]): boolean {
  return words.some(({ plain }) => plain === 'kod');
}
