import type { Steps } from '../service/kernel/steps.ts';
import { type Candidate, candidatesIn } from './code-candidates.ts';
import {
  type About,
  aboutSentence,
  longestRead,
  type Rank,
  sentencesIn,
  type Tie,
  tieAfter,
  tieBefore,
  window,
} from './code-sentences.ts';
import { isDiscount, isJoining, wordsIn } from './code-words.ts';
import type { MailLine } from './mail-lines.ts';

/** Decides what a one-time code is, in time proportional to the text. Nothing else decides it. */
export function* codesIn(subject: string, bodies: readonly (readonly MailLine[])[]): Steps<string[]> {
  const found = new Map<string, Ranked>();
  for (const lines of [...bodies, [{ text: subject, isLarge: false }]]) {
    for (const { code, rank } of yield* rankedIn(lines, subject)) {
      const key = code.replaceAll(/[^\p{L}\p{Nd}]/gu, '').toUpperCase();
      const known = found.get(key);
      found.set(key, known && known.rank <= rank ? known : { code: known?.code ?? code, rank });
    }
  }
  const surest = Math.min(...[...found.values()].map(({ rank }) => rank));
  return [...found.values()].flatMap(({ code, rank }) => (rank === surest ? [code] : []));
}

interface Ranked {
  readonly code: string;
  readonly rank: Rank;
}

interface ReadLine extends MailLine {
  readonly candidates: readonly Candidate[];
  /** The codes that its own sentences name. */
  readonly codes: readonly Ranked[];
  readonly about: About;
}

const emptyLine: ReadLine = { text: '', isLarge: false, candidates: [], codes: [], about: 'nothing' };

function* rankedIn(lines: readonly MailLine[], subject: string): Steps<Ranked[]> {
  const read = new Map<number, ReadLine>();
  const lineAt = (index: number): ReadLine => {
    const line = lines[index];
    const known = read.get(index) ?? (line ? readLine(line) : emptyLine);
    read.set(index, known);
    return known;
  };
  const found: Ranked[] = [];
  const aboutSubject = aboutLine(subject, false);
  // Several codes come as a list, which the line above it or the one below may announce.
  let list: Candidate[] = [];
  let rank: Rank | undefined;
  for (const index of lines.keys()) {
    yield;
    const line = lineAt(index);
    if (!isAlone(line)) {
      list = [];
      const codes = line.codes.length > 0 ? line.codes : continued(line, lineAt(index - 1));
      for (const code of codes) found.push(code);
      continue;
    }
    const isForShop = isDiscount(lineAt(index + 1).text.slice(0, longestRead));
    for (const candidate of line.candidates) {
      const before = list.at(-1);
      if (!before || !isLike(before, candidate)) [list, rank] = [[], undefined];
      list.push(candidate);
      if (rank === undefined && !isForShop) {
        rank = rankAlone(candidate, { subject: aboutSubject, lineAt, index });
        if (rank !== undefined) for (const { code } of list) found.push({ code, rank });
        else if (lineAt(index - 1).about === 'other') list = [];
      } else if (rank !== undefined) found.push({ code: candidate.code, rank });
    }
  }
  return found;
}

function readLine(line: MailLine): ReadLine {
  const candidates = candidatesIn(line.text);
  const codes = candidates.length > 0 ? codesInSentences(line.text, candidates) : [];
  return { ...line, candidates, codes, about: aboutLine(line.text, codes.length > 0) };
}

/** Whether two candidates may be codes of one list. */
function isLike(one: Candidate, other: Candidate): boolean {
  return kindOfForm(one.form) === kindOfForm(other.form) && one.code.length === other.code.length;
}

/** A code of four digits may look like a year. */
const kindOfForm = (form: Candidate['form']) => (form === 'year' ? 'number' : form);

/** Whether a line has nothing but candidates, perhaps with a number or a sign of a list. */
function isAlone({ text, candidates }: ReadLine): boolean {
  if (candidates.length === 0) return false;
  let from = /^\s*\d{1,2}[.)]\s/.exec(text)?.[0].length ?? 0;
  for (const { start, end } of candidates) {
    if (/[\p{L}\p{Nd}]/u.test(text.slice(from, start))) return false;
    from = end;
  }
  return !/[\p{L}\p{Nd}]/u.test(text.slice(from));
}

function aboutLine(text: string, hasCode: boolean): About {
  const abouts = sentencesIn(text.slice(-longestRead)).map((sentence) =>
    aboutSentence(sentence.text, hasCode),
  );
  const has = (about: About) => abouts.includes(about);
  if (has('code')) return 'code';
  const last = abouts.findLast((about) => about !== 'nothing');
  if (last === 'other') return 'other';
  return has('mention') ? 'mention' : (last ?? 'nothing');
}

interface Around {
  readonly subject: About;
  readonly lineAt: (index: number) => ReadLine;
  readonly index: number;
}

/** How certain it is that a candidate on a line of its own is a code, by the lines around it. */
function rankAlone(
  { form, code }: Pick<Candidate, 'form' | 'code'>,
  { subject, lineAt, index }: Around,
): Rank | undefined {
  const { about: above, text: textAbove } = lineAt(index - 1);
  const { isLarge } = lineAt(index);
  const isAnnounced = above === 'code' && (isLarge || /[:：]\s*$|[\p{L}\p{M}]$/u.test(textAbove));
  if (above === 'code' && (form !== 'capitals' || isAnnounced)) return 1;
  if (above === 'other' || form === 'year' || form === 'capitals') return undefined;
  for (const near of [lineAt(index - 2).about, lineAt(index - 3).about]) {
    if (near === 'code') return form === 'long' ? undefined : 2;
    if (near === 'other') break;
  }
  if (form === 'long') return undefined;
  const below = lineAt(index + 1).about;
  const isNumber = form === 'number' || form === 'spaced';
  const isClear = isNumber || (form === 'mixed' && code === code.toUpperCase());
  if (below === 'code' || (isNumber && below === 'mention')) return 2;
  if (above === 'mention' && isClear) return 2;
  const isUsual = isNumber && (isLarge || code.length === 6);
  if (isUsual && (lineAt(index + 2).about === 'code' || subject === 'code')) return 3;
  const isHinted = [subject, above, lineAt(index - 2).about, lineAt(index - 3).about].includes('hint');
  return isLarge && isNumber && isHinted ? 3 : undefined;
}

/** The code with which a line continues an unfinished one: "Your code is" and then "493017. It expires soon." */
function continued({ text, candidates: [first] }: ReadLine, above: ReadLine): readonly Ranked[] {
  if (!first || first.form === 'year' || first.form === 'capitals') return [];
  if (above.about !== 'code' || above.codes.length > 0 || /[.!?。！？]\s*$/u.test(above.text)) return [];
  const words = wordsIn(text.slice(0, first.start));
  if (!words.every(({ kind }) => kind === 'filler' || kind === 'link')) return [];
  if (tieAfter(text, first, new Set()) === 'other') return [];
  return [{ code: first.code, rank: 1 }];
}

function codesInSentences(line: string, candidates: readonly Candidate[]): Ranked[] {
  return sentencesIn(line).flatMap(({ text, start }) => {
    const within = candidates.filter(
      (one) =>
        one.start >= start &&
        one.end <= start + text.length &&
        // The sentence before may be about a discount.
        !isDiscount(line.slice(Math.max(0, one.start - window), one.end + window)),
    );
    return codesInSentence(
      text,
      within.map((one) => ({ ...one, start: one.start - start, end: one.end - start })),
    );
  });
}

function codesInSentence(text: string, candidates: readonly Candidate[]): Ranked[] {
  const used = new Set<number>();
  let last: (Candidate & { readonly tie: Exclude<Tie, string> }) | undefined;
  const ties = candidates.map((candidate): Tie => {
    const { code, start } = candidate;
    const tie = tieBefore(text, candidate);
    if (typeof tie === 'string') return tie;
    const isListed = last?.code.length === code.length && isJoining(text.slice(last.end, start));
    if (used.has(tie.word) && !isListed) return 'none';
    used.add(tie.word);
    // Codes of a list are as certain as the first.
    last = { ...candidate, tie: last && isListed ? last.tie : tie };
    return last.tie;
  });
  return candidates.flatMap((candidate, index) => {
    const tie = ties[index] === 'none' ? tieAfter(text, candidate, used) : ties[index];
    if (tie === undefined || typeof tie === 'string' || !isEnough(text, candidate, tie)) return [];
    return [{ code: candidate.code, rank: tie.rank }];
  });
}

/** Whether words in its sentence are enough for a candidate of this form. */
function isEnough(
  text: string,
  { form, code, end }: Candidate,
  { rank, isStated }: Exclude<Tie, string>,
): boolean {
  if (form === 'number') return true;
  if (rank !== 1) return false;
  if (form === 'long') return true;
  if (form === 'mixed' && code === code.toUpperCase()) return true;
  // A word in capitals in the middle of a sentence is only emphasis.
  if (form === 'capitals' && /^\s+\p{L}/u.test(text.slice(end))) return false;
  return isStated;
}
