import { wordsOf } from './code-languages.ts';
import { isUnit, isUnspaced } from './code-words.ts';

/** Something in a line that has the form of a code. */
export interface Candidate {
  /** The code without blanks. */
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly form: CodeForm;
}

/**
 * `number`: digits, such as `493017` or `123-456`. `spaced`: groups with blanks between that are no codes themselves,
 * or two that may be. `long`: of nine to twelve characters.
 */
export type CodeForm = 'number' | 'year' | 'spaced' | 'mixed' | 'capitals' | 'words' | 'long';

const token = /[\p{Nd}a-z]+(?:[-‐‑][\p{Nd}a-z]+)*/giu;

/** What has the form of a code in a line, from left to right. */
export function candidatesIn(line: string): Candidate[] {
  const found: Candidate[] = [];
  const tokens = [...line.matchAll(token)];
  // Groups up to here are a list of codes.
  let listed = 0;
  for (let index = 0; index < tokens.length;) {
    const groups = index < listed ? 1 : groupsFrom(line, tokens, index);
    const isOne = groups === 2 || (tokens[index]?.[0].length ?? 0) < 4;
    const run = isOne ? groups : 1;
    if (!isOne) listed = Math.max(listed, index + groups);
    const [first, last] = [tokens[index], tokens[index + run - 1]];
    if (!first || !last) break;
    index += run;
    const [start, end] = [first.index, last.index + last[0].length];
    const written = line.slice(start, end);
    const form = run > 1 ? spacedForm(written) : formOf(written);
    if (!form || isPartOfMore(line, start, end)) continue;
    found.push({ code: written.replaceAll(/\s/g, ''), start, end, form });
  }
  return found;
}

/** How many tokens from one on are groups of the same length, with a few blanks between. */
function groupsFrom(line: string, tokens: readonly RegExpExecArray[], first: number): number {
  const { length } = tokens[first]?.[0] ?? '';
  if (length > 4) return 1;
  const isGroup = length === 1 ? /^[\p{Nd}A-Z]$/u : /^(?=[\p{Nd}A-Z]*\p{Nd})[\p{Nd}A-Z]+$/u;
  if (!isGroup.test(tokens[first]?.[0] ?? '')) return 1;
  let index = first + 1;
  for (; index < tokens.length; index++) {
    const [before, next] = [tokens[index - 1], tokens[index]];
    if (!before || !next || next[0].length !== length || !isGroup.test(next[0])) break;
    if (!/^\s{1,4}$/u.test(line.slice(before.index + before[0].length, next.index))) break;
  }
  return index - first;
}

function spacedForm(written: string): CodeForm | undefined {
  const { length } = written.replaceAll(/\s/g, '');
  return length >= 4 && length <= 8 && /\p{Nd}/u.test(written) ? 'spaced' : undefined;
}

function formOf(written: string): CodeForm | undefined {
  // Most words.
  if (/^[A-Z]?[a-z]*$/.test(written)) return undefined;
  const groups = written.split(/[-‐‑]/);
  const [first = ''] = groups;
  const isEven = groups.every(({ length }) => length === first.length);
  const { length } = written;
  if (/^\p{Nd}+$/u.test(written)) {
    if (length < 4 || length > 12) return undefined;
    if (length > 8) return 'long';
    return /^(?:19|20)\d\d$/.test(written) ? 'year' : 'number';
  }
  if (/^[\p{Nd}-]+$/u.test(written))
    return isEven && groups.length <= 4 && first.length >= 2 && length <= 11 ? 'number' : undefined;
  if (/^[A-Z]{1,4}-\d{4,8}$/.test(written)) return 'mixed';
  if (/^[A-Z-]+$/.test(written)) {
    if (groups.length === 1)
      return length >= 5 && length <= 8 && !shouted.test(written.toLowerCase()) ? 'capitals' : undefined;
    return isEven && first.length >= 3 && length <= 19 ? 'mixed' : undefined;
  }
  if (/^[a-z]{3,11}(?:-[a-z]{3,11}){1,4}-\d{1,4}$/.test(written)) return 'words';
  if (/\d/.test(written)) {
    if (groups.length === 1) return length < 4 || length > 12 ? undefined : length > 8 ? 'long' : 'mixed';
    return groups.length <= 4 && length <= 24 && groups.every((group) => group.length > 2)
      ? 'mixed'
      : undefined;
  }
  const areWords = groups.every((group) => /^[A-Z]?[a-z]{2,11}$/.test(group) && group.length > 2);
  return areWords && groups.length >= 3 && groups.length <= 6 ? 'words' : undefined;
}

const shouted = wordsOf('shouted');

/** Whether it is part of a price, a time, an address, a longer number or a word, or counts something. */
function isPartOfMore(line: string, start: number, end: number): boolean {
  const [before = '', twoBefore = ''] = [line[start - 1], line[start - 2]];
  const [after = '', twoAfter = ''] = [line[end], line[end + 1]];
  const isMarked = before === after && '*_`'.includes(before);
  if (!isMarked && ('@/\\_+#$€£¥₹=&~*•?%'.includes(before || ' ') || '@/\\_=&*'.includes(after || ' ')))
    return true;
  if (
    ".,:'’-".includes(before || ' ') &&
    /[\p{L}\p{Nd}]/u.test(twoBefore) &&
    !(before === ':' && !/\d/.test(twoBefore))
  )
    return true;
  if (".,:'’-".includes(after || ' ') && /[\p{L}\p{Nd}]/u.test(twoAfter) && !isUnspaced(twoAfter))
    return true;
  if ([before, after].some((next) => /[\p{L}\p{M}]/u.test(next) && !isUnspaced(next))) return true;
  return /[$€£¥₹]\s$/u.test(line.slice(Math.max(0, start - 2), start)) || isUnit(line.slice(end, end + 20));
}
