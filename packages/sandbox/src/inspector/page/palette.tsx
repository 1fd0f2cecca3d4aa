import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Command, commandsFor } from './commands.ts';
import { Icon } from './parts/badge.tsx';
import { Button } from './parts/button.tsx';
import { placeAfter } from './parts/search-text.ts';
import { useKeys } from './shortcuts.tsx';

/** The button in the header, and the palette that it and Ctrl-K or Cmd-K open: type what to do, Enter does it. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Counts how often it was opened; 0 while it is closed. The event of its end may come after it is open again.
  const [opening, setOpening] = useState(0);
  const open = () => {
    if (dialog.current?.open) return;
    setOpening((before) => before + 1);
    dialog.current?.showModal();
  };
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  }, []);
  return (
    <>
      <Button label="Commands" icon="command" class="palette-button" title="Ctrl K or ⌘ K" onClick={open} />
      <dialog
        ref={dialog}
        class="sheet over palette column"
        aria-label="Commands"
        onClose={({ currentTarget }) => currentTarget.open || setOpening(0)}
      >
        {opening > 0 && <Commands key={opening} onDone={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = commandsFor(text);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The dialog opens before its content is there. The next key is for the field.
  useLayoutEffect(() => field.current?.focus(), []);
  const run = (index: number) => {
    if (commands[index]) onDone();
    void commands[index]?.run();
  };
  const choose = (index: number) => {
    setChosen(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const type = (typed: string) => {
    setText(typed);
    choose(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, chosen, commands.length);
    if (next !== undefined) choose(next);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="What to do"
        placeholder="Try “fail”, “advance 3d” or what to search for"
        aria-expanded={true}
        aria-controls="commands-list"
        aria-activedescendant={commands.length > 0 ? `command-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id="commands-list" role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          <Option
            key={command.title}
            id={`command-${index}`}
            command={command}
            isChosen={index === chosen}
            onPoint={() => setChosen(index)}
            onClick={() => run(index)}
          />
        ))}
      </ul>
      {commands.length === 0 && <p class="hint">Nothing does that. Try other words.</p>}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onClick: () => void;
}

function Option({ id, command: { title, icon }, isChosen, onPoint, onClick }: OptionProps) {
  return (
    <li id={id} class="line" role="option" aria-selected={isChosen} onPointerMove={onPoint} onClick={onClick}>
      <Icon name={icon} />
      <span class="grow">{title}</span>
    </li>
  );
}
