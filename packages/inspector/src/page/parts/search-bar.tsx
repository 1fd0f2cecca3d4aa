import { useId, useRef, useState } from 'preact/hooks';
import { isTexts, useKept } from '../kept.ts';
import { useParam } from '../route.ts';
import { searchForms, type SearchHelp } from '../sandbox-tables.ts';
import { Button } from './button.tsx';

const mostRecent = 5;

/**
 * A search field for the search language, with help that lists its words and the latest searches. It
 * searches with each keystroke; `/` focuses it, and Escape closes the help or empties the field.
 */
export function SearchBar({
  name,
  words,
  problem: listProblem,
}: {
  /** What it searches for. The browser stores the latest searches under this name. */
  readonly name: string;
  readonly words: Readonly<Record<string, SearchHelp>>;
  /** What is wrong with the list, which may be the search. */
  readonly problem: string | undefined;
}) {
  const [value, onChange] = useParam('q');
  const problem = searchProblem(listProblem);
  const label = `Search ${name}`;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [recent, setRecent] = useKept<readonly string[]>(`searches-${name}`, [], isTexts);
  const remember = () => {
    const used = value.trim();
    if (used === '' || problem !== undefined || recent[0] === used) return;
    setRecent([used, ...recent.filter((other) => other !== used)].slice(0, mostRecent));
  };
  const focusField = () => root.current?.querySelector('input')?.focus();
  const fill = (text: string) => {
    onChange(text);
    setOpen(false);
    focusField();
  };
  return (
    <div
      ref={root}
      class="search"
      onFocusOut={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget as Node | null)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (!isOpen && value === '')) return;
        event.preventDefault();
        if (isOpen) fill(value);
        else onChange('');
      }}
    >
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        aria-invalid={problem !== undefined}
        spellcheck={false}
        autocomplete="off"
        dir="auto"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        onBlur={remember}
        onKeyDown={(event) => event.key === 'Enter' && remember()}
      />
      <button
        type="button"
        class="small"
        aria-label="Search help"
        aria-expanded={isOpen}
        aria-controls={`${id}-help`}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      {problem !== undefined && (
        // A new text appears late, so that it does not flash while someone types.
        <p key={problem} id={`${id}-problem`} class="search-problem" role="status">
          {problem}
        </p>
      )}
      <div id={`${id}-help`} class="search-help" hidden={!isOpen}>
        {recent.length > 0 && (
          <>
            <h2>
              Latest searches
              <Button label="Forget" onClick={() => (setRecent([]), focusField())} />
            </h2>
            <ul>
              {recent.map((text) => (
                <li key={text}>
                  <Button label={text} class="example" dir="auto" onClick={() => fill(text)} />
                </li>
              ))}
            </ul>
          </>
        )}
        <h2>Search for</h2>
        <ul>
          {[...searchForms, ...Object.values(words)].map(({ example, meaning }) => (
            <li key={example}>
              <Button
                label={example}
                class="example"
                onClick={() => fill(value.trim() === '' ? example : `${value.trim()} ${example}`)}
              />
              <span>{meaning}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The search without a word at its end that has no value yet: someone is still typing it. */
export function withoutUnfinished(search: string): string {
  return search.replace(/(^|\s)-?[a-z]{2,}:$/i, '');
}

/** What a refusal says about the search; `undefined` for any other problem. */
export function searchProblem(problem: string | undefined): string | undefined {
  if (!problem?.startsWith('q: ')) return undefined;
  return `${problem.charAt(3).toUpperCase()}${problem.slice(4)}`;
}
