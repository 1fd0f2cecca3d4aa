import { useLayoutEffect, useRef } from 'preact/hooks';
import { Pairs } from './parts/item.tsx';

const shortcuts = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Do anything: the command palette' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j', '↓'], does: 'Next item' },
  { keys: ['k', '↑'], does: 'Previous item' },
  { keys: ['Enter'], does: 'Go into the item' },
  { keys: ['Escape'], does: 'Leave the field, then the item' },
  { keys: ['?'], does: 'Show the keyboard shortcuts' },
];

/** Whether keys belong to a field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a key is for the page: not for a field or a dialog, and not a command of the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
  const isInDialog = target instanceof Element && target.closest('dialog') !== null;
  return !(ctrlKey || metaKey || altKey || defaultPrevented || isInDialog || isTyping(target));
}

/** Handles keys of the whole page while the component is there, from the moment that what it shows is on screen. */
export function useKeys(onKey: (event: KeyboardEvent) => void, causes: readonly unknown[]): void {
  useLayoutEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, causes);
}

/** A dialog with all shortcuts, which `?` opens. `/` goes to the search field of the view. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys((event) => {
    if (!isForPage(event)) return;
    if (event.key === '?') dialog.current?.showModal();
    else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
    else return;
    event.preventDefault();
  }, []);
  return (
    <dialog ref={dialog} class="sheet over stack" aria-labelledby="shortcuts">
      <h2 id="shortcuts">Keyboard shortcuts</h2>
      <ShortcutKeys />
      <form method="dialog">
        <button type="submit" class="small">
          Close
        </button>
      </form>
    </dialog>
  );
}

/** The keys, with what each of them does. */
export function ShortcutKeys() {
  return (
    <Pairs
      class="terms"
      rows={shortcuts.map(({ keys, does }) => [
        keys.flatMap((key) => [<kbd key={key}>{key}</kbd>, ' ']),
        does,
      ])}
    />
  );
}
