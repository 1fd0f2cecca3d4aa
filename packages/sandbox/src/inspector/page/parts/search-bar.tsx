import { useId, useRef, useState } from 'preact/hooks';
import { useParam } from '../model.ts';
import { Icon } from './badge.tsx';
import {
  draftOf,
  filtersOf,
  placeAfter,
  replacedAtEnd,
  type SearchDraft,
  searchOf,
  type SearchValues,
  type SearchWords,
  type Suggestion,
  suggestionsFor,
  typedAtEnd,
} from './search-text.ts';

interface SearchBarProps {
  /** What it searches for. */
  readonly name: string;
  readonly words: SearchWords;
  readonly values: SearchValues;
  /** What is wrong with the list, which may be the search. */
  readonly problem: string | undefined;
  /** Called when Enter ends a search. */
  readonly onEnter: () => void;
}

/**
 * A search field for the search language. Filters such as `status:bounced` are chips in it; words and their values
 * are suggested. It searches with each keystroke. Escape closes the suggestions, then leaves the field.
 */
export function SearchBar({ name, words, values, problem: listProblem, onEnter }: SearchBarProps) {
  const [search, setSearch] = useParam('q');
  const known = Object.keys(words);
  const [own, setOwn] = useState<SearchDraft>(() => draftOf(search, known));
  // The URL may change without the field, for example by a link.
  const draft = searchOf(own) === search.trim() ? own : draftOf(search, known);
  const [isOpen, setOpen] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // A filter that is being chosen is not wrong yet.
  const problem = isOpen ? undefined : searchProblem(listProblem);
  const label = `Search ${name}`;

  const show = (next: SearchDraft) => {
    setOwn(next);
    setChosen(-1);
    setSearch(searchOf(next));
  };
  const settle = (text = draft.text) => {
    const { chips, text: rest } = draftOf(text, known);
    show({ chips: [...draft.chips, ...chips], text: rest });
  };
  const type = (text: string) => {
    setOpen(typedAtEnd(text).name !== '' && suggestionsFor(text, words, values).length > 0);
    if (/\s$/.test(text) && draftOf(text, known).chips.length > 0) settle(text);
    else show({ chips: draft.chips, text });
  };
  const suggestions = !isOpen
    ? []
    : isFiltering && draft.text === ''
      ? filtersOf(values)
      : suggestionsFor(draft.text, words, values);
  const take = ({ text, isBegun }: Suggestion) => {
    field.current?.focus();
    if (isBegun) show({ chips: draft.chips, text: replacedAtEnd(draft.text, text) });
    else settle(replacedAtEnd(draft.text, text));
    setOpen(isBegun);
  };
  return (
    <div
      class="search"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        setOpen(false);
        settle();
      }}
    >
      <div
        class="search-field row"
        onClick={({ target, currentTarget }) => target === currentTarget && field.current?.focus()}
      >
        <Icon name="search" />
        {draft.chips.map((chip, at) => (
          <button
            key={chip}
            type="button"
            class="small chip"
            aria-label={`${chip}, remove`}
            onClick={() => {
              show({ chips: draft.chips.filter((_, index) => index !== at), text: draft.text });
              field.current?.focus();
            }}
          >
            <bdi class="clip">{chip}</bdi>
            <Icon name="close" />
          </button>
        ))}
        <input
          ref={field}
          type="search"
          role="combobox"
          list={undefined}
          placeholder={draft.chips.length === 0 ? label : ''}
          aria-label={label}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          aria-invalid={problem !== undefined}
          aria-expanded={isOpen && suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
          aria-autocomplete="list"
          spellcheck={false}
          autocomplete="off"
          dir="auto"
          value={draft.text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            const { key, currentTarget } = event;
            const last = draft.chips.at(-1);
            const picked = suggestions[chosen];
            const next = placeAfter(key, chosen, suggestions.length);
            if (next !== undefined) {
              if (!isOpen) setFiltering(false);
              setOpen(true);
              setChosen(next);
            } else if (key === 'Enter') {
              if (picked) take(picked);
              else {
                settle();
                setOpen(false);
                onEnter();
              }
            } else if (key === 'Escape') {
              if (isOpen) setOpen(false);
              else currentTarget.blur();
            } else if (key === 'Backspace' && draft.text === '' && last !== undefined) {
              show({ chips: draft.chips.slice(0, -1), text: last });
            } else return;
            event.preventDefault();
          }}
        />
        <button
          type="button"
          class="small bare"
          aria-label="Filters"
          title="Filters"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => {
            setFiltering(true);
            setOpen(!isOpen);
            field.current?.focus();
          }}
        >
          <Icon name="filter" />
        </button>
      </div>
      {problem !== undefined && (
        // A new text appears late, so that it does not flash during typing.
        <p key={problem} id={`${id}-problem`} class="search-problem" role="status">
          {problem}
        </p>
      )}
      <div class="search-help over" hidden={suggestions.length === 0}>
        <ul id={`${id}-list`} role="listbox" aria-label="Suggestions">
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion.text}
              id={`${id}-${index}`}
              class="row"
              role="option"
              aria-selected={index === chosen}
              // The field must not lose the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <code dir="auto">{suggestion.text}</code> <span class="fine">{suggestion.meaning}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
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
