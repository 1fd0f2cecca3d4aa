import { codeLanguages, patternOf, type WordKind, wordsOf } from './code-languages.ts';
import { plainOf } from './plain.ts';

/** The kinds of a word in a search for codes; the first that fits counts. */
const kinds = [
  'code',
  'other',
  'hint',
  'link',
  'before',
  'verb',
  'filler',
] as const satisfies readonly WordKind[];

const otherCode = wordsOf('otherCode');
const tests = kinds.map((kind) => [kind, wordsOf(kind)] as const);
const qualifier = wordsOf('qualifier');
const unit = wordsOf('unit');
const discount = wordsOf('discount');
const warning = wordsOf('warning');
const joiner = wordsOf('joiner');
let phrase: RegExp | undefined;
let particle: RegExp | undefined;

/** Longer runs of letters are neither words nor sentences of a language without spaces. */
const longest = 100;

const unspaced = String.raw`[ー\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const word = new RegExp(String.raw`${unspaced}+|(?:(?!${unspaced})[\p{L}\p{M}])+|[©№#]+`, 'gu');
const unspacedLetter = new RegExp(unspaced, 'u');

/** Whether a letter is of a script that puts no blanks between words: a code may touch it. */
export const isUnspaced = (letter: string) => unspacedLetter.test(letter);

/** A word in a text. */
export interface Word {
  readonly kind: (typeof kinds)[number] | undefined;
  /** As the tables have it. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text. A phrase that names a code is one. */
export function wordsIn(text: string): Word[] {
  const words = [...text.matchAll(word)].map(({ 0: found, index }): Word => {
    const { plain, kind } = lookUp(found);
    return { plain, kind, start: index, end: index + found.length };
  });
  phrase ??= new RegExp(patternOf('phrase'), 'gu');
  const plain = words.map((word) => word.plain).join(' ');
  return plain.search(phrase) === -1 ? words : withPhrases(words, plain.matchAll(phrase));
}

function withPhrases(words: readonly Word[], phrases: Iterable<RegExpExecArray>): Word[] {
  const joined: Word[] = [];
  let next = 0;
  let offset = 0;
  for (const { 0: found, index } of phrases) {
    const parts: Word[] = [];
    for (let word = words[next]; word && offset < index + found.length; word = words[next]) {
      (offset + word.plain.length <= index ? joined : parts).push(word);
      offset += word.plain.length + 1;
      next++;
    }
    const [first, last] = [parts[0], parts.at(-1)];
    if (first && last) joined.push({ plain: found, kind: 'code', start: first.start, end: last.end });
  }
  return [...joined, ...words.slice(next)];
}

/** A cache of short words: mails repeat them, and each is in the windows of several candidates. */
const known = new Map<string, Pick<Word, 'plain' | 'kind'>>();

function lookUp(word: string): Pick<Word, 'plain' | 'kind'> {
  const earlier = known.get(word);
  if (earlier) return earlier;
  const small = word.slice(0, longest).toLowerCase();
  const plain = plainOf(small);
  const found = { plain, kind: kindOf(plain) ?? (small === plain ? undefined : kindOf(small)) };
  if (known.size === 2_000) known.clear();
  // V8 may store a longer one as a part of the whole text.
  if (word.length <= 12) known.set(word, found);
  return found;
}

function kindOf(word: string): Word['kind'] {
  if (otherCode.test(word)) return 'other';
  const found = tests.find(([, words]) => words.test(word))?.[0];
  if (found) return found;
  particle ??= new RegExp(patternOf('particle'), 'gu');
  const withoutParticles = word.replaceAll(particle, '');
  if (withoutParticles === '') return 'filler';
  return withoutParticles === word ? undefined : kindOf(withoutParticles);
}

/** Whether a word announces the number in a language from which these words have a name of a code. */
export const isLocalLink = (plain: string, words: readonly Word[]) =>
  Object.values(codeLanguages).some(({ localLink, code, hint = '' }) => {
    if (!localLink?.split(' ').includes(plain)) return false;
    const names = new Set(`${code} ${hint}`.split(' '));
    return words.some((other) => other.plain.split(' ').some((name) => names.has(name)));
  });

export const isDiscount = (text: string) => discount.test(plainOf(text));
export const isWarning = (text: string) => warning.test(plainOf(text));

/** Whether a text between two codes only lists them: ", ", " or ". */
export const isJoining = (text: string) =>
  /^[\s\p{L}\p{M},;、，/|·•&]*$/u.test(text) && wordsIn(text).every(({ plain }) => joiner.test(plain));

/** Whether a text begins with what is counted: "minutes", "%". */
export function isUnit(text: string): boolean {
  const [, sign, word = ''] = /^\s{0,2}(?:([%‰€$£¥₹°])|([\p{L}\p{M}]{1,40}))/u.exec(text) ?? [];
  return sign !== undefined || unit.test(plainOf(word));
}

/** Whether a word for a code means something else, such as a promo code. */
export function isQualified(words: readonly Word[], index: number): boolean {
  const [before, after, second] = [words[index - 1], words[index + 1], words[index + 2]];
  const isQualifier = (word: Word | undefined) => word !== undefined && qualifier.test(word.plain);
  if (isQualifier(before) || isQualifier(after)) return true;
  return /^(?:de|del|di|do|da|d)$/.test(after?.plain ?? '') && isQualifier(second);
}
