import { useId } from 'preact/hooks';
import { useParam } from '../model.ts';
import { searchForms, type SearchHelp } from '../sandbox-tables.ts';

/** The words of a search, and the values to suggest for them. */
export interface SearchLanguage {
  readonly words: Readonly<Record<string, SearchHelp>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Values to suggest for the word `fault:`. */
export const faultValues = ['503', '429', 'reset', 'late', 'after'];

interface SearchBarProps extends SearchLanguage {
  /** What it searches for. */
  readonly name: string;
  /** What is wrong with the list, which may be the search. */
  readonly problem: string | undefined;
  /** Called when Enter ends a search. */
  readonly onEnter: () => void;
}

/** A search field that suggests words and their values. It searches with each keystroke; Escape leaves it. */
export function SearchBar({ name, words, values, problem: listProblem, onEnter }: SearchBarProps) {
  const id = useId();
  const [search, setSearch] = useParam('q');
  const problem = searchProblem(listProblem);
  const label = `Search ${name}`;
  return (
    <div class="search">
      <input
        type="search"
        list={`${id}-list`}
        placeholder={label}
        aria-label={label}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        aria-invalid={problem !== undefined}
        spellcheck={false}
        autocomplete="off"
        dir="auto"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') onEnter();
          else if (key === 'Escape') currentTarget.blur();
        }}
      />
      <datalist id={`${id}-list`}>
        {suggestionsFor(search, { words, values }).map(([text, meaning]) => (
          <option key={text} value={text} label={meaning} />
        ))}
      </datalist>
      {problem !== undefined && (
        // A new text appears late, so that it does not flash during typing.
        <p key={problem} id={`${id}-problem`} class="search-problem" role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Searches that begin like this one: with a value for the word at its end, or with another word. */
function suggestionsFor(
  search: string,
  { words, values }: SearchLanguage,
): [text: string, meaning?: string][] {
  const word = search.split(/\s/).at(-1)?.replace(/^-/, '') ?? '';
  const before = search.slice(0, search.length - word.length);
  const [name = '', value] = word.split(':');
  if (value !== undefined) {
    return [...new Set(values[name.toLowerCase()])].map((one) => [
      `${before}${name}:${/\s/.test(one) ? `"${one}"` : one}`,
    ]);
  }
  return [
    ...Object.entries(words).map(([word, { meaning }]): [string, string] => [`${before}${word}:`, meaning]),
    ...searchForms.map(({ example, meaning }): [string, string] => [`${before}${example}`, meaning]),
  ];
}

/** The search without a word at its end that has no value yet, because it is still being typed. */
export function withoutUnfinished(search: string): string {
  return search.replace(/(^|\s)-?[a-z]{2,20}:$/i, '');
}

/** The message of a refusal about the search; `undefined` for any other problem. */
export function searchProblem(problem: string | undefined): string | undefined {
  if (!problem?.startsWith('q: ')) return undefined;
  return `${problem.charAt(3).toUpperCase()}${problem.slice(4)}`;
}
