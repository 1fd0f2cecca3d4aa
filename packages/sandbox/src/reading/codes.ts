import type { Steps } from '../service/kernel/steps.ts';
import { type Candidate, candidatesIn } from './code-candidates.ts';
import { isQualified, type Rank, type Tie, tieAfter, tieBefore, window, wordsIn } from './code-ties.ts';
import { isDiscount, isUnasked } from './code-words.ts';
import type { MailLine } from './mail-lines.ts';

/** The one place that decides what a one-time code is, in time proportional to the text. */
export function* codesIn(subject: string, bodies: readonly (readonly MailLine[])[]): Steps<string[]> {
  const found = new Map<string, { readonly code: string; rank: Rank }>();
  for (const lines of [...bodies, [{ text: subject, isLarge: false }]]) {
    for (const { code, rank } of yield* rankedIn(lines, subject)) {
      const key = code.replaceAll(/[^\p{L}\p{Nd}]/gu, '').toUpperCase();
      const known = found.get(key);
      if (!known) found.set(key, { code, rank });
      else if (rank < known.rank) known.rank = rank;
    }
  }
  const surest = Math.min(...[...found.values()].map(({ rank }) => rank));
  return [...found.values()].flatMap(({ code, rank }) => (rank === surest ? [code] : []));
}

interface Ranked {
  readonly code: string;
  readonly rank: Rank;
}

function* rankedIn(lines: readonly MailLine[], subject: string): Steps<Ranked[]> {
  const found: Ranked[] = [];
  const about = new Map<number, LineAbout>();
  const aboutLine = (at: number): LineAbout => {
    const known = about.get(at);
    if (known) return known;
    const { text = '' } = lines[at] ?? {};
    const said = aboutOf(text);
    // A line with a number of its own speaks of that one first.
    const isOwn = said === 'code' && candidatesIn(text.slice(-looked)).length > 0;
    about.set(at, isOwn ? 'mention' : said);
    return isOwn ? 'mention' : said;
  };
  const aboutSubject = aboutOf(subject);
  let above: (Ranked & Pick<Candidate, 'form'>) | undefined;
  for (const [at, { text, isLarge }] of lines.entries()) {
    yield;
    const candidates = candidatesIn(text);
    if (!isAlone(text, candidates)) {
      above = undefined;
      for (const ranked of rankedInLine(text, candidates, lines[at - 1]?.text ?? '')) found.push(ranked);
      continue;
    }
    const around = { subject: aboutSubject, about: aboutLine, at, isLarge };
    const isForShop = isDiscount(lines[at + 1]?.text.slice(0, looked) ?? '');
    for (const { code, form } of candidates) {
      // Backup codes come as a list.
      const isNext = above?.form === form && above.code.length === code.length;
      const rank = isNext ? above?.rank : isForShop ? undefined : rankAlone({ code, form }, around);
      above = rank && { code, form, rank };
      if (above) found.push(above);
    }
  }
  return found;
}

/** Whether a line has nothing but candidates. */
function isAlone(text: string, candidates: readonly Candidate[]): boolean {
  if (candidates.length === 0) return false;
  let from = 0;
  for (const { start, end } of candidates) {
    if (/[\p{L}\p{Nd}]/u.test(text.slice(from, start))) return false;
    from = end;
  }
  return !/[\p{L}\p{Nd}]/u.test(text.slice(from));
}

/** What a line says about a code in a line of its own below. */
type LineAbout = 'code' | 'mention' | 'hint' | 'other' | 'nothing';

/** Characters of a line that are looked at. */
const looked = 160;

function aboutOf(line: string): LineAbout {
  const words = wordsIn(line.slice(-looked));
  const isCode = words.some(({ kind }, at) => kind === 'code' && !isQualified(words, at));
  if (isCode)
    return isDiscount(line.slice(-looked)) ? 'other' : isUnasked(line.slice(-looked)) ? 'mention' : 'code';
  const label = words.findLast(({ kind }) => kind !== 'filler' && kind !== 'link' && kind !== 'hint');
  if (label?.kind === 'other' || label?.kind === 'code') return 'other';
  return words.some(({ kind }) => kind === 'hint') ? 'hint' : 'nothing';
}

interface Around {
  readonly subject: LineAbout;
  readonly about: (at: number) => LineAbout;
  readonly at: number;
  readonly isLarge: boolean;
}

function rankAlone(
  { form, code }: Pick<Candidate, 'form' | 'code'>,
  { subject, about, at, isLarge }: Around,
): Rank | undefined {
  const above = about(at - 1);
  if (above === 'code') return 1;
  if (above === 'other' || form === 'year' || form === 'capitals') return undefined;
  for (const near of [about(at - 2), about(at - 3)]) {
    if (near === 'code') return 2;
    if (near === 'other') break;
  }
  const isNumber = form === 'number' || form === 'spaced';
  if (about(at + 1) === 'code' || (isNumber && about(at + 1) === 'mention')) return 2;
  if (above === 'mention' && isNumber) return 2;
  const isUsual = isNumber && (isLarge || code.length === 6);
  if (isUsual && (about(at + 2) === 'code' || subject === 'code')) return 3;
  const isHinted = [subject, above, about(at - 2), about(at - 3)].includes('hint');
  return isLarge && isNumber && isHinted ? 3 : undefined;
}

function rankedInLine(text: string, candidates: readonly Candidate[], lineAbove: string): Ranked[] {
  const used = new Set<number>();
  let last: Candidate | undefined;
  const ties = candidates.map((candidate): Tie => {
    const tie = tieBefore(text, candidate, lineAbove);
    if (typeof tie === 'string') return tie;
    const between = last && text.slice(last.end, candidate.start);
    if (used.has(tie.word) && !/^(?:[\s,;/|·•]|and|or|und|oder|et|ou|y|o)*$/.test(between ?? ''))
      return 'none';
    used.add(tie.word);
    last = candidate;
    return tie;
  });
  return candidates.flatMap((candidate, at) => {
    const tie = ties[at] === 'none' ? tieAfter(text, candidate, used) : ties[at];
    if (tie === undefined || typeof tie === 'string' || !isEnough(candidate, tie)) return [];
    return isDiscount(text.slice(Math.max(0, candidate.start - window), candidate.end + window))
      ? []
      : [{ code: candidate.code, rank: tie.rank }];
  });
}

/** Whether words in its sentence are enough for a candidate of this form. */
function isEnough({ form, code }: Candidate, { rank, isStated }: Exclude<Tie, string>): boolean {
  if (form === 'number') return true;
  if (form === 'mixed' && code === code.toUpperCase()) return rank === 1;
  return isStated && rank === 1;
}
