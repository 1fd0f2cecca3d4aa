import type { RefObject } from 'preact';
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
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { draft, suggestions, chosen, isOpen, show, close, type, take, openFilters, onKeyDown } =
    useSearchField(words, values, field, onEnter);
  // A filter that is being chosen is not wrong yet.
  const problem = isOpen ? undefined : searchProblem(listProblem);
  const label = `Search ${name}`;
  return (
    <div
      class="search"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      <div
        class="search-field row"
        onClick={({ target, currentTarget }) => target === currentTarget && field.current?.focus()}
      >
        <Icon name="search" />
        <Chips
          chips={draft.chips}
          onChange={(chips) => {
            show({ chips, text: draft.text });
            field.current?.focus();
          }}
        />
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
          onKeyDown={onKeyDown}
        />
        <FilterButton id={id} isOpen={isOpen} onClick={openFilters} />
      </div>
      {problem !== undefined && (
        // A new text appears late, so that it does not flash during typing.
        <p key={problem} id={`${id}-problem`} class="search-problem" role="status">
          {problem}
        </p>
      )}
      <Suggestions id={id} suggestions={suggestions} chosen={chosen} onTake={take} />
    </div>
  );
}

interface FilterButtonProps {
  /** Of the field. */
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** Opens the list of filters. */
function FilterButton({ id, isOpen, onClick }: FilterButtonProps) {
  return (
    <button
      type="button"
      class="small bare"
      aria-label="Filters"
      title="Filters"
      aria-expanded={isOpen}
      aria-controls={`${id}-list`}
      onClick={onClick}
    >
      <Icon name="filter" />
    </button>
  );
}

/** What is suggested for a text, if anything, and which suggestion is chosen. */
function useSuggestions(text: string, words: SearchWords, values: SearchValues) {
  const [isOpen, setOpen] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const found = () => (isFiltering && text === '' ? filtersOf(values) : suggestionsFor(text, words, values));
  const suggestions = isOpen ? found() : [];
  /** Moves with an arrow key. Returns false for all other keys. */
  const move = (key: string): boolean => {
    const next = placeAfter(key, chosen, suggestions.length);
    if (next === undefined) return false;
    if (!isOpen) setFiltering(false);
    setOpen(true);
    setChosen(next);
    return true;
  };
  return { suggestions, chosen, isOpen, setOpen, setFiltering, setChosen, move };
}

/** What is in a search field, and what its keys and buttons do. */
function useSearchField(
  words: SearchWords,
  values: SearchValues,
  field: RefObject<HTMLInputElement | null>,
  onEnter: () => void,
) {
  const known = Object.keys(words);
  const [draft, setDraft] = useDraft(known);
  const { suggestions, chosen, isOpen, setOpen, setFiltering, setChosen, move } = useSuggestions(
    draft.text,
    words,
    values,
  );
  const show = (next: SearchDraft) => {
    setDraft(next);
    setChosen(-1);
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
  const take = ({ text, isBegun }: Suggestion) => {
    field.current?.focus();
    if (isBegun) show({ chips: draft.chips, text: replacedAtEnd(draft.text, text) });
    else settle(replacedAtEnd(draft.text, text));
    setOpen(isBegun);
  };
  const close = () => {
    setOpen(false);
    settle();
  };
  const openFilters = () => {
    setFiltering(true);
    setOpen(!isOpen);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const last = draft.chips.at(-1);
    const picked = suggestions[chosen];
    if (key === 'Enter' && picked) take(picked);
    else if (key === 'Enter') {
      close();
      onEnter();
    } else if (key === 'Escape') {
      if (isOpen) setOpen(false);
      else field.current?.blur();
    } else if (key === 'Backspace' && draft.text === '' && last !== undefined) {
      show({ chips: draft.chips.slice(0, -1), text: last });
    } else if (!move(key)) return;
    event.preventDefault();
  };
  return { draft, suggestions, chosen, isOpen, show, close, type, take, openFilters, onKeyDown };
}

/** The search in the page's URL, as its field shows it. */
function useDraft(known: readonly string[]): readonly [SearchDraft, set: (next: SearchDraft) => void] {
  const [search, setSearch] = useParam('q');
  const [own, setOwn] = useState<SearchDraft>(() => draftOf(search, known));
  const set = (next: SearchDraft) => {
    setOwn(next);
    setSearch(searchOf(next));
  };
  // The URL may change without the field, for example by a link.
  return [searchOf(own) === search.trim() ? own : draftOf(search, known), set];
}

interface ChipsProps {
  readonly chips: readonly string[];
  readonly onChange: (chips: readonly string[]) => void;
}

/** The filters in the field, each of which can be removed. */
function Chips({ chips, onChange }: ChipsProps) {
  return chips.map((chip, at) => (
    <button
      key={chip}
      type="button"
      class="small chip"
      aria-label={`${chip}, remove`}
      onClick={() => onChange(chips.filter((_, index) => index !== at))}
    >
      <bdi class="clip">{chip}</bdi>
      <Icon name="close" />
    </button>
  ));
}

interface SuggestionsProps {
  /** Of the field. */
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** What may follow in the field. */
function Suggestions({ id, suggestions, chosen, onTake }: SuggestionsProps) {
  return (
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
            onClick={() => onTake(suggestion)}
          >
            <code dir="auto">{suggestion.text}</code> <span class="fine">{suggestion.meaning}</span>
          </li>
        ))}
      </ul>
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
