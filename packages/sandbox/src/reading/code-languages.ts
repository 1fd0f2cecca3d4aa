import languages from '../../data/code-words.json' with { type: 'json' };
import passwords from '../../data/one-time-passwords.json' with { type: 'json' };
import { plainOf } from './plain.ts';

/**
 * The words around a one-time code in a language. Words are in lower case, without accents on Latin, Greek and Cyrillic
 * letters unless that would make them another word; `*` stands for any letters, `_` for a blank; the rest is a pattern.
 */
interface Language {
  /** Name a one-time code: “code”, “PIN”, “認証番号”. */
  readonly code: string;
  /** Name a code in several words: “digit number”. Names of a one-time password are in `one-time-passwords.json`. */
  readonly phrase?: string;
  /** Belong to such mail without naming the code: “verification”, “password”. */
  readonly hint?: string;
  /** Name another number: “order”, “customer”. */
  readonly other?: string;
  /** Announce the number, or refer to it: “is”, “lautet”. */
  readonly link?: string;
  /** Announce the number, but only near a word for a code of this language: others use them differently, such as “to”. */
  readonly localLink?: string;
  /** May stand between such a word and its number: “no.”, “votre”. */
  readonly filler?: string;
  /** Are joined to other words without a blank, and leave their meaning: “你的”. */
  readonly particle?: string;
  /** The number after them is a time, a place or a recipient: “in”, “until”, “to”. */
  readonly before?: string;
  /** Ask for the number: “enter”, “use”. */
  readonly verb?: string;
  /** Contain a word for a code, and name something else: “barcode”. */
  readonly otherCode?: string;
  /** Give a word for a code another meaning: “promo code”, “code postal”. */
  readonly qualifier?: string;
  /** Are about a discount: a code in such a sentence is for a shop. */
  readonly discount?: string;
  /** Are about unrequested mail, or about how long a code is valid: no code follows. */
  readonly warning?: string;
  /** Follow a number that counts something: “minutes”, “年”. */
  readonly unit?: string;
  /** Stand between codes side by side: “or”, “und”. */
  readonly joiner?: string;
  /** Have the form of a code, because mails set them in capitals on buttons and in warnings: “CONFIRM”. */
  readonly shouted?: string;
}

/** The languages in which codes are found, by their English names. */
export const codeLanguages: Readonly<Record<string, Language>> = languages;

/** A kind of words. */
export type WordKind = keyof Language;

/** The kinds whose words may be anywhere in a text; the others are whole words. */
const phrases: ReadonlySet<WordKind> = new Set(['phrase', 'discount', 'warning']);

/** All kinds of words in the tables. */
export const wordKinds = [
  ...new Set(Object.values(codeLanguages).flatMap(Object.keys)),
] as readonly WordKind[];

/** A test for the words of one kind, whose pattern is made when it is first used: most programs need none. */
export function wordsOf(kind: WordKind): Pick<RegExp, 'test'> {
  let made: RegExp | undefined;
  return { test: (text) => (made ??= patternOf(kind)).test(text) };
}

/** The pattern for the words of one kind in all languages. */
export function patternOf(kind: WordKind): RegExp {
  const forms = new Set(Object.values(codeLanguages).flatMap((row) => row[kind]?.split(' ') ?? []));
  const [before, after] = phrases.has(kind) ? [noLetterBefore, noLetterAfter] : ['^', '$'];
  const either = (starts: boolean, ends: boolean) => {
    const fitting = [...forms].filter(
      (form) => form.startsWith('*') === starts && form.endsWith('*') === ends,
    );
    const texts = fitting.map((form) => form.replaceAll('*', '').replaceAll('_', String.raw`\s{1,3}`));
    return texts.length === 0 ? '(?!)' : texts.join('|');
  };
  const patterns = [
    `${before}(?:${either(false, false)})${after}`,
    `${before}(?:${either(false, true)})`,
    `(?:${either(true, false)})${after}`,
    either(true, true),
  ];
  return new RegExp((kind === 'phrase' ? [...patterns, ...oneTimePasswords()] : patterns).join('|'), 'u');
}

const letter = String.raw`[\p{L}\p{M}]`;
const noLetterBefore = `(?<!${letter})`;
const noLetterAfter = `(?!${letter})`;

/**
 * Patterns for a one-time password: a word for “one-time” and one for “password”, in any order, with at most two words
 * between, or in one word. They are for words with one blank between: with a class of all letters, so many took most of
 * a second to compile.
 */
function oneTimePasswords(): string[] {
  const between = '(?: [^ ]+){0,2}';
  return passwords.rows.flatMap(([, oneTimeForms = '', passwordForms = '']) => {
    const [oneTime, password] = [formsOf(oneTimeForms), formsOf(passwordForms)];
    const begin = oneTimeForms.startsWith('*') ? '' : '(?<![^ ])';
    return [`${begin}${oneTime}${between} ?${password}`, `${begin}${password}${between} ?${oneTime}`];
  });
}

function formsOf(forms: string): string {
  const patterns = forms.split(' ').map((form) => {
    const text = plainOf(form).replaceAll('*', '').replaceAll('_', ' ');
    return form.endsWith('*') ? `${text}[^ ]*` : `${text}(?![^ ])`;
  });
  return `(?:${patterns.join('|')})`;
}
