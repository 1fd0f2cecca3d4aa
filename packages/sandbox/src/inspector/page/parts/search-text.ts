import { searchForms, type SearchHelp } from '../sandbox-tables.ts';

/** A search as its field shows it: filters as chips, and the text behind them. */
export interface SearchDraft {
  /** Complete filters, such as `status:bounced` or `-to:"Ada L"`. */
  readonly chips: readonly string[];
  readonly text: string;
}

const parts = /-?(?:[a-z]{2,20}:(?=[^\s/]|\/(?!\/)))?(?:"[^"]*"|\S+)/gi;
const word = /^-?([a-z]{2,20}):./i;

/**
 * Splits a search into filters and text.
 *
 * @param words The words that filters begin with.
 */
export function draftOf(search: string, words: readonly string[]): SearchDraft {
  const chips: string[] = [];
  const texts: string[] = [];
  for (const [part] of search.matchAll(parts)) {
    const [, name = ''] = word.exec(part) ?? [];
    (words.includes(name.toLowerCase()) ? chips : texts).push(part);
  }
  return { chips, text: texts.join(' ') };
}

/** The search that a draft stands for. */
export function searchOf({ chips, text }: SearchDraft): string {
  return [...chips, text].join(' ').trim();
}

/** The word that is being typed at the end of a text, and the beginning of its value if it has a colon. */
export function typedAtEnd(text: string): { readonly name: string; readonly value?: string } {
  const [, name = '', value] = /(?:^|\s)-?([a-z]*)(?::(\S*))?$/i.exec(text) ?? [];
  return { name: name.toLowerCase(), ...(value !== undefined && { value: value.toLowerCase() }) };
}

/** The text with what is being typed at its end replaced. */
export function replacedAtEnd(text: string, by: string): string {
  return text.replace(/(^|\s)(-?)[a-z]*(?::\S*)?$/i, `$1$2${by}`);
}

/** What each word of a search means. */
export type SearchWords = Readonly<Record<string, SearchHelp>>;

/** Values to suggest, by the word before them. */
export type SearchValues = Readonly<Record<string, readonly string[]>>;

/** Values to suggest for the word `fault:`. */
export const faultValues = ['503', '429', 'reset', 'late', 'after'];

const mostSuggested = 12;

/** One line below the field. */
export interface Suggestion {
  /** What it puts into the field. */
  readonly text: string;
  readonly meaning?: string;
  /** Whether a value still has to follow. */
  readonly isBegun: boolean;
}

/** Filters to choose from: the values of each word but addresses, of which there are too many. */
export function filtersOf(values: SearchValues): readonly Suggestion[] {
  return Object.entries(values)
    .filter(([word]) => word !== 'to' && word !== 'from')
    .flatMap(([word, all]) => [...new Set(all)].slice(0, mostSuggested).map((value) => filter(word, value)));
}

function filter(word: string, value: string): Suggestion {
  return { text: `${word}:${/\s/.test(value) ? `"${value}"` : value}`, isBegun: false };
}

/** What fits to the end of a text: values of its word, or words. Without a text, all words and forms of a search. */
export function suggestionsFor(
  text: string,
  words: SearchWords,
  values: SearchValues,
): readonly Suggestion[] {
  const { name, value } = typedAtEnd(text);
  if (value !== undefined) {
    const placeIn = (one: string) => one.toLowerCase().indexOf(value);
    const fitting = [...new Set(values[name])]
      .filter((one) => placeIn(one) >= 0)
      .sort((a, b) => Math.sign(placeIn(a)) - Math.sign(placeIn(b)));
    return fitting.slice(0, mostSuggested).map((one) => filter(name, one));
  }
  const begun = Object.entries(words)
    .filter(([word]) => word.startsWith(name))
    .map(([word, { meaning }]) => ({ text: `${word}:`, meaning, isBegun: true }));
  if (name !== '') return begun;
  const forms = searchForms.map(({ example, meaning }) => ({ text: example, meaning, isBegun: false }));
  return [...begun, ...forms];
}

/** How many places each arrow key moves in a list of suggestions. */
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The place in a list of suggestions after a key. It goes round at both ends. `undefined` for all other keys. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  const by = arrows[key];
  return by === undefined ? undefined : (place + by + count) % Math.max(1, count);
}
