import { useRef, useState } from 'preact/hooks';
import { simulated } from './messages/detail.tsx';
import { go, model } from './model.ts';
import { Button } from './parts/button.tsx';
import type { IconName } from './parts/icon-names.ts';
import { useKeys } from './shortcuts.tsx';
import { views } from './views.ts';

/** Something that the palette does: its icon, its title, and the work. */
type Command = readonly [icon: IconName, title: string, run: () => unknown];

/** The button in the header, and the list of commands that it and Ctrl-K or Cmd-K open. Enter runs the first match. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/);
  const commands = allCommands().filter(([, title]) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  const open = () => dialog.current?.open || dialog.current?.showModal();
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open();
  }, []);
  const run = (command: Command | undefined) => {
    if (!command) return;
    dialog.current?.close();
    void command[2]();
  };
  return (
    <>
      <Button label="Commands" icon="command" class="palette-button" title="Ctrl K or ⌘ K" onClick={open} />
      <dialog
        ref={dialog}
        class="sheet over palette column"
        aria-label="Commands"
        onClose={() => setText('')}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(commands[0]);
          }}
        >
          <input
            autofocus
            aria-label="What to do"
            placeholder="Try “fail”, “freeze” or a view"
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </form>
        <ul>
          {commands.map((command) => (
            <li key={command[1]}>
              <Button class="bare" icon={command[0]} label={command[1]} onClick={() => run(command)} />
            </li>
          ))}
        </ul>
        {commands.length === 0 && <p class="hint">Nothing does that. Try other words.</p>}
      </dialog>
    </>
  );
}

/** Faults, what can happen to the open message, moves of the clock, and the views. */
function allCommands(): readonly Command[] {
  const { act, clock, route } = model;
  const id = route.view === 'messages' ? route.item : undefined;
  const fault = (title: string, effect: object, phase?: 'after'): Command => {
    const given = { operation: 'sendEmail', times: 1, effect, phase };
    return ['fault', title, () => act('addFault', given, { done: 'The next send meets the fault' })];
  };
  const [title, done] = clock?.frozen
    ? (['Resume the clock', 'Clock resumed'] as const)
    : (['Freeze the clock', 'Clock frozen'] as const);
  return [
    fault('Fail the next send with 503', { status: 503 }),
    fault('Fail the next send with 429', { status: 429, retryAfter: 5 }),
    fault('Lose the response to the next send', { network: 'reset' }, 'after'),
    ['fault', 'Remove all faults', () => act('clearFaults', {}, { done: 'All faults removed' })],
    ...(id === undefined ? [] : simulated).map(([type, , label]): Command => [
      'mail',
      label,
      () => act('addMessageEvent', { id, type }, { done: `Message ${type}` }),
    ]),
    [
      'advance',
      'Advance by a day',
      () => act('moveClock', { advance: '24h' }, { done: 'Advanced by a day' }),
    ],
    ['clock', title, () => act('moveClock', { freeze: !clock?.frozen }, { done })],
    ...views.map(({ name, title: view, icon }): Command => [
      icon,
      `Go to ${view}`,
      () => go(name, undefined, {}),
    ]),
  ];
}
