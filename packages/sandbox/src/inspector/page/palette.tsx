import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
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
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The dialog is open before its content is there. The next key is for the field.
  useLayoutEffect(() => field.current?.focus(), []);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onDone();
    void command.run();
  };
  const choose = (index: number) => {
    setChosen(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
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
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          choose(0);
        }}
        onKeyDown={(event) => {
          const next = placeAfter(event.key, chosen, commands.length);
          if (next !== undefined) choose(next);
          else if (event.key === 'Enter') run(commands[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          <li
            key={command.title}
            id={`${id}-${index}`}
            class="line"
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span class="grow">{command.title}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p class="hint">Nothing does that. Try other words.</p>}
    </>
  );
}
