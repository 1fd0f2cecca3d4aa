import { simulated } from './messages/detail.tsx';
import { go, model } from './model.ts';
import type { IconName } from './parts/icon-names.ts';
import { shortcuts } from './shortcuts.tsx';
import { undoText } from './strip.tsx';
import { views } from './views.ts';

/** Something that the palette does. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => unknown;
  /** The key that does the same. */
  readonly key?: string;
}

const mostShown = 12;

/** Presses a key of the page, once the palette is closed. */
function press(key: string): void {
  setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
}

/** The commands that match the typed text, best first. Without text: those for the open item, then the rest. */
export function useCommands(text: string): readonly Command[] {
  const { clock, caller, history, undoable, act, undo, continueHere, rewindTo } = model;
  const advance = (time: string, name = time) =>
    command('advance', `Advance ${name}`, () =>
      act('moveClock', { advance: time }, { done: `Advanced by ${time}` }),
    );
  const fault = (title: string, effect: object, phase?: 'after') =>
    command('fault', title, () => {
      const done = 'The next send meets the fault';
      return act('addFault', { operation: 'sendEmail', times: 1, effect, phase }, { done });
    });
  const before = (caller.at ?? history?.latest ?? 0) - 1;
  const isPast = caller.at !== undefined;
  const isFrozen = clock?.frozen === true;
  const fixed = [
    ...useItemCommands(),
    isPast && command('clock', 'Back to now', () => rewindTo(undefined)),
    isPast && command('rewind', 'Continue from here', continueHere),
    history && before >= history.oldest && command('rewind', 'Rewind by one event', () => rewindTo(before)),
    undoable && command('replayed', `Undo: ${undoText(undoable)}`, undo),
    fault('Fail the next send with 503', { status: 503 }),
    fault('Fail the next send with 429', { status: 429, retryAfter: 5 }),
    fault('Lose the response to the next send', { network: 'reset' }, 'after'),
    command('fault', 'Remove all faults', () => act('clearFaults', {}, { done: 'All faults removed' })),
    advance('1m', '1 minute'),
    advance('1h', '1 hour'),
    advance('1d', '1 day'),
    advance('7d', '7 days'),
    command('advance', 'Run until idle', () =>
      act('moveClock', { runUntilIdle: true }, { done: 'All scheduled events have run' }),
    ),
    command('clock', isFrozen ? 'Resume the clock' : 'Freeze the clock', () =>
      act('moveClock', { freeze: !isFrozen }, { done: isFrozen ? 'Clock resumed' : 'Clock frozen' }),
    ),
    ...shortcuts.flatMap(({ keys: [key], does, icon }) =>
      icon === undefined ? [] : { ...command(icon, does, () => press(key)), key },
    ),
    ...views.map(({ name, title, icon }) => command(icon, `Go to ${title}`, () => go(name, undefined, {}))),
  ].filter((row) => row !== false && row !== undefined);
  const typed = text.trim();
  if (typed === '') return fixed;
  const [, time] = /^(?:advance\s+|\+)?(\d+(?:\.\d+)?\s*(?:ms|s|m|min|h|d))$/i.exec(typed) ?? [];
  const words = typed.toLowerCase().split(/\s+/);
  const startsSo = ({ title }: Command) => title.toLowerCase().startsWith(typed.toLowerCase());
  const fitting = fixed
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(startsSo(b)) - Number(startsSo(a)));
  const [address] = /[^\s@]{1,64}@\S*/.exec(typed) ?? [];
  return [
    ...(time === undefined ? [] : [advance(time.replaceAll(/\s/g, ''))]),
    ...(address === undefined ? [] : addressCommands(address)),
    ...fitting.slice(0, mostShown),
    ...['messages', 'requests', 'contacts'].map((view) =>
      command('search', `Search ${view} for ${typed}`, () => go(view, undefined, { q: typed })),
    ),
  ];
}

function command(icon: IconName, title: string, run: () => unknown): Command {
  return { icon, title, run };
}

/** What can be done with an address. */
function addressCommands(address: string): readonly Command[] {
  return [
    command('mail', `Go to mail to ${address}`, () => go('messages', undefined, { q: `to:${address}` })),
    command('verified', `Look up ${address}`, () => go('verification', undefined, { address })),
    command('send', `Send to ${address}`, () => go('send', undefined, { to: address })),
  ];
}

/** What can be done with the open message or request. */
function useItemCommands(): readonly Command[] {
  const { act } = model;
  const { view, item } = model.route;
  if (item === undefined || (view !== 'messages' && view !== 'requests')) return [];
  const compare = command('requests', 'Compare this with another', () =>
    go('compare', undefined, { a: item }),
  );
  if (view === 'requests') return [compare];
  const happenings = simulated.map(([type, , title]) =>
    command('mail', title, () => act('addMessageEvent', { id: item, type }, { done: `Message ${type}` })),
  );
  return [...happenings, compare];
}
