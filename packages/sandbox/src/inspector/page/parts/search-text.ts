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

/** The word at the end of a text that someone is typing, and the beginning of its value if it has a colon. */
export function typedAtEnd(text: string): { readonly name: string; readonly value?: string } {
  const [, name = '', value] = /(?:^|\s)-?([a-z]*)(?::(\S*))?$/i.exec(text) ?? [];
  return { name: name.toLowerCase(), ...(value !== undefined && { value: value.toLowerCase() }) };
}

/** The text with what someone is typing at its end replaced. */
export function replacedAtEnd(text: string, by: string): string {
  return text.replace(/(^|\s)(-?)[a-z]*(?::\S*)?$/i, `$1$2${by}`);
}
